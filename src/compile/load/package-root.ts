import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(import.meta.url)

/** Tells whether this is the installed package, whose modules are compiled, and not its repository. */
const isCompiled = here.endsWith('.js')

/** The folder of the package `lintel`, with a closing slash. */
export const packageRoot = join(folderOfPackage(dirname(here)), '/')

/** Its modules, with a closing slash: never taken for files of the project that is compiled. */
export const packageSource = join(packageRoot, isCompiled ? 'lib/' : 'src/')

/**
 * The file of a module of this package that is loaded by its path.
 * @param module below `src`, without its extension: `cli/dev/host`
 */
export function ownModule(module: string): string {
  return join(packageSource, isCompiled ? `${module}.js` : `${module}.ts`)
}

/**
 * The file behind an entry of `exports`, which names compiled files: in the repository the one that it is compiled from.
 * @param target as in package.json, `./lib/runtime/index.js`
 */
export function exportedFile(target: string): string {
  if (isCompiled) return join(packageRoot, target)
  const module = target.replace(/^\.\/lib\//, '').replace(/\.js$/, '.ts')
  return join(module.startsWith('plugins/') ? packageRoot : packageSource, module)
}

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}

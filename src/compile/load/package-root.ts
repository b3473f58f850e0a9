import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(import.meta.url)

/** `true` in the installed package, whose modules are compiled; `false` in its repository. */
const isCompiled = here.endsWith('.js')

/** Folder of the package `lintel`, with a trailing slash. */
export const packageRoot = join(folderOfPackage(dirname(here)), '/')

/** Folder of the package's modules, with a trailing slash. They never count as files of a compiled project. */
export const packageSource = join(packageRoot, isCompiled ? 'lib/' : 'src/')

/**
 * Returns the file of a module of this package that is loaded by its path.
 * @param module path below `src`, without extension: `cli/dev/host`
 */
export function ownModule(module: string): string {
  return join(packageSource, isCompiled ? `${module}.js` : `${module}.ts`)
}

/**
 * Returns the file of an entry of `exports`, which names compiled files; in the repository, the source of that file.
 * @param target path as in package.json: `./lib/runtime/index.js`
 */
export function exportedFile(target: string): string {
  if (isCompiled) return join(packageRoot, target)
  const module = target.replace(/^\.\/lib\//, '').replace(/\.js$/, '.ts')
  return join(module.startsWith('plugins/') ? packageRoot : packageSource, module)
}

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}

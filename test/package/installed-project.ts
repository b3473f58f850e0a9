import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cmsProcess, type Run, repository } from '../cli/cms.ts'
import { packedPackage } from './packed-package.ts'

/** A project that `cms init` has made, in a folder of its own, with the package as npm installs it. */
export interface InstalledProject {
  readonly root: string
  /** The package's own files below `node_modules`. */
  readonly packageRoot: string
  /** Runs the installed `cms` in the project. */
  run(...args: string[]): Promise<Run>
  read(path: string): string
  write(path: string, text: string): void
  remove(): void
}

/**
 * Packs the package, begins a project with it and puts in what its `package.json` asks for: the package from the
 * archive,
 * everything else as links to what this repository has installed, so that nothing is asked of the network. What only
 * this
 * repository's own development needs is not there.
 */
export async function installProject(): Promise<InstalledProject> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-installed-'))
  const root = join(folder, 'site')
  const modules = join(root, 'node_modules')
  const packageRoot = join(modules, 'lintel')
  const begun = unpack(folder, await packedPackage('lintel'))
  const made = await cmsProcess(['init', root], { cwd: folder, launcher: join(begun, 'src/cli/cms.js') })
  if (made.code !== 0) throw new Error(made.stderr)
  install(root, begun)
  const launcher = join(packageRoot, 'src/cli/cms.js')
  return {
    root,
    packageRoot,
    run: (...args) => cmsProcess(args, { cwd: root, launcher }),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Place where npx would put the package: there it begins projects. */
function unpack(folder: string, archive: string): string {
  const modules = join(folder, 'npx/node_modules')
  mkdirSync(modules, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', modules])
  execFileSync('mv', [join(modules, 'package'), join(modules, 'lintel')])
  link(modules, dependenciesOf(join(modules, 'lintel')))
  return join(modules, 'lintel')
}

/** The package as a folder, and links to all that it and the project depend on, and to what it is deployed with. */
function install(root: string, begun: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(modules)
  execFileSync('cp', ['-r', begun, join(modules, 'lintel')])
  const own = dependenciesOf(root).filter((name) => name !== 'lintel')
  link(modules, [...own, ...dependenciesOf(join(modules, 'lintel')), 'wrangler'])
}

/** npm puts what dependencies depend on beside them. */
function link(modules: string, names: readonly string[]): void {
  for (const name of names) {
    const target = join(repository, 'node_modules', name)
    if (existsSync(join(modules, name)) || !existsSync(target)) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(target, join(modules, name))
    link(modules, dependenciesOf(target))
  }
}

/** Dependencies that npm installs for a package; for a project, development dependencies too. */
function dependenciesOf(folder: string): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>
  const own = folder.includes('node_modules') ? {} : devDependencies
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...own })
}

/** Names of the plugins that come with the package. */
export function shippedPlugins({ packageRoot }: InstalledProject): string[] {
  return readdirSync(join(packageRoot, 'lib/plugins'))
}

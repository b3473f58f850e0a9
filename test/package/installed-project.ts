import { execFileSync, spawn, spawnSync } from 'node:child_process'
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
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TemplateName } from '../../src/cli/init/template.ts'
import { cmsProcess, type Run, repository } from '../cli/cms.ts'
import { packedPackage, unpackedPackage } from './packed-package.ts'

/** A project that `cms init` has made, in a folder of its own, with the package as npm installs it. */
export interface InstalledProject {
  readonly root: string
  /** The package's own files below `node_modules`. */
  readonly packageRoot: string
  /** Runs the installed `cms` in the project. */
  run(...args: string[]): Promise<Run>
  /** Runs a script or a command of npm in the project. */
  npm(...args: string[]): Promise<Run>
  /** Output of the type checker for the project: empty if all is well. */
  typeMistakes(): string
  read(path: string): string
  write(path: string, contents: string): void
  remove(): void
}

/**
 * Packs the package, begins a project with it and puts in what its `package.json` asks for: the packages of this
 * repository as they are packed, everything else as links to what this repository has installed, so that nothing is
 * asked of the network. What only this repository's own development needs is not there.
 */
export async function installProject(template: TemplateName = 'blank'): Promise<InstalledProject> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-installed-'))
  const root = join(folder, 'site')
  const modules = join(root, 'node_modules')
  const packageRoot = join(modules, 'lintel')
  const begun = unpack(folder, await packedPackage('lintel'))
  const args = ['init', root, '--template', template]
  const made = await cmsProcess(args, { cwd: folder, launcher: join(begun, 'src/cli/cms.js') })
  if (made.code !== 0) throw new Error(made.stderr)
  install(root, begun, await unpackedPackage('@lintel/client'))
  const launcher = join(packageRoot, 'src/cli/cms.js')
  return {
    root,
    packageRoot,
    run: (...args) => cmsProcess(args, { cwd: root, launcher }),
    npm: (...args) => runNpm(root, args),
    typeMistakes: () => {
      const checker = join(repository, 'node_modules/typescript/bin/tsc')
      return spawnSync(process.execPath, [checker, '--project', root], { cwd: root, encoding: 'utf8' }).stdout
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write: (path, contents) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), contents)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs npm in a project, on the Node that runs this, and waits for its end. */
async function runNpm(root: string, args: readonly string[]): Promise<Run> {
  const { PATH, HOME } = process.env
  const path = [dirname(process.execPath), PATH].join(delimiter)
  const child = spawn('npm', args, {
    cwd: root,
    env: { PATH: path, HOME, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number | null>((done) => child.on('close', done)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
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

/** The packages as folders, and links to all that they and the project depend on, and to what it is deployed with. */
function install(root: string, begun: string, client: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(modules)
  execFileSync('cp', ['-r', begun, join(modules, 'lintel')])
  const web = join(root, 'web')
  const asked = [...dependenciesOf(root), ...(existsSync(web) ? dependenciesOf(web) : [])]
  if (asked.includes('@lintel/client')) {
    mkdirSync(join(modules, '@lintel'))
    execFileSync('cp', ['-r', client, join(modules, '@lintel/client')])
  }
  link(modules, [...asked, ...dependenciesOf(join(modules, 'lintel')), 'wrangler'])
  linkCommands(modules, asked)
}

/** npm links the commands of packages, so that scripts find them. */
function linkCommands(modules: string, names: readonly string[]): void {
  mkdirSync(join(modules, '.bin'))
  for (const name of names) {
    const { bin = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
      readonly bin?: string | Readonly<Record<string, string>>
    }
    const commands = typeof bin === 'string' ? { [name]: bin } : bin
    for (const [command, path] of Object.entries(commands)) {
      symlinkSync(join(modules, name, path), join(modules, '.bin', command))
    }
  }
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

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { ASSETS_FOLDER } from '../../compile/assets-folder.ts'
import { HOST_OPTIONS } from '../../compile/code/bundle-options.ts'
import { ownModule } from '../../compile/load/package-root.ts'
import type { Manifest } from '../../manifest/index.ts'
import { secretsOf } from '../secrets.ts'
import { loadTool } from '../tools.ts'
import { bundleFailure, moduleOptions } from './bundle-worker.ts'
import { buildStartModule } from './start-module.ts'

/** Folder of a built server, relative to the project. */
export const SERVER_FOLDER = 'dist/server'

/** Main module in `SERVER_FOLDER`. */
export const START_MODULE = 'start.js'

/** Module in `SERVER_FOLDER` by which commands access the data of the machine that the module runs on. */
export const MACHINE_MODULE = 'machine.js'

/** File in `SERVER_FOLDER` that describes the build. */
export const BUILD_FILE = 'build.json'

/** Description of a built server, stored in its folder. */
export interface ServerBuild {
  readonly project: string
  readonly environment: string
  /** Version as `/health` shows it. */
  readonly version: string
}

export interface ServerSource {
  readonly root: string
  readonly manifest: Manifest
  readonly environment: string
}

/** Sizes of a built server, in bytes. */
export interface ServerSize {
  /** Size of the modules, without source maps. */
  readonly modules: number
  /** Size of all files. */
  readonly total: number
}

/**
 * Writes the server of an environment whose host is Node: a folder that runs without installing anything, and contains
 * no secrets.
 * @throws Failure naming what cannot be bundled
 */
export async function bundleServer({ root, manifest, environment }: ServerSource): Promise<ServerSize> {
  const { build } = await loadTool('esbuild')
  const outdir = join(root, SERVER_FOLDER)
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const { loader, ...usual } = moduleOptions(root)
  const { '.wasm': _, ...loaders } = loader
  const entries: Readonly<Record<string, string>> = {
    start: START,
    service: serviceModule(manifest, environment),
    machine: `import ${JSON.stringify(ownModule('cli/machine/machine-main'))}`,
    reader: `import ${JSON.stringify(ownModule('hosts/node/database/reader-main'))}`,
  }
  const options: BuildOptions = {
    ...usual,
    ...HOST_OPTIONS.node,
    loader: loaders,
    entryPoints: Object.keys(entries).map((name) => ({ in: `server:${name}`, out: name })),
    outdir,
    sourcemap: true,
    plugins: [texts(root, entries), hostModules, wasmFiles],
  }
  await buildStartModule(build, options, 'server:service').catch((error: unknown) => {
    throw bundleFailure('server', error)
  })
  const { name: project, version } = manifest
  const facts: ServerBuild = { project, environment, version }
  writeFileSync(join(outdir, BUILD_FILE), `${JSON.stringify(facts)}\n`)
  writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`)
  cpSync(join(root, ASSETS_FOLDER), join(outdir, 'assets'), { recursive: true })
  return sizeOf(outdir)
}

function sizeOf(folder: string): ServerSize {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const sum = (some: typeof files) =>
    some.reduce((total, { parentPath, name }) => total + statSync(join(parentPath, name)).size, 0)
  return {
    modules: sum(files.filter(({ name, parentPath }) => parentPath === folder && name.endsWith('.js'))),
    total: sum(files),
  }
}

/**
 * Source of the start module. It checks the version of Node, since an older Node may lack `node:sqlite`, and the error
 * message of that Node says nothing about the version.
 */
const START = `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error('This server needs Node 22.18 or newer, but this is ' + process.version + '.')
  process.exit(2)
}
const { start } = await import('lintel/node')
await start({ main: import.meta.url, service: () => import('server:service') })
`

function serviceModule(manifest: Manifest, environment: string): string {
  const vars = { ...manifest.environments[environment]?.vars, ENVIRONMENT: environment }
  const secrets = secretsOf(manifest, environment)
    .filter(({ required }) => required)
    .map(({ name, description }) => ({ name, description }))
  return `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default { worker: createWorker(program), vars: ${JSON.stringify(vars)}, secrets: ${JSON.stringify(secrets)} }
`
}

/** Provides modules that are not files, as if they were in the project's folder. */
function texts(root: string, entries: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'texts',
    setup(builder) {
      builder.onResolve({ filter: /^server:/ }, ({ path }) => ({
        path: path.slice('server:'.length),
        namespace: 'server',
      }))
      builder.onLoad({ filter: /.*/, namespace: 'server' }, ({ path }) => ({
        contents: entries[path] ?? '',
        resolveDir: root,
        loader: 'ts',
      }))
    },
  }
}

/** Replaces modules that only workerd has with modules for Node. */
const hostModules: Plugin = {
  name: 'host-modules',
  setup(builder) {
    builder.onResolve({ filter: /^cloudflare:sockets$/ }, () => ({ path: ownModule('hosts/node/sockets') }))
  },
}

/** Places WebAssembly beside the modules, and turns an import of it into the compiled module, as on Cloudflare. */
const wasmFiles: Plugin = {
  name: 'wasm-files',
  setup(builder) {
    const outdir = builder.initialOptions.outdir ?? ''
    builder.onLoad({ filter: /\.wasm$/ }, ({ path }) => {
      const name = basename(path)
      writeFileSync(join(outdir, name), readFileSync(path))
      return {
        contents: `import { readFileSync } from 'node:fs'
export default new WebAssembly.Module(readFileSync(new URL('./${name}', import.meta.url)))
`,
        loader: 'js',
      }
    })
  },
}

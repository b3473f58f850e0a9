import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { ASSETS_FOLDER } from '../../compile/assets-folder.ts'
import { ownModule } from '../../compile/load/package-root.ts'
import { moduleOptions } from '../deploy/bundle-worker.ts'
import { loadTool } from '../tools.ts'

/** Folder of a built server, relative to the project. */
export const SERVER_FOLDER = 'dist/server'

/**
 * Writes the server of an environment whose host is Node: one folder that runs with nothing installed, and holds no
 * secret.
 * @param vars public variables of the environment, `ENVIRONMENT` among them
 */
export async function bundleServer(root: string, vars: Readonly<Record<string, string>>): Promise<void> {
  const { build } = await loadTool('esbuild')
  const outdir = join(root, SERVER_FOLDER)
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const usual = moduleOptions(root)
  const { loader, ...others } = usual
  const { '.wasm': _, ...loaders } = loader
  const entries: Readonly<Record<string, string>> = {
    start: START,
    service: serviceModule(vars),
    'read-thread': `import ${JSON.stringify(ownModule('hosts/node/database/read-thread-main'))}`,
  }
  const options: BuildOptions = {
    ...others,
    platform: 'node',
    target: 'node22.18',
    external: ['node:*', 'sharp'],
    alias: { ...usual.alias, 'cloudflare:sockets': ownModule('hosts/node/sockets') },
    loader: loaders,
    entryPoints: Object.keys(entries).map((name) => ({ in: `server:${name}`, out: name })),
    outdir,
    sourcemap: true,
    plugins: [texts(root, entries), hostModules, wasmFiles],
  }
  await build(options)
  writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`)
  cpSync(join(root, ASSETS_FOLDER), join(outdir, 'assets'), { recursive: true })
}

const START = `import { start } from 'lintel/node'
await start({ main: import.meta.url, service: () => import('server:service') })
`

function serviceModule(vars: Readonly<Record<string, string>>): string {
  return `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default { worker: createWorker(program), vars: ${JSON.stringify(vars)} }
`
}

/** Modules that are no files: they stand in the project's folder. */
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

/** Modules that only workerd has, and what stands for them on Node. */
const hostModules: Plugin = {
  name: 'host-modules',
  setup(builder) {
    builder.onResolve({ filter: /^cloudflare:sockets$/ }, () => ({ path: ownModule('hosts/node/sockets') }))
  },
}

/** Puts WebAssembly beside the modules, and makes an import of it the compiled module, as it is on Cloudflare. */
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

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { runWrangler } from '../../src/cli/deploy/wrangler-command.ts'
import { localStorageOf } from '../../src/cli/wrangler/local-storage.ts'
import { readWranglerFile } from '../../src/cli/wrangler/wrangler-file.ts'
import { type Answer, type JsonInit, jsonRequest } from '../harness/service.ts'

/** The files of a bundle, by path. */
export type Bundle = ReadonlyMap<string, Buffer>

/** Modules that the last `cms deploy` of a project handed to wrangler. */
export function deployedModules(root: string): Bundle {
  const folder = join(root, '.cms/worker')
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|wasm)$/.test(entry.name))
    .map(({ name }) => name)
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Sources of these modules as their source maps name them: paths in the repository of the package, and names of packages. */
export function sourcesOfDeployed(root: string): string[] {
  const folder = join(root, '.cms/worker')
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js.map'))
  const sources = maps.flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as SourceMap).sources)
  return [...new Set(sources.map((path) => path.replace(/^(?:\.\.\/)+(?:node_modules\/lintel\/)?/, '')))].sort()
}

interface SourceMap {
  readonly sources: readonly string[]
}

/** One module that wrangler makes of a project when nobody else bundles it. */
export async function bundleByWrangler(root: string, environment: string): Promise<Bundle> {
  const folder = mkdtempSync(join(root, '.wrangler-out-'))
  const args = ['deploy', '--config', 'wrangler.toml', '--env', environment, '--dry-run', '--outdir', folder]
  const { code, text } = await runWrangler({ root, variables: process.env }, args)
  if (code !== 0) throw new Error(text)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|wasm)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((path) => [relative(folder, path), readFileSync(path)]))
}

export interface BundledWorker {
  fetch(path: string, init?: RequestInit): Promise<Response>
  json(path: string, init?: JsonInit): Promise<Answer>
  /** Its log. */
  readonly logs: readonly string[]
  dispose(): Promise<void>
}

/**
 * Runs a bundle as Cloudflare would: behind the assets of `wrangler.toml`, on a database to which wrangler applied the
 * project's migrations.
 * @param vars variables and secrets besides those of `wrangler.toml`
 */
export async function runBundle(
  root: string,
  environment: string,
  bundle: Bundle,
  vars: Readonly<Record<string, string>>,
): Promise<BundledWorker> {
  const state = mkdtempSync(join(root, '.wrangler-state-'))
  await migrateByWrangler(root, environment, state)
  const file = readWranglerFile(root)
  if (file === null) throw new Error('there is no wrangler.toml')
  const bindings = environment === 'development' ? file : file.env[environment]
  const storage = localStorageOf({ ...file, ...bindings, assets: file.assets })
  const logs: string[] = []
  const texts = Object.entries({ ...bindings?.vars, ...vars })
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    resourcePersistencePath: join(state, 'v3'),
    handleStructuredLogs: ({ message }: { message: string }) => logs.push(message),
    workers: [
      {
        config: {
          name: 'bundled',
          compatibilityDate: file.compatibility_date,
          assets: {
            directory: join(root, file.assets?.directory ?? ''),
            hasUserWorker: true,
            runWorkerFirst: file.assets?.run_worker_first,
          },
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: Object.fromEntries([...bundle].map(([path, contents]) => [path, moduleOf(path, contents)])),
          },
          env: {
            DB: { type: 'd1', id: storage.database },
            CACHE_KV: { type: 'kv', id: storage.kv },
            MEDIA_BUCKET: { type: 'r2', name: storage.bucket },
            [file.assets?.binding ?? '']: { type: 'assets' },
            ...Object.fromEntries(texts.map(([name, value]) => [name, { type: 'text', value: String(value) }])),
          },
        },
      },
    ],
  } as unknown as ConstructorParameters<typeof Miniflare>[0])
  const url = await miniflare.ready
  const request: BundledWorker['fetch'] = (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init })
  return {
    fetch: request,
    json: (path, init) => jsonRequest(request, path, init),
    logs,
    dispose: () => miniflare.dispose(),
  }
}

function moduleOf(path: string, contents: Buffer) {
  return path.endsWith('.wasm') ? { type: 'wasm', contents } : { type: 'esm', contents: contents.toString('utf8') }
}

async function migrateByWrangler(root: string, environment: string, state: string): Promise<void> {
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state]
  const named = environment === 'development' ? [] : ['--env', environment]
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/wrangler/bin/wrangler.js'), ...args, ...named],
    {
      cwd: root,
      env,
    },
  )
}

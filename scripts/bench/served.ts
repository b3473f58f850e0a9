import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { moduleOptions } from '../../src/cli/bundle/bundle-worker.ts'
import { startWorkerd } from '../../src/cli/workerd/start-workerd.ts'
import { REFERENCE_FILE } from '../../src/compile/assets-folder.ts'
import { REFERENCE_ASSET } from '../../src/manifest/reference/reference-parts.ts'

/** Worker that listens on workerd's own socket, without a proxy in front of it. */
export interface Served {
  readonly url: URL
  /** Address of a second socket of the same isolate, for the benchmark's own handler. */
  readonly controlUrl: URL
  /** Id of workerd's process. */
  readonly pid: number
  dispose(): Promise<void>
}

/** Variables of a service that is measured. The secrets exist only for a run on this machine. */
export const VARIABLES = {
  ENVIRONMENT: 'development',
  JWT_SECRET: 'a secret of the benchmark which never leaves this machine',
  ADMIN_EMAIL: 'admin@localhost',
  ADMIN_PASSWORD: 'the password of a benchmark',
}

/** Worker as modules, as a deployment uploads it. */
export interface Bundled {
  readonly source: string
  /** Modules that the main module imports, by path. */
  readonly modules: ReadonlyMap<string, string | Uint8Array>
}

/**
 * Bundles a worker's main module like a deployment: minified, as modules.
 * @param control module whose default export responds on the second socket; by default, that socket responds with 404
 */
export async function bundle(
  main: string,
  control?: string,
  variables: Readonly<Record<string, string>> = VARIABLES,
): Promise<Bundled> {
  const wrapper = `import worker from '${resolve(main)}'
${control === undefined ? '' : `import controller from '${resolve(control)}'`}
let env
export default {
  fetch(request, bindings, context) {
    env ??= { ...bindings, ...${JSON.stringify(variables)} }
    return worker.fetch(request, env, context)
  },
}
export const control = ${control === undefined ? '{ fetch: () => new Response(null, { status: 404 }) }' : 'controller'}`
  const outdir = resolve('bundled')
  const { outputFiles } = await build({
    ...moduleOptions(resolve('.')),
    stdin: { contents: wrapper, resolveDir: resolve('.'), loader: 'js' },
    outdir,
    entryNames: MAIN,
    write: false,
  })
  const files = new Map(outputFiles.map((file) => [relative(outdir, file.path), file]))
  const modules = [...files].map(
    ([path, { text, contents }]) => [path, path.endsWith('.wasm') ? contents : text] as const,
  )
  return { source: files.get(`${MAIN}.js`)?.text ?? '', modules: new Map(modules) }
}

const MAIN = 'main'

/**
 * Starts a bundled worker on the databases in `persist`, and discards its log.
 * @throws Error if workerd's process is not found, as on systems without `/proc`
 */
export async function serve({ source, modules }: Bundled, persist: string): Promise<Served> {
  const before = new Set(workerds())
  const { url, controlUrl, dispose } = await startWorkerd({
    persist,
    storage: { database: 'bench', kv: 'bench', bucket: 'bench' },
    source,
    modules,
    asset: (path) => (path === REFERENCE_ASSET ? readFileSync(REFERENCE_FILE, 'utf8') : undefined),
    onLog: () => {},
  })
  const pid = workerds().find((process) => !before.has(process))
  if (pid === undefined) throw new Error('The process of workerd was not found under /proc.')
  return { url, controlUrl, pid, dispose }
}

/** Returns the ids of the workerd processes that this process started. */
export function workerds(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter(isOwnWorkerd)
    .map(Number)
}

function isOwnWorkerd(pid: string): boolean {
  try {
    const [name, state] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return name?.endsWith('(workerd') === true && state?.split(' ')[1] === String(process.pid)
  } catch {
    return false
  }
}

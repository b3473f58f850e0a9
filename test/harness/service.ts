import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Miniflare, Response as MiniflareResponse } from 'miniflare'
import { LOCAL_DATA } from '../../src/cli/workerd/start-workerd.ts'
import { findStaticFile } from '../../src/cli/workerd/static-file.ts'
import { localStorageOf } from '../../src/cli/wrangler/local-storage.ts'
import { RUN_WORKER_FIRST } from '../../src/compile/assets-folder.ts'
import { readGuides } from '../../src/compile/emit/assets.ts'
import { GUIDES_ASSET, REFERENCE_ASSET } from '../../src/manifest/reference/reference-parts.ts'
import type { Deadlines } from '../../src/runtime/deadlines/deadline.ts'
import { type Bundle, bundleProject } from './bundle.ts'
import { startOnNode } from './node-host.ts'

export interface ServiceOptions {
  /** Folder of the project. Default: that of this repository. */
  readonly root?: string
  /** Default: `development`. */
  readonly environment?: string
  /** Secrets and variables by name. */
  readonly vars?: Readonly<Record<string, string>>
  /** Bindings to leave out, as in a broken deployment. */
  readonly without?: readonly ('DB' | 'CACHE_KV' | 'MEDIA_BUCKET' | 'ASSETS')[]
  /** Additional bindings by name, in Miniflare's format: `{ EMAIL: { type: 'send-email' } }`. */
  readonly bindings?: Readonly<Record<string, object>>
  /** Records the statements that the worker sends to its database, for `observed`. */
  readonly observe?: boolean
  /** Starts a second isolate on the same database, KV and bucket, for `twin`. `vars` override its variables. */
  readonly twins?: boolean | { readonly vars: Readonly<Record<string, string>> }
  /** Enables `fault`. */
  readonly faults?: boolean
  /** Maximum times for which the worker waits for its bindings. Default: those of production. */
  readonly deadlines?: Deadlines
  /** Opens the inspector of the worker. Default: `false`. */
  readonly inspector?: boolean
  /** Adds a queue that the worker sends messages to and receives them from. */
  readonly queue?: boolean
  /** Folder of static files that are served in front of the worker. Default: only the worker can read static files. */
  readonly assets?: string
  /** Changes the generated files before they are bundled: texts by path relative to the root. */
  readonly edit?: (files: Map<string, string>) => void
  /** Hashes passwords at the cost of production. Default: `false`, with a minimal cost. */
  readonly dearPasswords?: boolean
  /** Data folder, as in `--persist`, or on Node in `--data`. Default: temporary data. */
  readonly data?: string
  /** Runs the service on Node. Default: `isOnNode`. */
  readonly onNode?: boolean
}

/** Running service with its own data, in workerd or on Node. */
export interface Service {
  /** Sends a request directly to the worker. Does not follow redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a JSON body, and returns the response with its parsed body. */
  json(path: string, init?: JsonInit): Promise<Answer>
  /** Sends a request that appears to the worker as one for this address, of any origin, including `https:`. */
  fetchAs(url: string, init?: RequestInit): Promise<Response>
  /** Lines of the log so far, parsed if they are JSON. */
  readonly logs: readonly LogLine[]
  /** Runs a statement on the service's database, and returns the rows. */
  sql<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]>
  /**
   * Returns what the worker has sent to its database since the last call: the statements of each round trip, and the
   * constraint or bookmark with which it began each session. Needs `observe`.
   */
  observed(): Promise<{
    readonly calls: readonly (readonly ObservedStatement[])[]
    readonly sessions: readonly string[]
  }>
  /** Runs statements as one transaction, and returns the rows of each. */
  batch(statements: readonly { readonly sql: string; readonly values: readonly unknown[] }[]): Promise<unknown[][]>
  /** Makes the next request run the bootstrap again. */
  resetBootstrap(): Promise<void>
  /**
   * Runs the cron trigger of a minute.
   * @param at milliseconds since the epoch. Default: a midnight, when all jobs are due; each call uses the next day
   */
  schedule(at?: number): Promise<void>
  /** Does the same as `json` with the second isolate. Needs `twins`. */
  twin(path: string, init?: JsonInit): Promise<Answer>
  /** Causes faults in a binding from now on; `null` ends them. Returns the number of calls since the last `fault`. */
  fault(binding: FaultyBinding, mode: FaultMode | null, where?: FaultPlace): Promise<number>
  /** Returns the keys in the bucket that begin with `prefix`. */
  objects(prefix: string): Promise<string[]>
  readonly url: URL
  /** Returns the address for DevTools. Needs `inspector`. */
  inspectorUrl(): Promise<URL>
  dispose(): Promise<void>
}

/** Binding that can have faults. `FETCH` stands for requests of the worker to other servers. */
export type FaultyBinding = 'DB' | 'CACHE_KV' | 'MEDIA_BUCKET' | 'QUEUE' | 'IMAGES' | 'FETCH'

/** `slow`: the call is made after a delay. `lost`: the call is made, and then fails. */
export type FaultMode = 'down' | 'hangs' | 'slow' | 'lost'

/** Calls that a fault affects (default: all), and details of the fault. */
export interface FaultPlace {
  /** Regular expression for the method, a key, or a statement; for a batch, for one of its statements. */
  readonly matching?: string
  /** Affects only one of the matching calls, counted from 1. */
  readonly nth?: number
  /** Message of the error. */
  readonly message?: string
  /** Delay of `slow`, in milliseconds. Default: 3,000. */
  readonly delay?: number
}

export interface JsonInit {
  readonly method?: string
  /** A string is sent unchanged, other values as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  readonly body: any
}

export interface ObservedStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

export type LogLine = Readonly<Record<string, unknown>>

/** Latest compatibility date that the pinned workerd supports. */
const COMPATIBILITY_DATE = '2026-10-20'
const WORKER = 'service'
const TWIN = 'twin'
const PROGRAM = 'program.mjs'

/** Running bundle, on either host. */
export interface ServiceHost {
  readonly url: URL
  /** Returns the address of the control, a second handler that only tests use. */
  control(): Promise<URL>
  /** Replaces Cloudflare's header for the client's address with the header that this host reads. */
  fromAddress(headers?: RequestInit['headers']): Pick<RequestInit, 'headers'>
  /** Returns the address of the second isolate. */
  twin(): Promise<URL>
  fetchAs(url: string, init?: RequestInit): Promise<Response>
  inspectorUrl(): Promise<URL>
  dispose(): Promise<void>
}

/** True if tests run on Node (`TEST_HOST=node`), false for workerd. */
export const isOnNode = process.env.TEST_HOST === 'node'

/** Compiles, bundles and starts a project. Call `dispose` in `afterAll`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { root = '.', edit, dearPasswords, onNode = isOnNode } = options
  const bundle = await bundleProject(resolve(root), { entry: ENTRY, edit, dearPasswords })
  const logs: LogLine[] = []
  const host = await (onNode ? startOnNode : startOnWorkerd)(bundle, options, logs)
  const control = async (body: unknown) => {
    const answer = await fetch(await host.control(), { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  let day = -1
  const nextDay = () => {
    day += 1
    return day * 86_400_000
  }
  const request = (path: string, init?: RequestInit) =>
    fetch(new URL(path, host.url), { redirect: 'manual', ...init, ...host.fromAddress(init?.headers) })
  return {
    url: host.url,
    logs,
    fetch: request,
    fetchAs: host.fetchAs,
    json: (path, init) => jsonRequest(request, path, init),
    sql: async (sql, ...values) => (await control({ sql, values })) as never,
    batch: async (statements) => (await control({ batch: statements })) as never,
    observed: async () => (await control({ observed: true })) as never,
    resetBootstrap: async () => void (await control({ reset: true })),
    twin: async (path, init) => {
      const twin = await host.twin()
      const ask: Service['fetch'] = (to, request) =>
        fetch(new URL(to, twin), { redirect: 'manual', ...request, ...host.fromAddress(request?.headers) })
      return jsonRequest(ask, path, init)
    },
    fault: async (binding, mode, where = {}) => (await control({ binding, mode, where })) as never,
    objects: async (prefix) => (await control({ list: prefix })) as never,
    schedule: async (at = nextDay()) => void (await control({ schedule: at })),
    inspectorUrl: host.inspectorUrl,
    dispose: async () => {
      await noteReached(control)
      await host.dispose()
    },
  }
}

async function startOnWorkerd(bundle: Bundle, options: ServiceOptions, logs: LogLine[]): Promise<ServiceHost> {
  const miniflare = new Miniflare(miniflareOptions(bundle, options, logs))
  await miniflare.ready
  return {
    url: options.assets === undefined ? await miniflare.unsafeGetDirectURL(WORKER) : await miniflare.ready,
    control: () => miniflare.unsafeGetDirectURL(WORKER, 'control'),
    fromAddress: (headers) => ({ ...(headers && { headers }) }),
    twin: () => miniflare.unsafeGetDirectURL(TWIN),
    fetchAs: (url, init) => miniflare.dispatchFetch(url, { redirect: 'manual', ...init } as never) as never, // equal types
    inspectorUrl: () => miniflare.getInspectorURL(),
    dispose: () => miniflare.dispose(),
  }
}

/** Adds the functions that the worker has reached to those of this process, if they are recorded (`npm run mutate`). */
async function noteReached(control: (body: unknown) => Promise<unknown>): Promise<void> {
  if (process.env.REACHED_FOLDER === undefined) return
  const state = globalThis as { reached?: Set<number> }
  const reached = (await control({ reached: true }).catch(() => [])) as readonly number[]
  state.reached = new Set([...(state.reached ?? []), ...reached])
}

/** Sends a JSON body, and parses the response if it is JSON. */
export async function jsonRequest(request: Service['fetch'], path: string, init: JsonInit = {}): Promise<Answer> {
  const { body, method = body === undefined ? 'GET' : 'POST', headers } = init
  const answer = await request(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

/** Main module: the worker, and the control that tests use for SQL, faults and the cron trigger. */
const ENTRY = `
import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'

let worker
let bindings
let calls = []
let sessions = []

/** Records each round trip; the binding's own methods still do the work. */
function observe(db) {
  const statement = db.prepare('SELECT 1')
  const note = (prototype, method, statementsOf) => {
    const original = prototype[method]
    prototype[method] = function (...args) {
      calls.push(statementsOf(this, args))
      return original.apply(this, args)
    }
  }
  const noted = ({ statement, params }) => ({ sql: statement, values: params })
  note(Object.getPrototypeOf(db.withSession()), 'batch', (_, [statements]) => statements.map(noted))
  const database = Object.getPrototypeOf(db)
  const { withSession } = database
  database.withSession = function (start) {
    sessions.push(start)
    return withSession.call(this, start)
  }
  for (const method of ['all', 'first', 'run', 'raw']) {
    note(Object.getPrototypeOf(statement), method, (self) => [noted(self)])
  }
}

const faults = Object.fromEntries(['DB', 'CACHE_KV', 'MEDIA_BUCKET', 'QUEUE', 'IMAGES', 'FETCH'].map((name) => [name, { mode: null, calls: 0, met: 0, where: {} }]))

const wrapped = new WeakMap()
const OPENING = ['prepare', 'bind', 'withSession', 'resumeMultipartUpload', 'input', 'transform']

/** Tells whether a fault affects this call. */
function meets(fault, name, target, args) {
  fault.calls += 1
  if (fault.mode === null) return false
  const { matching, nth } = fault.where
  const asked = textsOf(name, target, args)
  if (matching !== undefined && !asked.some((text) => new RegExp(matching, 'i').test(text))) return false
  fault.met += 1
  return nth === undefined || fault.met === nth
}

const MODES = {
  down: ({ message = 'D1_ERROR: the binding is down' }) => Promise.reject(new Error(message)),
  hangs: () => new Promise(() => {}),
  slow: async ({ delay = 3000 }, act) => {
    await new Promise((done) => setTimeout(done, delay))
    return act()
  },
  lost: async ({ message = 'Network connection lost.' }, act) => {
    await act()
    throw new Error(message)
  },
}

/** Wraps a binding so that its calls can fail, except those that only prepare a request. */
function faulty(binding, fault) {
  const proxy = new Proxy(binding, {
    get: (target, name) => {
      const value = target[name]
      if (typeof value !== 'function') return value
      return (...args) => {
        if (name === 'getBookmark') return value.apply(target, args)
        if (OPENING.includes(name)) return faulty(value.apply(target, args), fault)
        const isMet = meets(fault, name, target, args)
        const bare = args.map((arg) => (Array.isArray(arg) ? arg.map((item) => (Object(item) === item && wrapped.get(item)) || item) : arg))
        const act = () => value.apply(target, bare)
        return isMet ? MODES[fault.mode](fault.where, act) : act()
      }
    },
  })
  wrapped.set(proxy, binding)
  return proxy
}

/** Returns the method, the statements and the keys of a call. */
function textsOf(name, target, args) {
  const given = args.flat().map((arg) => (typeof arg === 'string' ? arg : (wrapped.get(arg) ?? arg)?.statement))
  return [name, target.statement, ...given].filter((text) => text !== undefined)
}

function withFaults(env) {
  const named = Object.entries(faults).filter(([name]) => env[name])
  return { ...env, ...Object.fromEntries(named.map(([name, fault]) => [name, faulty(env[name], fault)])) }
}

/** Causes faults in requests to other servers. A hanging request ends when it is aborted. */
function disturbFetch() {
  const { fetch: ask } = globalThis
  globalThis.fetch = (input, init) => {
    const act = () => ask(input, init)
    if (!meets(faults.FETCH, 'fetch', {}, [String(input.url ?? input)])) return act()
    const { mode, where } = faults.FETCH
    if (mode !== 'hangs') return MODES[mode](where, act)
    const { signal } = init ?? input
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  // Shortens timeouts, which are seconds in production.
  const { timeout } = AbortSignal
  AbortSignal.timeout = (limit) => timeout.call(AbortSignal, Math.min(limit, 300))
}

function start(env) {
  if (worker !== undefined) return
  if (env.TEST_FAULTS) disturbFetch()
  worker = createWorker(program, env.TEST_DEADLINES && JSON.parse(env.TEST_DEADLINES))
  if (env.TEST_OBSERVE) observe(env.DB)
  bindings = env.TEST_FAULTS ? withFaults(env) : env
}

export default {
  fetch(request, env, execution) {
    start(env)
    return worker.fetch(request, bindings, execution)
  },
  queue(batch, env, execution) {
    start(env)
    return worker.queue(batch, bindings, execution)
  },
}

export const control = {
  async fetch(request, env, execution) {
    start(env)
    const { sql, values, reset, observed, schedule, binding, mode, where, list, reached, batch } = await request.json()
    if (reached) return Response.json([...(globalThis.reached ?? [])])
    if (list !== undefined) {
      const keys = []
      for (let cursor; ; ) {
        const page = await env.MEDIA_BUCKET.list({ prefix: list, cursor })
        keys.push(...page.objects.map(({ key }) => key))
        if (!page.truncated) return Response.json(keys)
        cursor = page.cursor
      }
    }
    if (binding) {
      const { calls } = faults[binding]
      Object.assign(faults[binding], { mode, where, calls: 0, met: 0 })
      return Response.json(calls)
    }
    if (schedule !== undefined) {
      await worker.scheduled({ scheduledTime: schedule }, bindings, execution)
      return Response.json(null)
    }
    if (observed) {
      const answer = Response.json({ calls, sessions })
      calls = []
      sessions = []
      return answer
    }
    if (reset) {
      worker.resetBootstrap(bindings)
      return Response.json(null)
    }
    try {
      if (batch) {
        const results = await env.DB.batch(batch.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)))
        return Response.json(results.map(({ results }) => results))
      }
      return Response.json((await env.DB.prepare(sql).bind(...values).all()).results)
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}
`

const programModules = new WeakMap<Bundle, Buffer>()

/** Returns a bundle in the format that workerd requests. Kept, because many tests start the same bundle. */
function programModule(bundle: Bundle): Buffer {
  const known = programModules.get(bundle) ?? Buffer.from(JSON.stringify({ name: PROGRAM, esModule: bundle.source }))
  programModules.set(bundle, known)
  return known
}

/** Returns the variables of a service with these options. */
export function variablesOf(options: ServiceOptions): Record<string, string> {
  return {
    ENVIRONMENT: options.environment ?? 'development',
    ...(options.observe && { TEST_OBSERVE: 'yes' }),
    ...(options.faults && { TEST_FAULTS: 'yes' }),
    ...(options.deadlines && { TEST_DEADLINES: JSON.stringify(options.deadlines) }),
    ...options.vars,
  }
}

function miniflareOptions(bundle: Bundle, options: ServiceOptions, logs: LogLine[]) {
  const { without = [], data } = options
  const storage = localStorageOf(null)
  const bindings: Readonly<Record<string, object>> = {
    ASSETS: options.assets
      ? { type: 'assets' }
      : { type: 'fetcher', handler: (request: Request) => answerAsset(request, bundle.reference) },
    ...options.bindings,
    DB: { type: 'd1', id: storage.database },
    CACHE_KV: { type: 'kv', id: storage.kv },
    MEDIA_BUCKET: { type: 'r2', name: storage.bucket },
    ...(options.queue && { QUEUE: { type: 'queue', name: 'work' } }),
  }
  const consumer = { type: 'queue', name: 'work', maxBatchTimeout: 0, maxRetries: 3 }
  const texts = variablesOf(options)
  const twinVars = typeof options.twins === 'object' ? options.twins.vars : {}
  const direct = { host: '127.0.0.1', port: 0 }
  const workerNamed = (name: string, own: Readonly<Record<string, string>> = {}) => ({
    config: {
      name,
      compatibilityDate: COMPATIBILITY_DATE,
      ...(options.assets && {
        assets: { directory: options.assets, hasUserWorker: true, runWorkerFirst: [...RUN_WORKER_FIRST] },
      }),
      ...(options.queue && name === WORKER && { triggers: [consumer] }),
      manifest: {
        mainModule: 'worker.mjs',
        modulesRoot: '/',
        modules: {
          'worker.mjs': { type: 'esm' as const, contents: `export { default, control } from '${PROGRAM}'` },
          // The fallback service would have to send WebAssembly as JSON, one number per byte.
          ...Object.fromEntries(
            bundle.wasm.map((path) => [path.slice(1), { type: 'wasm', contents: readFileSync(path) }]),
          ),
        },
      },
      env: {
        ...Object.fromEntries(Object.entries(bindings).filter(([name]) => !without.includes(name as 'DB'))),
        ...Object.fromEntries(
          Object.entries({ ...texts, ...own }).map(([key, value]) => [key, { type: 'text', value }]),
        ),
      },
    },
    dev: {
      useModuleFallbackService: true,
      unsafeDirectSockets: [direct, { ...direct, entrypoint: 'control' }],
    },
  })
  return {
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    ...(options.inspector && { inspectorHost: '127.0.0.1', inspectorPort: 0 }),
    enableDevRegistry: false,
    ...(data && { resourcePersistencePath: join(data, LOCAL_DATA) }),
    // Like `cms dev`: encoding megabytes in workerd's configuration would take half a second.
    unsafeModuleFallbackService: (request: Request) =>
      new URL(request.url).searchParams.get('specifier') === `/${PROGRAM}`
        ? new MiniflareResponse(programModule(bundle))
        : new MiniflareResponse(null, { status: 404 }),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
      logs.push(readLogLine(level, message))
    },
    workers: [workerNamed(WORKER), ...(options.twins ? [workerNamed(TWIN, twinVars)] : [])],
  } as unknown as ConstructorParameters<typeof Miniflare>[0]
}

/** Responds with a static file that the worker requests through its binding. */
function answerAsset(request: Request, reference: string): MiniflareResponse {
  const { pathname } = new URL(request.url)
  const own = { [REFERENCE_ASSET]: () => reference, [GUIDES_ASSET]: readGuides }[pathname]
  const text = own?.() ?? findStaticFile(pathname)?.text
  return new MiniflareResponse(text ?? null, { status: text === undefined ? 404 : 200 })
}

/** Parses a line of the log. A line that is not JSON becomes its `message`. */
export function readLogLine(level: string, message: string): LogLine {
  try {
    return JSON.parse(message) as LogLine
  } catch {
    return { level, message }
  }
}

import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkerdStructuredLog } from 'miniflare'
import { keepFolderPrivate, PRIVATE_FOLDER } from '../../hosts/node/private-files.ts'
import { endChildrenWithProcess } from '../end-children.ts'
import { Failure } from '../failure.ts'
import { loadTool } from '../tools.ts'
import type { LocalStorage } from '../wrangler/local-storage.ts'

export interface WorkerdOptions {
  /** Absolute path of the folder that `wrangler --persist-to` takes. */
  readonly persist: string
  readonly storage: LocalStorage
  /**
   * Source of the worker that handles requests. It may export `control`, a handler that only this process can reach.
   */
  readonly source: string
  /**
   * Modules that `source` imports, by the path in the import: JavaScript as text, WebAssembly as bytes. Default: none.
   */
  readonly modules?: ReadonlyMap<string, string | Uint8Array>
  /** Returns the source of a module that is made while the worker runs, by its name: `app-1.mjs`. */
  readonly loadModule?: (name: string) => string | undefined
  /** Returns the text of a static file by its path, for `env.ASSETS`. Default: there is no such binding. */
  readonly asset?: (path: string) => string | undefined
  /**
   * Handles requests that the worker makes to this process through `env.CMS_DEVELOPMENT`: JSON in, JSON out. Nothing
   * else can reach it: it is a binding, and requires `env.CMS_DEVELOPMENT_KEY`. Default: there is no such binding.
   */
  readonly answer?: (body: unknown) => Promise<unknown>
  /** True if the caller ends workerd on a signal. Default: Miniflare does, and ends the process, too. */
  readonly endedByCaller?: boolean
  /** Called with the console output of the worker. */
  readonly onLog: (level: string, message: string) => void
}

/** Running workerd, on ports of this machine that are not published anywhere. */
export interface Workerd {
  readonly url: URL
  /** Address of the handler `control` that the source exports. */
  readonly controlUrl: URL
  dispose(): Promise<void>
}

/** Newest compatibility date that the pinned workerd knows; nodejs_compat is the default from 2026-08-04 on. */
export const COMPATIBILITY_DATE = '2026-10-20'

/**
 * Starts workerd with D1, KV and R2 on disk and no access to Cloudflare's network.
 * @throws Failure if the folder cannot be written or workerd does not start
 */
export async function startWorkerd(options: WorkerdOptions): Promise<Workerd> {
  makeWritable(options.persist)
  endChildrenWithProcess()
  const { Miniflare } = await loadMiniflare()
  const settings = await miniflareOptions(options)
  const start = (): InstanceType<typeof Miniflare> => new Miniflare(settings)
  const miniflare = options.endedByCaller ? keepingSignals(start) : start()
  try {
    await miniflare.ready
    return {
      url: await miniflare.unsafeGetDirectURL(WORKER),
      controlUrl: await miniflare.unsafeGetDirectURL(WORKER, 'control'),
      dispose: () => miniflare.dispose(),
    }
  } catch (error) {
    await miniflare.dispose().catch(() => {})
    throw new Failure(`workerd does not start: ${firstLine(error)}`, {
      hint: 'Reinstall the packages: npm ci',
    })
  }
}

const WORKER = 'lintel'

type MiniflareOptions = ConstructorParameters<typeof import('miniflare')['Miniflare']>[0]

async function miniflareOptions(options: WorkerdOptions): Promise<MiniflareOptions> {
  const { Log, LogLevel, Response } = await loadMiniflare()
  const { storage, loadModule } = options
  const direct = { host: '127.0.0.1', port: 0 }
  return {
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    log: new Log(LogLevel.NONE),
    resourcePersistencePath: join(options.persist, LOCAL_DATA),
    handleStructuredLogs: ({ level, message }: WorkerdStructuredLog) => options.onLog(level, message),
    unsafeModuleFallbackService(request) {
      const specifier = new URL(request.url).searchParams.get('specifier') ?? ''
      const name = specifier.replace(/^\//, '')
      if (name.endsWith('.wasm')) return Response.json({ name, wasm: [...readFileSync(specifier)] })
      const source = loadModule?.(name)
      return source === undefined ? new Response(null, { status: 404 }) : Response.json({ name, esModule: source })
    },
    workers: [
      {
        config: {
          name: WORKER,
          compatibilityDate: COMPATIBILITY_DATE,
          manifest: {
            mainModule: 'host.mjs',
            modulesRoot: '/',
            modules: {
              'host.mjs': { type: 'esm', contents: options.source },
              ...Object.fromEntries([...(options.modules ?? [])].map(([path, contents]) => [path, moduleOf(contents)])),
            },
          },
          env: {
            DB: { type: 'd1', id: storage.database },
            CACHE_KV: { type: 'kv', id: storage.kv },
            MEDIA_BUCKET: { type: 'r2', name: storage.bucket },
            ...(options.asset && { ASSETS: assetsBinding(options.asset, Response) }),
            ...(options.answer && requestBindings(options.answer, Response)),
          },
        },
        dev: {
          useModuleFallbackService: true,
          unsafeDirectSockets: [direct, { ...direct, entrypoint: 'control' }],
        },
      },
    ],
  }
}

function moduleOf(contents: string | Uint8Array) {
  return typeof contents === 'string'
    ? { type: 'esm' as const, contents }
    : { type: 'wasm' as const, contents: Buffer.from(contents) }
}

function assetsBinding(asset: NonNullable<WorkerdOptions['asset']>, Response: typeof import('miniflare').Response) {
  return {
    type: 'fetcher' as const,
    async handler(request: import('miniflare').Request) {
      const text = asset(new URL(request.url).pathname)
      return new Response(text ?? null, { status: text === undefined ? 404 : 200 })
    },
  }
}

function requestBindings(
  response: NonNullable<WorkerdOptions['answer']>,
  Response: typeof import('miniflare').Response,
) {
  const key = randomBytes(32).toString('base64url')
  return {
    CMS_DEVELOPMENT_KEY: { type: 'text' as const, value: key },
    CMS_DEVELOPMENT: {
      type: 'fetcher' as const,
      async handler(request: import('miniflare').Request) {
        if (request.headers.get('authorization') !== `Bearer ${key}`) return new Response(null, { status: 403 })
        return Response.json(await response(await request.json()))
      },
    },
  }
}

/** Loads Miniflare, and turns off the network requests that it and wrangler would make. */
async function loadMiniflare(): Promise<typeof import('miniflare')> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'
  process.env.WRANGLER_SEND_METRICS = 'false'
  return loadTool('miniflare')
}

/**
 * Keeps Miniflare from handling signals: it would end the process before its workerd has ended. The command ends both
 * in the right order.
 */
function keepingSignals<Result>(start: () => Result): Result {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const result = start()
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener)
    }
  }
  return result
}

/** Subfolder in which workerd stores databases, files and the cache, where `wrangler` finds them. */
export const LOCAL_DATA = 'v3'

function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    accessSync(folder, constants.W_OK)
    keepFolderPrivate(join(folder, LOCAL_DATA))
  } catch {
    throw new Failure(`${folder} cannot be written.`, { hint: 'Choose another folder for local data with --persist.' })
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0] ?? message
}

import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { Bindings } from '../../config/request.ts'
import type { ManifestEnvironment, Program } from '../../manifest/index.ts'
import type { Database } from '../database/database.ts'
import type { Listeners } from './listeners.ts'
import type { PluginActivity } from './plugin-activity.ts'
import type { LedgerPosition } from './position.ts'

/** State that an isolate keeps between requests. */
export interface Runtime {
  readonly program: Program
  readonly env: Bindings
  readonly environment: ManifestEnvironment
  /** Names of the plugins that exist in this environment, in the order of their dependencies. */
  readonly plugins: readonly string[]
  readonly activity: PluginActivity
  readonly listeners: Listeners
  /** Name of the plugin that provides each service, by the service's name. */
  readonly providers: ReadonlyMap<string, string>
  /** The worker's database. Statements of a request run in that request's session. */
  readonly database: Database
  /** Position of the ledger at which this isolate has checked the program. */
  readonly ledger: LedgerPosition
  /** Drizzle on `database`. */
  readonly db: DrizzleD1Database
}

/** A request, or anything else with the worker's bindings, such as the argument of `install`. */
export interface WithEnv {
  readonly env: Bindings
}

const runtimes = new WeakMap<Bindings, Runtime>()

let program: Program | undefined

export function registerRuntime(env: Bindings, runtime: Runtime): void {
  runtimes.set(env, runtime)
  program = runtime.program
}

/**
 * Returns the program of this isolate, for code without bindings. An isolate never runs two programs.
 * @throws Error before the first request
 */
export function programOfIsolate(): Program {
  if (!program) throw new Error('no service has started in this isolate yet')
  return program
}

/**
 * Returns the runtime of a request.
 * @throws Error if the bindings are not those of a worker made by `createWorker`
 */
export function runtimeOf({ env }: WithEnv): Runtime {
  const runtime = runtimes.get(env)
  if (!runtime) throw new Error('these bindings belong to no service: call this with the context a handler was given')
  return runtime
}

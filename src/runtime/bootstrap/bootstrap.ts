import type { Bindings } from '../../config/request.ts'
import { SCHEMA_PATIENCE } from '../../manifest/migration.ts'
import { HttpError } from '../common/errors.ts'
import { writeLog } from '../common/log.ts'
import { newest, refusalOf } from '../database/database.ts'
import { during } from '../deadlines/deadline.ts'
import { generationsOf } from '../freshness/generations.ts'
import type { Middleware } from '../isolate/app-env.ts'
import { asRequestContext } from '../isolate/app-env.ts'
import { confirmPosition, LedgerMovedError } from '../isolate/position.ts'
import { READY, type Readiness } from '../isolate/readiness.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { installPlugins } from './install.ts'
import { bringUpToDate, PassingError } from './migrate.ts'
import { checkSecrets } from './secrets.ts'
import { isUpToDate, readState } from './state.ts'
import { markDone, synchronize } from './synchronize.ts'

/** Prepares an isolate for requests: once, and again when the ledger has changed. */
export interface Bootstrap {
  /** Runs the necessary steps, or waits for a run in progress. Never rejects. */
  ensure(execution: Execution | undefined): Readiness | Promise<Readiness>
  /** Like `ensure`, but waits for a while if the schema is incomplete and about to be completed. */
  settle(execution: Execution | undefined): Promise<Readiness>
  /** Marks the schema as possibly changed: the next request checks again whether the program fits the schema. */
  doubt(): void
  /**
   * Reads the ledger, unless a read within the last `maxAge` milliseconds succeeded or failed. For routes whose
   * statements do not check the ledger's position themselves.
   */
  confirm(maxAge: number): Promise<void>
  /** Makes the next request run everything again. For tests. */
  reset(): void
}

interface Execution {
  waitUntil(promise: Promise<unknown>): void
}

/**
 * Maximum time, in milliseconds, that a request waits for steps that another request runs. They may never finish,
 * because the platform may have stopped them together with that request.
 */
const PATIENCE = 30_000

/** Milliseconds between two reads of the ledger while requests wait. */
const POLL = 150

const bootstraps = new WeakMap<Bindings, Bootstrap>()

/** Returns the bootstrap of a service; `undefined` for bindings without one. */
export function bootstrapOf(env: Bindings): Bootstrap | undefined {
  return bootstraps.get(env)
}

export function createBootstrap(runtime: Runtime): Bootstrap {
  const progress: Progress = { isInstalled: false, isJudged: false }
  let running: Promise<Readiness> | undefined
  let last: { readonly readiness: Readiness; readonly at: number } | undefined
  let waitsUntil: number | undefined
  let looking: Promise<void> | undefined
  let lookedInVain = Number.NEGATIVE_INFINITY
  const start = (execution: Execution | undefined) => {
    const run = runSteps(runtime, execution, progress).then((readiness) => {
      last = { readiness, at: Date.now() }
      waitsUntil = isPassing(readiness) ? (waitsUntil ?? Date.now() + SCHEMA_PATIENCE) : undefined
      return readiness
    })
    const settled = run.finally(() => {
      running = undefined
    })
    execution?.waitUntil(settled)
    return settled
  }
  const ensure = (execution: Execution | undefined) => {
    if (progress.isInstalled && progress.isJudged) return READY
    if (last && isPassing(last.readiness) && Date.now() - last.at < POLL) return last.readiness
    running ??= start(execution)
    return withPatience(running, () => start(execution))
  }
  const look = () =>
    during('glance', () => confirmPosition(newest(runtime.env.DB), runtime.ledger)).catch((error: unknown) => {
      // If the database is unavailable, the statements of the request report it.
      if (error instanceof LedgerMovedError) progress.isJudged = false
      else lookedInVain = Date.now()
    })
  const bootstrap: Bootstrap = {
    ensure,
    settle: async (execution) => {
      let readiness = await ensure(execution)
      while (isPassing(readiness) && Date.now() < (waitsUntil ?? 0)) {
        await sleep(POLL)
        readiness = await ensure(execution)
      }
      return readiness
    },
    doubt: () => {
      progress.isJudged = false
    },
    confirm: async (maxAge) => {
      const now = Date.now()
      if (now - runtime.ledger.confirmedAt < maxAge || now - lookedInVain < maxAge) return
      if (maxAge === 0) return look()
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
    },
    reset: () => {
      progress.isInstalled = false
      progress.isJudged = false
    },
  }
  bootstraps.set(runtime.env, bootstrap)
  return bootstrap
}

/** Makes middleware that waits for bootstrap before each request that needs the database. */
export function bootstrapMiddleware(): Middleware {
  return async (c, next) => {
    const bootstrap = bootstraps.get(c.env)
    if (bootstrap !== undefined && !skipsBootstrap(c.req.path)) {
      c.set('readiness', await bootstrap.ensure(executionOf(asRequestContext(c))))
    }
    await next()
  }
}

/** Tells whether a path is served before the database is ready. */
export function skipsBootstrap(path: string): boolean {
  return (
    path.startsWith('/images/') ||
    path.startsWith('/assets/') ||
    path === '/health' ||
    path.endsWith('.js') ||
    path.endsWith('.css')
  )
}

interface Progress {
  /** True if the program is recorded in the database, and its plugins are set up. */
  isInstalled: boolean
  /** True if the program has been checked against the schema, at the current position of the ledger. */
  isJudged: boolean
}

/** Runs the steps in order. A failing step ends the run, and determines what can still be served. */
async function runSteps(runtime: Runtime, execution: Execution | undefined, progress: Progress): Promise<Readiness> {
  let step = 'secrets'
  try {
    checkSecrets(runtime)
    step = 'state'
    const began = Date.now()
    const state = await readState(newest(runtime.env.DB))
    runtime.activity.remember(state.plugins)
    generationsOf(runtime).remember(state.generations, began)
    const isNew = state.program !== runtime.program.manifest.hash
    if (isUpToDate(state, runtime)) takePosition(runtime, { current: state.position, isExact: true })
    else {
      step = 'migrations'
      takePosition(runtime, await during('long', () => bringUpToDate(runtime, state.owner)))
    }
    progress.isJudged = true
    if (isNew && !progress.isInstalled) {
      step = 'synchronisation'
      await synchronize(runtime)
      step = 'plugins'
      await installPlugins(runtime, execution)
      await markDone(runtime)
      runtime.activity.forget()
    }
    progress.isInstalled = true
    return READY
  } catch (error) {
    if (!(error instanceof PassingError)) logFailure(step, error)
    if (step === 'synchronisation' || step === 'plugins') return READY
    return { kind: 'blocked', problem: toProblem(error), isPassing: error instanceof PassingError }
  }
}

function takePosition({ ledger }: Runtime, seen: { readonly current: number | null; readonly isExact: boolean }): void {
  Object.assign(ledger, seen, { confirmedAt: Date.now() })
}

function isPassing(readiness: Readiness): boolean {
  return readiness.kind === 'blocked' && readiness.isPassing
}

function logFailure(step: string, error: unknown): void {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'bootstrap', step, error: description })
}

function toProblem(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof PassingError) return error.problem
  const headers = { 'Retry-After': '5' }
  if (refusalOf(error)?.kind === 'unavailable') {
    return new HttpError('database_unavailable', 'The database is not responding.', { headers })
  }
  return new HttpError('schema_pending', 'The database could not be brought up to date. The log has the details.', {
    headers,
  })
}

/**
 * Waits for the steps that another request runs. They may have been stopped together with that request, so after a
 * while, waiting requests run the steps themselves.
 */
async function withPatience(run: Promise<Readiness>, again: () => Promise<Readiness>): Promise<Readiness> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE)
  })
  const first = await Promise.race([run, late])
  clearTimeout(timer)
  return first === 'late' ? again() : first
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

/**
 * Returns the execution context of a request; `undefined` if there is none, as in tests that call the app directly.
 * Hono's `executionCtx` throws in that case.
 */
export function executionOf(c: { readonly executionCtx: Execution }): Execution | undefined {
  try {
    return c.executionCtx
  } catch {
    return undefined
  }
}

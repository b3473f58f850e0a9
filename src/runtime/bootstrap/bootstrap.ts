import type { Bindings } from '../../config/plugin.ts'
import type { Middleware } from '../app-env.ts'
import { asRequestContext } from '../app-env.ts'
import { refusalOf } from '../database.ts'
import { HttpError } from '../errors.ts'
import { writeLog } from '../log.ts'
import type { Runtime } from '../runtime.ts'
import { installPlugins } from './install.ts'
import { bringUpToDate, unfinishedRestore } from './migrate.ts'
import { READY, type Readiness } from './readiness.ts'
import { checkSecrets } from './secrets.ts'
import { isUpToDate, readState } from './state.ts'
import { markDone, synchronise } from './synchronise.ts'

/** What makes an isolate ready, once. */
export interface Bootstrap {
  /** Runs what is to be done, or waits for the run that is under way. Never rejects. */
  ensure(execution: Execution | undefined): Readiness | Promise<Readiness>
  /** The next request runs it again. For tests. */
  reset(): void
}

interface Execution {
  waitUntil(promise: Promise<unknown>): void
}

/** Longest wait for another request's run, in milliseconds: that request may have been cut off with its run. */
const PATIENCE = 30_000

const bootstraps = new WeakMap<Bindings, Bootstrap>()

export function createBootstrap(runtime: Runtime): Bootstrap {
  let done = false
  let running: Promise<Readiness> | undefined
  const start = (execution: Execution | undefined) => {
    const run = runSteps(runtime, execution).then((outcome) => {
      done = outcome.done
      return outcome.readiness
    })
    const settled = run.finally(() => {
      running = undefined
    })
    execution?.waitUntil(settled)
    return settled
  }
  const bootstrap: Bootstrap = {
    ensure: (execution) => {
      if (done) return READY
      running ??= start(execution)
      return withPatience(running, () => start(execution))
    },
    reset: () => {
      done = false
    },
  }
  bootstraps.set(runtime.env, bootstrap)
  return bootstrap
}

/**
 * Runs bootstrap before the first request that needs it (specification, request pipeline, item 9).
 * @param bootstrap default: the one of the service that the request came to
 */
export function bootstrapMiddleware(bootstrap?: Bootstrap): Middleware {
  return async (c, next) => {
    const own = bootstrap ?? bootstraps.get(c.env)
    if (own !== undefined && !isSkipped(c.req.path)) {
      c.set('readiness', await own.ensure(executionOf(asRequestContext(c))))
    }
    await next()
  }
}

function isSkipped(path: string): boolean {
  return (
    path.startsWith('/images/') ||
    path.startsWith('/assets/') ||
    path === '/health' ||
    path.endsWith('.js') ||
    path.endsWith('.css')
  )
}

interface Outcome {
  readonly readiness: Readiness
  /** Nothing is left to be done in this isolate. */
  readonly done: boolean
}

/** The steps in order. A step that fails is logged and ends the run; what it stands for decides what is still served. */
async function runSteps(runtime: Runtime, execution: Execution | undefined): Promise<Outcome> {
  let step = 'secrets'
  try {
    checkSecrets(runtime)
    step = 'state'
    const state = await readState(runtime.env.DB)
    if (state.isUnfinished) throw unfinishedRestore()
    runtime.activity.remember(state.plugins)
    if (isUpToDate(state, runtime)) return { readiness: READY, done: true }
    step = 'migrations'
    await bringUpToDate(runtime, state.owner)
    step = 'synchronisation'
    await synchronise(runtime)
    step = 'plugins'
    await installPlugins(runtime, execution)
    await markDone(runtime)
    runtime.activity.forget()
    return { readiness: READY, done: true }
  } catch (error) {
    logFailure(step, error)
    const servesData = step === 'synchronisation' || step === 'plugins'
    return { readiness: servesData ? READY : { kind: 'blocked', answer: toAnswer(error) }, done: false }
  }
}

function logFailure(step: string, error: unknown): void {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'bootstrap', step, error: description })
}

function toAnswer(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const headers = { 'Retry-After': '5' }
  if (refusalOf(error)?.kind === 'unavailable') {
    return new HttpError('database_unavailable', 'The database does not answer.', { headers })
  }
  return new HttpError('schema_pending', 'The database could not be brought up to date. The log has the details.', {
    headers,
  })
}

/** Another request's run may have been cut off with it: after a while its followers help themselves. */
async function withPatience(run: Promise<Readiness>, again: () => Promise<Readiness>): Promise<Readiness> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE)
  })
  const first = await Promise.race([run, late])
  clearTimeout(timer)
  return first === 'late' ? again() : first
}

/** Hono throws where a request has no execution context, as in tests that call the app itself. */
function executionOf(c: { readonly executionCtx: Execution }): Execution | undefined {
  try {
    return c.executionCtx
  } catch {
    return undefined
  }
}

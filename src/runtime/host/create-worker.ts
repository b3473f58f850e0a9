import type { ExecutionContext } from 'hono'
import type { Bindings, RequestContext } from '../../config/request.ts'
import { SECURITY_HEADERS } from '../../ground/security-headers.ts'
import type { HostBatch } from '../../hosts/host.ts'
import type { Program } from '../../manifest/index.ts'
import { type Bootstrap, createBootstrap } from '../bootstrap/bootstrap.ts'
import { HttpError, helpOf } from '../common/errors.ts'
import { writeLog } from '../common/log.ts'
import { DEADLINES, type Deadlines } from '../deadlines/deadline.ts'
import { guardBindings } from '../deadlines/guard-bindings.ts'
import { generationsOf } from '../freshness/generations.ts'
import { inBackground } from '../isolate/background.ts'
import { type Runtime, registerRuntime } from '../isolate/runtime.ts'
import { reportError } from '../monitoring/report-error.ts'
import { consumeBatch, type QueuedWork } from '../plugins/queue.ts'
import { createRouter, type Router } from '../router/router.ts'
import { createRuntime } from './create-runtime.ts'
import { report, runJobs } from './cron.ts'
import { createPipeline } from './pipeline.ts'

/** Properties of a cron trigger. */
interface CronTrigger {
  /** The minute for which the trigger was scheduled, in milliseconds since the epoch. Default: now. */
  readonly scheduledTime?: number
}

/** A compiled program as a worker. */
export interface ServiceWorker {
  /** Runs bootstrap before the first request, on a host that prepares services in advance. */
  prepare(env: Bindings, execution: ExecutionContext): Promise<void>
  fetch(request: Request, env: Bindings, execution: ExecutionContext): Response | Promise<Response>
  /** Handles the cron trigger of each minute: publishes documents that are due, and runs the jobs of plugins. */
  scheduled(event: CronTrigger, env: Bindings, execution: ExecutionContext): Promise<void>
  /** Handles messages of the environment's queue: background work of plugins. */
  queue(batch: HostBatch<QueuedWork>, env: Bindings, execution: ExecutionContext): Promise<void>
  /** Makes the next request run bootstrap again, like the first request in a new isolate. For tests. */
  resetBootstrap(env: Bindings): void
}

/**
 * Makes the worker of a compiled program: the default export of `worker.ts`.
 * @param deadlines maximum waits for bindings; tests use shorter ones
 */
export function createWorker(program: Program, deadlines: Deadlines = DEADLINES): ServiceWorker {
  const services = new WeakMap<Bindings, Service>()
  const serviceOf = (env: Bindings): Service => {
    const known = services.get(env)
    if (known) return known
    const service = createService(program, guardBindings(env, deadlines))
    services.set(env, service)
    return service
  }
  return {
    prepare: async (env, execution) => {
      await serviceOf(env).bootstrap.ensure(execution)
    },
    fetch: async (request, env, execution) => {
      try {
        return await serviceOf(env).router(request, execution)
      } catch (error) {
        return lastResort(error, env, execution)
      }
    },
    scheduled: (event, env, execution) => runScheduled(serviceOf(env), execution, event.scheduledTime ?? Date.now()),
    queue: (batch, env, execution) => runQueue(serviceOf(env), execution, batch),
    resetBootstrap: (env) => serviceOf(env).bootstrap.reset(),
  }
}

/** State of an isolate for one set of bindings. */
interface Service {
  readonly runtime: Runtime
  readonly router: Router
  readonly bootstrap: Bootstrap
}

function createService(program: Program, env: Bindings): Service {
  const runtime = createRuntime(program, env)
  registerRuntime(env, runtime)
  const bootstrap = createBootstrap(runtime)
  return { runtime, router: createRouter(runtime, createPipeline(runtime, bootstrap)), bootstrap }
}

/**
 * Handles a cron trigger. If the service is not ready, bootstrap logs the reason, and the next trigger tries again.
 * Publishing and each job fail independently of each other.
 */
async function runScheduled({ runtime, bootstrap }: Service, execution: ExecutionContext, at: number): Promise<void> {
  await bootstrap.confirm(0)
  const readiness = await bootstrap.ensure(execution)
  if (readiness.kind === 'blocked') return
  const parts = {
    publish: () => inBackground(runtime, execution, (c) => publish(runtime, c)),
    jobs: () => runJobs(runtime, execution, at),
  }
  for (const [part, run] of Object.entries(parts)) {
    await run().catch((error: unknown) => report(runtime, execution, part, { part }, error))
  }
  generationsOf(runtime).forget()
}

async function publish(runtime: Runtime, c: RequestContext): Promise<void> {
  const [{ publishDue }, { publishDueDrafts }] = await Promise.all([
    import('../collections/drafts/publish-due.ts'),
    import('../collections/drafts/due.ts'),
  ])
  const documents = await publishDue(runtime, c, Date.now())
  const published = documents + (await publishDueDrafts(runtime, c, Date.now()))
  if (published > 0) writeLog('info', { type: 'scheduled', requestId: c.get('requestId'), published })
}

/** Handles queue messages. They are delivered again later if the service is not ready. */
async function runQueue(
  { runtime, bootstrap }: Service,
  execution: ExecutionContext,
  batch: HostBatch<QueuedWork>,
): Promise<void> {
  await bootstrap.confirm(0)
  const readiness = await bootstrap.ensure(execution)
  if (readiness.kind === 'blocked') batch.retryAll()
  else await consumeBatch(runtime, execution, batch)
}

/**
 * Logs and reports an error that kept the pipeline from being set up, or happened outside every handler, and returns
 * the response.
 */
function lastResort(error: unknown, env: Bindings, execution: ExecutionContext): Response {
  const outcome = error instanceof HttpError ? error : new HttpError('internal', 'Something went wrong here.')
  const requestId = crypto.randomUUID()
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'error', requestId, code: outcome.code, error: description })
  reportError(error, { env, execution, transaction: 'worker', tags: { requestId, code: outcome.code } })
  const { title, status, code, detail } = outcome
  const body = { type: 'about:blank', title, status, code, detail, requestId, help: helpOf(code) }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...outcome.headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      'X-Response-Time': '0ms',
      ...SECURITY_HEADERS,
    },
  })
}

import type { ExecutionContext } from '@cloudflare/workers-types'
import type { Bindings } from '../config/plugin.ts'
import type { Program } from '../manifest/index.ts'
import { createApp } from './app.ts'
import { createRuntime } from './create-runtime.ts'
import { HttpError } from './errors.ts'
import { writeLog } from './log.ts'
import { registerRuntime, runtimeOf } from './runtime.ts'

type App = ReturnType<typeof createApp>

/** A compiled program as a worker. */
export interface ServiceWorker {
  fetch(request: Request, env: Bindings, execution: ExecutionContext): Response | Promise<Response>
  /** For tests: the next request bootstraps again, as the first one of a new isolate would. */
  resetBootstrap(env: Bindings): void
}

/** Makes the worker of a compiled program: the default export of `worker.ts`. */
export function createWorker(program: Program): ServiceWorker {
  const apps = new WeakMap<Bindings, App>()
  const appOf = (env: Bindings): App => {
    const known = apps.get(env)
    if (known) return known
    const runtime = createRuntime(program, env)
    registerRuntime(env, runtime)
    const app = createApp(runtime)
    apps.set(env, app)
    return app
  }
  return {
    fetch: async (request, env, execution) => {
      try {
        return await appOf(env).fetch(request, env, execution)
      } catch (error) {
        return lastAnswer(error)
      }
    },
    resetBootstrap: (env) => runtimeOf({ env }).bootstrap.reset(),
  }
}

/** When not even the pipeline could be set up, or it failed outside of every handler. */
function lastAnswer(error: unknown): Response {
  const outcome = error instanceof HttpError ? error : new HttpError('internal', 'Something went wrong here.')
  const requestId = crypto.randomUUID()
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'error', requestId, code: outcome.code, error: description })
  const { title, status, code, detail } = outcome
  return new Response(JSON.stringify({ type: 'about:blank', title, status, code, detail, requestId }), {
    status,
    headers: {
      ...outcome.headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
      'X-Response-Time': '0ms',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'X-XSS-Protection': '1; mode=block',
    },
  })
}

/**
 * Worker that stays while programs change: it imports each new program beside the previous one and then serves it, so
 * that a save needs no new workerd. Runs in workerd; only the CLI reaches `control`.
 */
import type { D1Database, ExecutionContext } from '@cloudflare/workers-types'
import { type DatabaseTask, runDatabaseTask } from '../database/database-task.ts'

type Environment = { readonly [name: string]: unknown }

interface Worker {
  fetch(request: Request, env: Environment, context: ExecutionContext): Response | Promise<Response>
  scheduled?(event: object, env: Environment, context: ExecutionContext): Promise<void>
}

interface Served {
  readonly worker: Worker
  readonly env: Environment
}

let served: Served | null = null

export default {
  async fetch(request: Request, bindings: Environment, context: ExecutionContext): Promise<Response> {
    served ??= await load('current.mjs', bindings)
    return served.worker.fetch(request, served.env, context)
  },
}

/**
 * Handles requests from the CLI:
 * - `POST /program?module=program-2.mjs`: 204, or 500 with the error of the evaluation, after which the previous
 *   program is still served.
 * - `POST /scheduled`: runs the program's cron trigger.
 * - `POST /database`: runs a task.
 */
export const control = {
  async fetch(request: Request, bindings: Environment, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/program') return takeProgram(`${searchParams.get('module')}`, bindings)
    if (pathname === '/scheduled') {
      await served?.worker.scheduled?.({}, served.env, context)
      return new Response(null, { status: 204 })
    }
    return runDatabaseTask((await request.json()) as DatabaseTask, bindings.DB as D1Database)
  },
}

async function takeProgram(module: string, bindings: Environment): Promise<Response> {
  try {
    served = await load(module, bindings)
    return new Response(null, { status: 204 })
  } catch (error) {
    return new Response(error instanceof Error ? (error.stack ?? error.message) : String(error), { status: 500 })
  }
}

/** Loads a module of the CLI. It exports the worker, and the variables that are added to the bindings. */
async function load(module: string, bindings: Environment): Promise<Served> {
  const loaded = (await import(`/${module}`)) as { default: Worker; variables: Environment }
  return { worker: loaded.default, env: { ...bindings, ...loaded.variables } }
}

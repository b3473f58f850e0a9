import { type ExecutionContext, Hono } from 'hono'
import type { RequestContext } from '../../config/request.ts'
import { originOfDomain } from '../../ground/domain-origin.ts'
import { type AppEnv, asRequestContext } from './app-env.ts'
import type { Runtime } from './runtime.ts'

/**
 * Runs work outside any request, such as a cron job, with the context that hooks and services expect:
 * without a user, and with its own id for the log.
 * @param path last part of the context's address
 */
export async function inBackground(
  runtime: Runtime,
  execution: ExecutionContext,
  work: (c: RequestContext) => Promise<void>,
  path: `/${string}` = '/',
): Promise<void> {
  const app = new Hono<AppEnv>().all('*', async (c) => {
    c.set('startedAt', Date.now())
    c.set('requestId', crypto.randomUUID())
    c.set('requestHeaders', {})
    c.set('user', null)
    c.set('db', runtime.db)
    await work(asRequestContext(c))
    return c.body(null)
  })
  app.onError((error) => {
    throw error
  })
  const origin = originOfDomain(runtime.environment.domain ?? 'localhost')
  await app.fetch(new Request(origin + path), runtime.env, execution)
}

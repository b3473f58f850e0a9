import type { Middleware } from '../app-env.ts'
import type { Runtime } from '../runtime.ts'
import { generationsOf } from './generations.ts'

/**
 * After any request that may have written, this isolate asks how new the database is before it gives a kept answer
 * again: whoever wrote reads nothing older here.
 */
export function noticeChanges(runtime: Runtime): Middleware {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next()
    try {
      await next()
    } finally {
      generationsOf(runtime).forget()
    }
  }
}

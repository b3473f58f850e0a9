import { type Outgoing, unlocked } from '../common/outgoing.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'

/** Makes middleware from a function that processes each response. */
export function afterwards(work: (c: AppContext, outgoing: Outgoing) => void): Middleware {
  return async (c, next) => {
    await next()
    const response = unlocked(c.res)
    if (response !== c.res) {
      c.res = undefined // Hono copies the headers of the replaced response to its replacement
      c.res = response
    }
    work(c, response)
  }
}

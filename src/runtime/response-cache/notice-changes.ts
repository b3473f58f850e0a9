import { generationsOf } from '../freshness/generations.ts'
import type { AppContext } from '../isolate/app-env.ts'
import { isRead } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * Makes the function that runs at the end of each request. If the request may have written to the database, the isolate
 * reads the generations before it serves a cached response, so that callers see their own writes.
 */
export function noticeChanges(runtime: Runtime): (c: AppContext) => void {
  const shownWithOthers = ['users', ...runtime.program.manifest.plugins.flatMap(({ targets }) => Object.keys(targets))]
  return (c) => {
    if (isRead(c) || c.req.method === 'OPTIONS') return
    const generations = generationsOf(runtime)
    generations.forget()
    // Code that writes documents calls `distrust` itself. Other changes may affect any response that shows their data.
    if (c.get('user') !== null && c.get('route')?.collection === undefined) generations.distrust(shownWithOthers)
  }
}

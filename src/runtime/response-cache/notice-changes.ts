import { generationsOf } from '../freshness/generations.ts'
import type { AppContext } from '../isolate/app-env.ts'
import { isRead } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * After any request that may have written, this isolate asks how new the database is before it gives a kept answer
 * again: whoever wrote reads nothing older here.
 */
export function noticeChanges(runtime: Runtime): (c: AppContext) => void {
  const shownWithOthers = ['users', ...runtime.program.manifest.plugins.flatMap(({ targets }) => Object.keys(targets))]
  return (c) => {
    if (isRead(c) || c.req.method === 'OPTIONS') return
    const generations = generationsOf(runtime)
    generations.forget()
    // Documents are told of where they are written. Whatever else somebody changes may be shown with them.
    if (c.get('user') !== null && c.get('route')?.collection === undefined) generations.distrust(shownWithOthers)
  }
}

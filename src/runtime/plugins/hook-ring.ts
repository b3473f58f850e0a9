import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'

/** Maximum number of nested calls that hooks make to the service itself. */
const MAX_NESTED = 8

interface Ring {
  /** Hooks that led to the request, the outermost first. */
  readonly before: readonly string[]
  /** Hooks that are running for the request: several if they run after the response. */
  readonly running: string[]
}

const rings = new WeakMap<Request, Ring>()

/** Runs a hook and remembers that it is running, for calls that it makes to the service. */
export async function inHook<Result>(
  c: RequestContext,
  name: string,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  const ring = rings.get(c.req.raw) ?? { before: [], running: [] }
  rings.set(c.req.raw, ring)
  ring.running.push(name)
  try {
    return await run()
  } finally {
    ring.running.splice(ring.running.indexOf(name), 1)
  }
}

/** Records that a request is made on behalf of another request, and which hooks of the other request are running. */
export function askWithin(c: RequestContext, request: Request): void {
  const { before, running } = rings.get(c.req.raw) ?? { before: [], running: [] }
  const hooks = running.length === 0 ? before : [...before, [...new Set(running)].join(', ')]
  rings.set(request, { before: hooks, running: [] })
}

/**
 * Refuses a request that is nested too deeply.
 * @throws HttpError `hook_loop`
 */
export function refuseLoop(request: Request): void {
  const { before } = rings.get(request) ?? { before: [] }
  if (before.length <= MAX_NESTED) return
  const hooks = [...new Set(before)].join(' → ')
  throw new HttpError('hook_loop', t('Hooks keep calling each other: {hooks}.', { hooks }))
}

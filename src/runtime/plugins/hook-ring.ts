import type { RequestContext } from '../../config/request.ts'
import { HttpError } from '../common/errors.ts'
import { t } from '../messages/messages.ts'

/** Requests that hooks make of the service itself, each because of the one before. */
const MAX_NESTED = 8

interface Ring {
  /** Hooks because of which the request was made, the first first. */
  readonly before: readonly string[]
  /** Hooks that run for the request now: several where they run after the response. */
  readonly running: string[]
}

const rings = new WeakMap<Request, Ring>()

/** Runs a hook, which is then known to whatever it asks of the service. */
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

/** Notes that a request is made on behalf of another one, by its hooks where some run. */
export function askWithin(c: RequestContext, request: Request): void {
  const { before, running } = rings.get(c.req.raw) ?? { before: [], running: [] }
  const hooks = running.length === 0 ? before : [...before, [...new Set(running)].join(', ')]
  rings.set(request, { before: hooks, running: [] })
}

/** @throws HttpError `hook_loop` for a request that hooks have led to too often */
export function refuseLoop(request: Request): void {
  const { before } = rings.get(request) ?? { before: [] }
  if (before.length <= MAX_NESTED) return
  const hooks = [...new Set(before)].join(' → ')
  throw new HttpError('hook_loop', t('Hooks keep calling each other: {hooks}.', { hooks }))
}

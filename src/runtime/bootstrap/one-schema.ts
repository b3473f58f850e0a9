import type { ManifestRoute } from '../../manifest/index.ts'
import { HttpError } from '../common/errors.ts'
import { refusalOf } from '../database/database.ts'
import type { AppContext } from '../isolate/app-env.ts'
import { asRequestContext } from '../isolate/app-env.ts'
import { LedgerMovedError } from '../isolate/position.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { bootstrapOf, executionOf } from './bootstrap.ts'

/** Maximum age of an isolate's knowledge of the ledger on routes of plugins, in milliseconds. */
const MAX_AGE = 1000

/**
 * Waits a while for a schema that is about to be applied. On routes of plugins it looks at the ledger now and then:
 * their statements do not say where it must stand.
 */
export async function awaitSchema(c: AppContext): Promise<void> {
  const bootstrap = bootstrapOf(c.env)
  if (bootstrap === undefined) return
  if (c.get('readiness')?.kind === 'ready') await bootstrap.confirm(MAX_AGE)
  c.set('readiness', await bootstrap.settle(executionOf(asRequestContext(c))))
}

/** Tells whether a request has to wait for the schema, or look at the ledger. */
export function isSchemaInDoubt(c: AppContext, { collection }: ManifestRoute): boolean {
  const readiness = c.get('readiness')
  if (readiness === undefined) return false
  return readiness.kind === 'ready' ? collection === undefined : readiness.isPassing
}

/**
 * Does what a request asks for, at one state of the schema. Where the ledger moves on the way, nothing of it counts: the
 * program is judged anew, and the work done once more, or refused.
 * @throws HttpError `schema_pending` where the program does not fit the schema any more, or not yet
 */
export async function atOneSchema<Result>(
  c: AppContext,
  runtime: Runtime,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const { current } = runtime.ledger
  try {
    return await work()
  } catch (error) {
    const bootstrap = bootstrapOf(c.env)
    if (!isDoubtful(error) || bootstrap === undefined) throw error
    bootstrap.doubt()
    const readiness = await bootstrap.settle(executionOf(asRequestContext(c)))
    if (readiness.kind === 'blocked') throw readiness.problem
    // A replica may be behind what the isolate knows. Anything else is as it was, and would fail again.
    if (runtime.ledger.current === current && refusalOf(error)?.kind !== 'moved') throw error
    c.get('database').readFrom('first-primary')
    return work()
  }
}

/** Tells whether an error may come from a schema other than the one that the program was judged by. */
export function isDoubtful(error: unknown): boolean {
  if (error instanceof LedgerMovedError) return true
  const refusal = refusalOf(error)
  if (refusal?.kind === 'notNull') return refusal.column === 'content_versions.version'
  return refusal?.kind === 'moved' || refusal?.kind === 'missing'
}

/** The answer where the schema changes while a request is at work. */
export function schemaMoved(cause: unknown): HttpError {
  return new HttpError('schema_pending', 'The schema has changed while this was being done: try again.', {
    headers: { 'Retry-After': '1' },
    cause,
  })
}

import type { ManifestRoute } from '../../manifest/index.ts'
import { HttpError } from '../common/errors.ts'
import { refusalOf } from '../database/database.ts'
import type { AppContext } from '../isolate/app-env.ts'
import { asRequestContext } from '../isolate/app-env.ts'
import { LedgerMovedError } from '../isolate/position.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { bootstrapOf, executionOf } from './bootstrap.ts'

/** Maximum age, in milliseconds, of an isolate's knowledge of the ledger on plugins' routes. */
const MAX_AGE = 1000

/**
 * Waits for a while if the schema is about to be completed. On plugins' routes, first reads the ledger if the last read
 * is older than `MAX_AGE`, because statements of plugins do not check the ledger's position.
 */
export async function awaitSchema(c: AppContext): Promise<void> {
  const bootstrap = bootstrapOf(c.env)
  if (bootstrap === undefined) return
  if (c.get('readiness')?.kind === 'ready') await bootstrap.confirm(MAX_AGE)
  c.set('readiness', await bootstrap.settle(executionOf(asRequestContext(c))))
}

/** Tells whether a request has to wait for the schema, or to read the ledger. */
export function isSchemaInDoubt(c: AppContext, { collection }: ManifestRoute): boolean {
  const readiness = c.get('readiness')
  if (readiness === undefined) return false
  return readiness.kind === 'ready' ? collection === undefined : readiness.isPassing
}

/**
 * Runs the work of a request in one state of the schema. If the ledger changes in the meantime, the result is
 * discarded: the program is checked again, and the work is repeated or refused.
 * @throws HttpError `schema_pending` if the program no longer fits the schema, or does not fit it yet
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
    // With an unchanged ledger, a repetition would fail again, except if a replica was behind the isolate.
    if (runtime.ledger.current === current && refusalOf(error)?.kind !== 'moved') throw error
    c.get('database').readFrom('first-primary')
    return work()
  }
}

/** Tells whether a change to the schema may have caused an error. */
export function isDoubtful(error: unknown): boolean {
  if (error instanceof LedgerMovedError) return true
  const refusal = refusalOf(error)
  if (refusal?.kind === 'notNull') return refusal.column === 'content_versions.version'
  return refusal?.kind === 'moved' || refusal?.kind === 'missing'
}

/** Returns the error for a request during which the schema changed. */
export function schemaMoved(cause: unknown): HttpError {
  return new HttpError('schema_pending', 'The schema changed during this request. Try again.', {
    headers: { 'Retry-After': '1' },
    cause,
  })
}

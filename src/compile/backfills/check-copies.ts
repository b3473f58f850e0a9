import type { Config } from '../../config/config.ts'
import { copyingBackfill } from '../../fields/backfill.ts'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { readLock } from '../lock/read-lock.ts'
import { renamesOf, withNewNames } from '../lock/renames.ts'
import { PENDING_LOCK } from '../schema/files/earlier-locks.ts'
import type { History } from '../schema/files/history.ts'
import type { MigrationPlan } from '../schema/plan/plan-migrations.ts'
import { checkBackfills } from './check-backfills.ts'
import { backfillsIn } from './judge-backfills.ts'
import { lockBefore } from './lock-before.ts'

export interface CopiesSource {
  readonly plan: Pick<MigrationPlan, 'steps' | 'before'>
  readonly history: History
  readonly config: Config
  /** The text of the new lock. */
  readonly lock: string
  /** True if the review judges backfills that show values to more readers. */
  readonly isPlannedAgain: boolean
}

export interface CheckedCopies {
  readonly findings: readonly Finding[]
  /** The note with which later builds in a folder without git find the lock from before the pending migration. */
  readonly notes: readonly (readonly [path: string, text: string])[]
}

/**
 * Checks that the backfills of the pending migration copy no secrets, and show values to new readers only with a
 * reason, using the lock from before the migration and the new one. With `isPlannedAgain`, missing reasons are left to
 * the review. Parses the locks only if a backfill copies a column.
 */
export function checkCopies({ plan, history, config, lock, isPlannedAgain }: CopiesSource): CheckedCopies {
  const { steps, before } = plan
  const backfills = backfillsIn(config)
  const isCopying = [...backfills.values()].some((backfill) => copyingBackfill(backfill) !== null)
  const isNoted = steps.length > 0 && history.seal().notesPending
  if (steps.length === 0 || !(isCopying || isNoted)) return { findings: [], notes: [] }
  const earlier = lockBefore(before(), history.locks())
  const notes = isNoted && earlier?.isExact ? [[PENDING_LOCK, earlier.text] as const] : []
  const head = readLock(lock)
  if (!isCopying || !('lock' in head)) return { findings: [], notes }
  const base = earlier && withNewNames(earlier.lock, renamesOf([steps]))
  const findings = checkBackfills({ steps, head: head.lock, base, backfills }, config)
  const isLeft = ({ code }: Finding) => isPlannedAgain && code === 'backfill-unacknowledged'
  return { findings: findings.filter((finding) => !isLeft(finding)), notes }
}

import { type BackfillSource, type JudgedBackfill, judgeBackfills } from '../backfills/judge-backfills.ts'
import type { Lock } from '../lock/read-lock.ts'
import { describeReadersOf } from '../lock/readers.ts'
import type { Sources } from '../sources/sources.ts'
import type { Change } from './change.ts'
import { listed } from './fold-access.ts'

/** Reports new fields that are filled from existing data: who may read the copy, and who could read its source. */
export function diffBackfills(source: BackfillSource, sources: Sources): Change[] {
  return judgeBackfills(source).map((backfill) => {
    const subject = `${backfill.collection}.${backfill.field}`
    const opens = backfill.reads.some(({ isWidened }) => isWidened)
    return {
      class: opens ? 'opens' : 'safe',
      kind: 'backfill',
      subject,
      message: inWords(backfill, source.head),
      source: sources.field(subject, 'backfill'),
      ...(backfill.acknowledged !== null && { reason: backfill.acknowledged }),
    }
  })
}

function inWords({ collection, field, reads }: JudgedBackfill, head: Lock): string {
  const from = reads.map(({ what, isSecret, who }) =>
    isSecret ? `${what}, which nobody may read` : `${what}, which ${who} could read`,
  )
  const origin = from.length === 0 ? 'an expression without columns' : listed(from)
  return `${collection}.${field} is filled from ${origin}; the new values are read by ${describeReadersOf(head, collection, field)}`
}

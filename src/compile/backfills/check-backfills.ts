import type { Config } from '../../config/config.ts'
import { copyingBackfill } from '../../fields/backfill.ts'
import type { Field } from '../../fields/field-type.ts'
import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import type { Lock } from '../lock/read-lock.ts'
import { describeReadersOf } from '../lock/readers.ts'
import { type BackfillSource, type JudgedBackfill, type JudgedRead, judgeBackfills } from './judge-backfills.ts'

/** Checks that no backfill copies a secret, or shows values to new readers without a reason in the config. */
export function checkBackfills(source: BackfillSource, config: Config): Finding[] {
  return judgeBackfills(source).flatMap((backfill) => findingsOn(backfill, source.head, config))
}

function findingsOn(backfill: JudgedBackfill, head: Lock, config: Config): Finding[] {
  const { collection, field, reads, acknowledged } = backfill
  const declared = config.collections.find(({ name }) => name === collection)?.fields[field]
  const at = declared ? atValue(declared, 'backfill') : null
  const name = `${collection}.${field}`
  const secret = reads.filter(({ isSecret }) => isSecret)
  const widened = reads.filter(({ isSecret, isWidened }) => isWidened && !isSecret)
  return [
    ...secret.map(({ what }): Finding => {
      const message = `The backfill of ${name} reads ${what}, which nobody may read.`
      return { code: 'backfill-reads-secret', message, hint: 'Choose another source for the backfill.', at }
    }),
    ...(acknowledged === null
      ? widened.map((read) => ({ ...unacknowledged(backfill, read, head), hint: hintFor(declared), at }))
      : []),
  ]
}

/** Returns a hint with the option as declared and an added reason. */
function hintFor(field: Field | undefined): string {
  const declared = copyingBackfill((field?.options as { readonly backfill?: unknown } | undefined)?.backfill) // as any field may have it
  const source =
    declared?.from.kind === 'field' ? `field: '${declared.from.name}'` : `sql: sql\`${declared?.from.text ?? '…'}\``
  return `If that is intended, give the reason: backfill: { ${source}, opens: 'why' }`
}

const UNKNOWN = 'no committed cms.lock.json contains it, so its earlier readers are unknown'

function unacknowledged(
  { collection, field }: JudgedBackfill,
  read: JudgedRead,
  head: Lock,
): Pick<Finding, 'code' | 'message'> {
  const until = read.isKnown ? `until now, its readers were ${read.who}` : UNKNOWN
  const message = `The backfill of ${collection}.${field} shows ${read.what} to ${describeReadersOf(head, collection, field)}; ${until}.`
  return { code: 'backfill-unacknowledged', message }
}

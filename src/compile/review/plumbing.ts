import { nameOfTable } from '../schema/model/copies.ts'
import { isKind, type OperationKind, type OperationOf, visit } from '../schema/steps/operation.ts'
import type { DatabaseChange } from './change.ts'
import { listed } from './fold-access.ts'
import { HEADLINES } from './headlines.ts'
import type { Uncounted } from './item.ts'
import type { Review } from './review.ts'

/** Operations that only prepare or follow others. */
const PLUMBING: ReadonlySet<OperationKind> = new Set([
  'describe-field',
  'set-aside',
  'derive',
  'defer-foreign-keys',
  'free-names',
  'carry-names',
  'rewrite-values',
])

/** Tells whether a step only supports others. A rebuild does, unless it loses something that no other step names. */
export function isPlumbing({ operation }: DatabaseChange, { database }: Review): boolean {
  if (operation === null) return false
  if (operation.kind !== 'rebuild-table') return PLUMBING.has(operation.kind)
  const named = database.some(
    (other) => other.operation?.kind !== 'rebuild-table' && tableOf(other) === operation.table && other.sql.length > 0,
  )
  const loses = Object.keys(operation.dropped).length + Object.keys(operation.lossy).length > 0
  return named || !loses
}

function tableOf({ operation }: DatabaseChange): string | null {
  if (operation === null) return null
  if ('table' in operation) return operation.table
  return 'collection' in operation ? operation.collection : null
}

/** Creates one item for all supporting steps; none if there are no such steps. */
export function plumbingItem(review: Review): Uncounted[] {
  const steps = review.database.filter((step) => isPlumbing(step, review))
  if (steps.length === 0) return []
  const tables = new Set(steps.flatMap(({ operation }) => tablesIn(operation)))
  const rebuilt = steps.flatMap(({ operation }) => (operation?.kind === 'rebuild-table' ? [operation.table] : []))
  const derived = [...tables].filter((table) => !rebuilt.includes(table))
  const parts = [
    ...(rebuilt.length > 0
      ? [`${listed([...new Set(rebuilt)])} ${rebuilt.length > 1 ? 'are' : 'is'} rebuilt from a copy of the rows`]
      : []),
    ...(derived.length > 0 ? [`triggers, search and indexes of ${listed(derived)} are created again`] : []),
  ]
  const message = parts.length > 0 ? `for these changes, ${parts.join('; ')}` : 'foreign keys are checked at the end'
  const operations = steps.flatMap(({ operation }) => operation ?? [])
  const lines = [
    ...operations.filter(isKind('carry-names')).map((operation) => visit(operation, HEADLINES)),
    ...describeRewrites(operations.filter(isKind('rewrite-values'))),
  ]
  return [
    {
      class: 'safe',
      area: 'database',
      kind: 'plumbing',
      subject: '',
      message,
      lines,
      reasons: [],
      source: null,
      steps,
    },
  ]
}

/** Describes rewrites of the same fields in several tables, in one sentence each. */
function describeRewrites(rewrites: readonly OperationOf<'rewrite-values'>[]): string[] {
  const groups = Map.groupBy(rewrites, ({ collection, fields, removed }) =>
    JSON.stringify([collection, fields, removed]),
  )
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    return visit({ ...first, table: listed([first, ...others].map(({ table }) => nameOfTable(table))) }, HEADLINES)
  })
}

function tablesIn(operation: DatabaseChange['operation']): readonly string[] {
  if (operation === null) return []
  if (operation.kind === 'set-aside' || operation.kind === 'derive') return operation.tables
  return operation.kind === 'rebuild-table' ? [operation.table] : []
}

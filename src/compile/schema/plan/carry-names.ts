import { literal, quote } from '../../../ground/sql.ts'
import type { OperationOf } from '../steps/operation.ts'

type Names = readonly (readonly [from: string, to: string])[]

/**
 * Returns the statements that rename collections in the rows of other tables. Swapped names use a temporary one,
 * because a column may be unique.
 */
export function carryStatements({ renamed, columns }: Pick<OperationOf<'carry-names'>, 'renamed' | 'columns'>) {
  const names = Object.entries(renamed)
  const isSwapped = names.some(([, to]) => Object.hasOwn(renamed, to))
  const moves: readonly Names[] = isSwapped
    ? [names.map(([from, to]) => [from, `${to}__moving`]), names.map(([, to]) => [`${to}__moving`, to])]
    : [names]
  return columns.flatMap((column) => moves.map((pairs) => carryColumn(column, pairs)))
}

function carryColumn(place: string, names: Names): string {
  const [table = '', column = ''] = place.split('.')
  const cases = names.map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`).join(' ')
  const old = names.map(([from]) => literal(from)).join(', ')
  const name = quote(column)
  return `UPDATE ${quote(table)} SET ${name} = CASE ${name} ${cases} END WHERE ${name} IN (${old})`
}

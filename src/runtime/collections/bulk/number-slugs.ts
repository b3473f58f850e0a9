import { batch } from '../../database/database.ts'
import type { FieldPlan } from '../document/plan.ts'
import type { Call } from '../request/call.ts'
import { lastNumbers, slugBase } from '../write/slug.ts'
import type { Written } from './prepare.ts'
import type { TakenSlugs } from './unique.ts'

/**
 * Appends the next free number to every generated slug that is taken: `hello-2`, `hello-3`. Runs one statement for each
 * field.
 */
export async function numberSlugs(call: Call, fields: readonly TakenSlugs[]): Promise<void> {
  const taken = fields.filter(({ items }) => items.length > 0).map((field) => ({ ...field, series: seriesOf(field) }))
  if (taken.length === 0) return
  const found = await batch(
    call.runtime.database,
    taken.map(({ plan, series }) => lastNumbers(call.plan, plan, [...series.keys()])),
  )
  for (const [index, { plan, series, isWanted }] of taken.entries()) {
    for (const [place, [base, items]] of [...series].entries()) {
      number(plan, base, items, Number(found[index]?.[place]?.last ?? 0), isWanted)
    }
  }
}

/** Groups slugs that differ only by their number, by the slug to which the number is appended. */
function seriesOf({ plan, items }: TakenSlugs): Map<string, Written[]> {
  const series = new Map<string, Written[]>()
  for (const item of items) {
    const base = slugBase(plan, String(item.row[plan.field.name]))
    series.set(base, [...(series.get(base) ?? []), item])
  }
  return series
}

function number(
  plan: FieldPlan,
  base: string,
  items: readonly Written[],
  highest: number,
  isWanted: TakenSlugs['isWanted'],
): void {
  let last = Math.max(highest, 1)
  for (const item of items) {
    do last += 1
    while (isWanted(`${base}-${last}`))
    item.row = { ...item.row, [plan.field.name]: `${base}-${last}` }
  }
}

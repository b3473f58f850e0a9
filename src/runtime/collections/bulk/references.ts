import type { Row, Statement } from '../../database/database.ts'
import type { FieldPlan } from '../document/plan.ts'
import { pathInBody } from '../locale/locale.ts'
import type { Call } from '../request/call.ts'
import type { Deletions } from '../write/deletions.ts'
import { newInside, type Reference } from '../write/references-inside.ts'
import { danglingError, findTargets, missingTarget, missingTargets } from '../write/refusals.ts'
import { type Refused, refuse, type Written, withinData } from './prepare.ts'

/** A check that reads from the database: its statements, and the function that takes their rows. */
interface Check {
  readonly statements: readonly Statement[]
  take(found: readonly Row[][]): void
}

/**
 * Returns the check that refuses references without a target: the target must exist and must not be about to be
 * deleted. It has one statement for each collection or table that references point to.
 */
export function checkReferences(
  call: Call,
  written: readonly Written[],
  deletions: Deletions,
  refused: Refused,
): Check {
  const idsByTarget = new Map<string, Set<string>>()
  const named = written.map((item) => ({ item, references: newReferences(call, item), inside: insideOf(call, item) }))
  for (const { references, inside } of named) {
    for (const { field, ids } of references) {
      const known = idsByTarget.get(field.target ?? '') ?? new Set()
      idsByTarget.set(field.target ?? '', new Set([...known, ...ids]))
    }
    for (const { target, id } of inside) idsByTarget.set(target, new Set([...(idsByTarget.get(target) ?? []), id]))
  }
  const targets = [...idsByTarget].filter(([, ids]) => ids.size > 0)
  return {
    statements: targets.map(([target, ids]) => findTargets(call, target, ids)),
    take(found) {
      const existing = new Map(targets.map(([name], index) => [name, new Set(found[index]?.map(({ id }) => id))]))
      const isThere = (target: string, id: string) =>
        existing.get(target)?.has(id) === true && !deletions.get(target)?.has(id)
      for (const { item, references, inside } of named) {
        const errors = [
          ...references.flatMap(({ field, ids }) =>
            missingTargets(field, ids, (id) => isThere(field.target ?? '', id)),
          ),
          ...inside
            .filter(({ target, id }) => !isThere(target, id))
            .map((one) => missingTarget(pathInBody(one.path, call.locale), one)),
        ]
        if (errors.length > 0) refuse(refused, item.index, withinData(danglingError(errors)))
      }
    },
  }
}

/** Returns the references, at any depth, in the values that an operation changes. */
export function writtenReferences(call: Call, item: Written): readonly Pick<Reference, 'target' | 'id'>[] {
  const inColumns = newReferences(call, item).flatMap(({ field: { target }, ids }) =>
    target === null ? [] : ids.map((id) => ({ target, id })),
  )
  return [...inColumns, ...insideOf(call, item)]
}

/** Returns the references in groups, lists and blocks that an operation adds. */
export function insideOf({ plan }: Pick<Call, 'plan'>, item: Written): readonly Reference[] {
  return newInside(plan, item.action === 'update' ? item.before : null, item.row)
}

function newReferences(call: Call, item: Written): { field: FieldPlan['field']; ids: readonly string[] }[] {
  const before = item.action === 'update' ? item.before : null
  return call.plan.fields.flatMap(({ field }) => {
    const value = item.row[field.name]
    if (field.target === null || typeof value !== 'string' || value === before?.[field.name]) return []
    const ids = field.storage === 'join' ? (JSON.parse(value) as string[]) : [value] // a list is stored as JSON
    return [{ field, ids }]
  })
}

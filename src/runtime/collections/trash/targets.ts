import type { ManifestField } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { batch } from '../../database/database.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import type { Recovered } from '../write/commit.ts'
import { findTargets, missingTargets } from '../write/refusals.ts'

/**
 * Removes from deleted documents the references whose targets have been deleted in the meantime.
 * @throws HttpError `conflict` if a field would have fewer references than it must have
 */
export async function withTargets(call: Call, group: readonly Recovered[]): Promise<Recovered[]> {
  const exists = await findExisting(call, group)
  const errors: FieldError[] = []
  const complete = group.map(({ plan, row }): Recovered => {
    const changes: Partial<DocumentRow> = {}
    for (const { field } of plan.fields) {
      const ids = idsIn(field, row)
      const left = ids.filter((id) => exists(field.target ?? '', id))
      if (left.length === ids.length) continue
      const least = Math.max(field.options.min ?? 0, field.required ? 1 : 0)
      if (left.length < least) errors.push(...missingTargets(field, ids, (id) => left.includes(id)))
      changes[field.name] = field.storage === 'join' ? JSON.stringify(left) : null
    }
    return { plan, row: { ...row, ...changes } as DocumentRow } // only values of fields have changed
  })
  if (errors.length > 0) {
    throw new HttpError('conflict', t('This document refers to a deleted document. Restore that document first.'), {
      errors,
    })
  }
  return complete
}

async function findExisting(call: Call, group: readonly Recovered[]) {
  const idsByTarget = new Map<string, Set<string>>()
  for (const { plan, row } of group) {
    for (const { field } of plan.fields) {
      const ids = idsIn(field, row)
      if (field.target !== null)
        idsByTarget.set(field.target, new Set([...(idsByTarget.get(field.target) ?? []), ...ids]))
    }
  }
  const targets = [...idsByTarget].filter(([, ids]) => ids.size > 0)
  const found =
    targets.length === 0
      ? []
      : await batch(
          call.runtime.database,
          targets.map(([target, ids]) => findTargets(call, target, ids)),
        )
  const known = new Map(targets.map(([target], index) => [target, new Set(found[index]?.map(({ id }) => String(id)))]))
  for (const { plan, row } of group) known.get(plan.collection.name)?.add(row.id)
  return (target: string, id: string) => known.get(target)?.has(id) === true
}

/** Returns the references that documents have in their columns and lists. */
export function referencesOf(group: readonly Recovered[]): { readonly target: string; readonly id: string }[] {
  return group.flatMap(({ plan, row }) =>
    plan.fields.flatMap(({ field }) => idsIn(field, row).map((id) => ({ target: field.target ?? '', id }))),
  )
}

function idsIn({ name, target, storage }: ManifestField, row: DocumentRow): string[] {
  const value = row[name]
  if (target === null || typeof value !== 'string') return []
  return storage === 'join' ? (JSON.parse(value) as string[]) : [value] // a list is stored as JSON
}

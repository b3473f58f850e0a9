import type { ManifestField } from '../../manifest/index.ts'
import { newInside } from '../../runtime/collections/write/references-inside.ts'
import type { SqlValue } from '../../runtime/database/database.ts'
import type { Entry } from './read-line.ts'

interface Reference {
  readonly target: string
  readonly id: string
  /** Path of the field: `author`, `tags.2`. */
  readonly path: string
}

/** Lists every document, file and user that a document refers to, including those in groups, lists and blocks. */
export function referencesOf({ plan, row }: Entry): Reference[] {
  const references = plan.fields.flatMap(({ field }) => {
    const value = row[field.name]
    const { target, name } = field
    if (target === null || typeof value !== 'string') return []
    if (field.storage !== 'join') return [{ target, id: value, path: name }]
    const ids = JSON.parse(value) as string[] // a list of references is stored as JSON
    return ids.map((id, position) => ({ target, id, path: `${name}.${position}` }))
  })
  return [...references, ...newInside(plan, null, row)]
}

/** Lists the values that no other document of the collection may have. */
export function uniqueValuesOf({ plan, row }: Entry): { readonly field: ManifestField; readonly value: SqlValue }[] {
  return plan.stored.flatMap(({ field }) => {
    const value = row[field.name] ?? null
    return field.unique && value !== null ? [{ field, value }] : []
  })
}

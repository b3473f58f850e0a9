import * as z from 'zod'
import {
  callApi,
  decisionFor,
  isFieldShown,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
} from '../../../../runtime/kit.ts'

/**
 * Schema of one field's uses of a document: the field and its collection, the number of documents that refer to the
 * document in this field, and the first of these documents.
 */
export const use = z.strictObject({
  collection: z.string(),
  label: z.string(),
  field: z.string(),
  fieldLabel: z.string(),
  onDelete: z
    .enum(['restrict', 'cascade', 'nullify', 'leave'])
    .meta({ description: 'What deleting the document does to the documents that refer to it.' }),
  total: z.int(),
  documents: z
    .array(z.strictObject({ id: z.string(), title: z.string() }))
    .meta({ description: 'The first of the documents that `total` counts.' }),
})

export type Use = z.output<typeof use>

const SHOWN = 5

/** Returns the referring documents that the caller may read, by field. Skips fields that cannot be filtered. */
export async function usesOf(c: RequestContext, collection: ManifestCollection, id: string): Promise<Use[]> {
  const found = await Promise.all(collection.statements.referrers.map((referrer) => useBy(c, referrer, id)))
  return found.filter((use) => use !== null)
}

async function useBy(
  c: RequestContext,
  { collection: name, field: fieldName, onDelete }: ManifestCollection['statements']['referrers'][number],
  id: string,
): Promise<Use | null> {
  const holder = manifestOf(c).collections.find((one) => one.name === name)
  const field = holder?.fields.find((one) => one.name === fieldName)
  if (!holder || !field?.operators.includes('eq') || decisionFor(c, holder.access.read) === false) return null
  const query = new URLSearchParams({ [fieldName]: id, limit: String(SHOWN), sort: '-updatedAt', count: 'exact' })
  const title = holder.fields.find(({ name: candidate }) => candidate === holder.titleField)
  const titleField = title && isFieldShown(c, title) ? title.name : null
  query.set('fields', titleField ?? 'id')
  const { ok, body } = await callApi(c, `/api/${name}?${query}`)
  if (!ok || body.data.length === 0) return null
  return {
    collection: name,
    label: holder.label,
    field: fieldName,
    fieldLabel: field.label,
    onDelete,
    total: body.pagination.total,
    documents: body.data.map((document: Readonly<Record<string, unknown>>) => ({
      id: String(document.id),
      title: String((titleField && document[titleField]) || document.id),
    })),
  }
}

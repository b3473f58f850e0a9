import type { RequestContext } from '../../../runtime/kit.ts'
import { isForInputs, type TypedForm, textOf } from '../typed-form.ts'
import { parseCollection } from './collection-input.ts'
import type { FormInput, FormOutcome } from './edit-schemas.ts'
import { collectionInPath, edited, submitted } from './editing.ts'
import { namesIn } from './field-place.ts'
import { readNew } from './new-form.ts'
import { readOptions } from './options-form.ts'
import { orderFor } from './order-form.ts'

interface InPath {
  readonly params: { readonly id: string }
}

type Json = Readonly<Record<string, unknown>>

/** Creates a collection or previews it, for its form or for a program. */
export async function makeCollection(
  c: RequestContext,
  { json, form }: { readonly json: Json; readonly form: TypedForm | undefined },
): Promise<FormOutcome> {
  if (form) {
    if (isForInputs(form)) return { data: null }
    return submitted(c, { kind: 'create-collection', collection: readNew(c, form) }, form)
  }
  const { collection, ...editRequest } = parseCollection(json)
  const made = await edited(c, { kind: 'create-collection', collection: { fields: {}, ...collection } }, editRequest)
  if (!editRequest.save) return made
  c.status(201)
  c.header('Location', `/admin/collections/${made.data.name}`)
  return made
}

/** Changes the options of a collection or previews the change, for their form. */
export function changeOptions(c: RequestContext, { form, params }: FormInput): Promise<FormOutcome> {
  const collection = readOptions(c, collectionInPath(c, params.id), form)
  return submitted(c, { kind: 'change-collection', collection, remove: [] }, form)
}

/** Changes a collection or previews the change, for a program. */
export function changeCollection(c: RequestContext, { json, params: { id } }: InPath & { readonly json: Json }) {
  const { collection, ...editRequest } = parseCollection(json, id)
  return edited(c, { kind: 'change-collection', collection }, editRequest)
}

/** Reorders fields or previews the new order, for their form. */
export async function changeOrder(c: RequestContext, { form, params }: FormInput): Promise<FormOutcome> {
  const collection = collectionInPath(c, params.id)
  const { order, moved } = orderFor(c, collection, form)
  if (moved !== null) return { data: null }
  const change = { name: collection.name, fields: {} }
  const inside = namesIn(c.req.query('in'))
  return submitted(c, { kind: 'change-collection', collection: change, remove: [], order, inside }, form)
}

/** Deletes a collection or previews the deletion, for a program. */
export function deleteCollection(
  c: RequestContext,
  {
    query,
    params,
  }: InPath & { readonly query: { readonly reason?: string | undefined; readonly preview?: boolean | undefined } },
) {
  const editRequest = { save: query.preview !== true, state: null }
  return edited(c, { kind: 'delete-collection', name: params.id, reason: query.reason ?? null }, editRequest)
}

/** Deletes a collection or previews the deletion, for its form. */
export function deleteByForm(c: RequestContext, { form, params }: FormInput): Promise<FormOutcome> {
  const { name } = collectionInPath(c, params.id)
  return submitted(c, { kind: 'delete-collection', name, reason: textOf(form, 'reason') || null }, form)
}

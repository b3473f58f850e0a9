import type { FieldEdit, SourceEdit } from '../../../manifest/source-edit.ts'
import { HttpError, type ManifestCollection, type RequestContext, t } from '../../../runtime/kit.ts'
import { isForInputs, textOf } from '../typed-form.ts'
import { ask, problemOf } from './ask.ts'
import type { FormInput, FormOutcome } from './edit-schemas.ts'
import { collectionInPath, submitted } from './editing.ts'
import { foreign, optionsIn } from './field-form.ts'
import { fieldAt, namesIn, placeForNew } from './field-place.ts'

/** Adds a field or previews it, for its form. */
export async function createField(c: RequestContext, { form, params }: FormInput): Promise<FormOutcome> {
  const collection = collectionInPath(c, params.id)
  if (isForInputs(form)) return { data: null }
  const name = textOf(form, '~name')
  const inside = namesIn(c.req.query('in'))
  if (placeForNew(collection, inside).fields.some((field) => field.name === name))
    throw new HttpError('conflict', t('There is already a field {name}.', { name }))
  const type = textOf(form, '~type') || 'string'
  const field: FieldEdit = { type, ...optionsIn(c, form, { type, now: null, isInside: inside.length > 0 }) }
  return submitted(c, changeOf(collection, { [name]: field }, inside), form)
}

/** Changes a field or previews the change, for its form. */
export async function changeField(
  c: RequestContext,
  { form, params }: FormInput<'id' | 'field'>,
): Promise<FormOutcome> {
  const collection = collectionInPath(c, params.id)
  const field = fieldAt(collection, params.field)
  if (isForInputs(form)) return { data: null }
  const type = textOf(form, '~type') || field.kind
  const name = textOf(form, '~name') || field.name
  const changed = {
    ...(type !== field.kind && { type }),
    ...(name !== field.name && { renamedFrom: field.name }),
    ...optionsIn(c, form, { type, now: field.options, isInside: field.inside.length > 0, inFile: field.inFile }),
    ...foreign(c, field, type),
  }
  return submitted(c, changeOf(collection, { [name]: changed }, field.inside), form)
}

/** Removes a field or previews the removal, for its form. */
export async function dropField(c: RequestContext, { form, params }: FormInput<'id' | 'field'>): Promise<FormOutcome> {
  const collection = collectionInPath(c, params.id)
  const { name, inside } = fieldAt(collection, params.field)
  const reason = textOf(form, 'reason')
  const edit: SourceEdit = {
    kind: 'change-collection',
    collection: { name: collection.name, fields: {}, ...(reason !== '' && { dropped: { [name]: reason } }) },
    remove: [name],
    inside,
  }
  if (textOf(form, '~ask') === '') return submitted(c, edit, form)
  // A first preview of a removal does not need a reason yet.
  const result = await ask(c, edit, { save: false, state: null })
  if (result.outcome === 'preview') return { data: { ...result.preview } }
  throw result.outcome === 'saved' ? new Error('a preview was saved') : problemOf(result)
}

function changeOf(
  { name }: ManifestCollection,
  fields: { readonly [name: string]: FieldEdit },
  inside: readonly string[],
): SourceEdit {
  return { kind: 'change-collection', collection: { name, fields }, remove: [], inside }
}

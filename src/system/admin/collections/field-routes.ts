import { defineRoute } from '../../../config/route.ts'
import type { FieldEdit, SourceEdit } from '../../../manifest/source-edit.ts'
import { HttpError, type ManifestCollection, t } from '../../../runtime/kit.ts'
import { isForInputs, textOf, typedForm } from '../schema-form/typed.ts'
import { ask, problemOf } from './ask.ts'
import { developed, formOutcome, problems, submitted, toCollection } from './editing.ts'
import { foreign, optionsIn } from './field-form.ts'
import { fieldAt, namesIn, placeForNew } from './field-place.ts'

export const newField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/new',
  access: ['admin'],
  summary: 'The form for a new field, optionally `in` a group, a list or a block, in development',
  problems: ['schema_locked', 'not_found'],
  page: () => import('./field-page.tsx'),
})

/** Properties that the routes of fields' forms share. */
const row = {
  method: 'POST',
  access: ['admin'],
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  to: toCollection,
} as const

export const createField = defineRoute({
  ...row,
  path: '/admin/collections/:id/fields',
  summary: 'Adds a field to a collection, or `in` one of its fields, by its form, in development',
  act: (c, { form, params }) => {
    const collection = developed(c, params.id)
    if (isForInputs(form)) return { data: null }
    const name = textOf(form, '~name')
    const inside = namesIn(c.req.query('in'))
    if (placeForNew(collection, inside).fields.some((field) => field.name === name))
      throw new HttpError('conflict', t('There is already a field {name}.', { name }))
    const type = textOf(form, '~type') || 'string'
    const field: FieldEdit = { type, ...optionsIn(c, form, { type, now: null, isInside: inside.length > 0 }) }
    return submitted(c, changeOf(collection, { [name]: field }, inside), form)
  },
  page: () => import('./field-page.tsx'),
  again: newField,
})

export const showField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/:field',
  access: ['admin'],
  summary: 'The form of a field, in development',
  problems: ['schema_locked', 'not_found'],
  page: () => import('./field-page.tsx'),
})

export const submitField = defineRoute({
  ...row,
  path: '/admin/collections/:id/fields/:field',
  summary: 'Changes a field in its file by its form, in development',
  act: (c, { form, params }) => {
    const collection = developed(c, params.id)
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
  },
  page: () => import('./field-page.tsx'),
  again: showField,
})

export const removeField = defineRoute({
  ...row,
  path: '/admin/collections/:id/fields/:field/remove',
  summary: 'Removes a field from a collection by its form, in development',
  act: async (c, { form, params }) => {
    const collection = developed(c, params.id)
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
  },
  page: async () => (await import('./removal-page.tsx')).fieldRemovalPage,
  again: async () => (await import('./removal-page.tsx')).fieldRemovalPage,
})

function changeOf(
  { name }: ManifestCollection,
  fields: { readonly [name: string]: FieldEdit },
  inside: readonly string[],
): SourceEdit {
  return { kind: 'change-collection', collection: { name, fields }, remove: [], inside }
}

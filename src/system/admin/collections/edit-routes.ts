import { defineRoute } from '../../../config/route.ts'
import { typedForm } from '../schema-form/typed.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { collectionBody, parseCollection } from './collection-input.ts'
import { developed, edited, formOutcome, outcome, problems, submitted, toCollection } from './editing.ts'
import { readOptions } from './options-form.ts'

export const editCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/edit',
  access: ['admin'],
  summary: 'The form for the options of a collection, in development',
  problems: ['schema_locked', 'not_found'],
  page: () => import('./options-page.tsx'),
})

export const submitCollection = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes the options of a collection by its form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: (c, { form, params }) => {
    const collection = readOptions(c, developed(c, params.id), form)
    return submitted(c, { kind: 'change-collection', collection, remove: [] }, form)
  },
  page: () => import('./options-page.tsx'),
  to: toCollection,
  again: editCollection,
})

export const replaceCollection = defineRoute({
  method: 'PUT',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes a collection in its file: fields that are left out are removed, in development',
  input: { json: collectionBody },
  returns: outcome,
  problems,
  act: (c, { json, params: { id } }) => {
    requireDevelopment(c, fileOf(c, id))
    const { collection, ...editRequest } = parseCollection(json, id)
    return edited(c, { kind: 'change-collection', collection }, editRequest)
  },
})

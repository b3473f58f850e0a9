import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { isForInputs, textOf, typedForm } from '../schema-form/typed.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { collectionBody, parseCollection } from './collection-input.ts'
import { edited, formOutcome, isSaved, outcome, problems, submitted } from './editing.ts'
import { readNew } from './new-form.ts'

export const newCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/new',
  access: ['admin'],
  summary: 'The form for a new collection, in development',
  problems: ['schema_locked'],
  page: () => import('./new-page.tsx'),
})

export const createCollection = defineRoute({
  method: 'POST',
  path: '/admin/collections',
  access: ['admin'],
  summary: 'Declares a collection in a file of the project, in development',
  input: { json: collectionBody, form: typedForm },
  returns: formOutcome,
  responses: { 201: outcome.extend({ success: z.literal(true) }) },
  problems,
  act: async (c, { json, form }) => {
    requireDevelopment(c, fileOf(c, form ? textOf(form, 'name') : String(json.name ?? '')))
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
  },
  page: () => import('./new-page.tsx'),
  to: (result) => (isSaved(result) ? `/admin/collections/${result.data?.name}?saved=1` : null),
  again: newCollection,
})

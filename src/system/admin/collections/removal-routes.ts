import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { textOf, typedForm } from '../schema-form/typed.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { developed, edited, formOutcome, isSaved, outcome, problems, submitted } from './editing.ts'

export const removeCollection = defineRoute({
  method: 'DELETE',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Deletes the file of a collection and removes it from the config, in development',
  input: { query: z.strictObject({ reason: z.string().max(200).optional(), preview: z.stringbool().optional() }) },
  returns: outcome,
  problems,
  act: (c, { query, params: { id: name } }) => {
    requireDevelopment(c, fileOf(c, name))
    const editRequest = { save: query.preview !== true, state: null }
    return edited(c, { kind: 'delete-collection', name, reason: query.reason ?? null }, editRequest)
  },
})

export const askToDelete = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'The page that previews the deletion of a collection, in development',
  problems: ['schema_locked', 'not_found'],
  page: async () => (await import('./removal-page.tsx')).deletionPage,
})

export const submitDeletion = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'Deletes a collection by its form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: (c, { form, params }) => {
    const { name } = developed(c, params.id)
    return submitted(c, { kind: 'delete-collection', name, reason: textOf(form, 'reason') || null }, form)
  },
  page: async () => (await import('./removal-page.tsx')).deletionPage,
  to: (result) => (isSaved(result) ? '/admin/collections?saved=1' : null),
  again: askToDelete,
})

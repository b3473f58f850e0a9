import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { typedForm } from '../typed-form.ts'
import { fileInPath, formOutcome, isSaved, outcome, problems } from './edit-schemas.ts'

const page = editorPage(fileInPath, (editor) => editor.deletionPage)

export const removeCollection = defineRoute({
  method: 'DELETE',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Deletes the file of a collection and removes it from the config, in development',
  input: { query: z.strictObject({ reason: z.string().max(200).optional(), preview: z.stringbool().optional() }) },
  returns: outcome,
  problems,
  act: inEditor(fileInPath, (editor) => editor.deleteCollection),
})

export const askToDelete = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'The page that previews the deletion of a collection, in development',
  problems: ['schema_locked', 'not_found'],
  page,
})

export const submitDeletion = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'Deletes a collection with a form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: inEditor(fileInPath, (editor) => editor.deleteByForm),
  page,
  to: (result) => (isSaved(result) ? '/admin/collections?saved=1' : null),
  again: askToDelete,
})

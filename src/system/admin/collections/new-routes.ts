import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { type TypedForm, textOf, typedForm } from '../typed-form.ts'
import { fileOf } from './ask.ts'
import { collectionBody, formOutcome, isSaved, outcome, problems } from './edit-schemas.ts'

const page = editorPage(
  (c) => fileOf(c, ''),
  (editor) => editor.newCollectionPage,
)

export const newCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/new',
  access: ['admin'],
  summary: 'The form for a new collection, in development',
  problems: ['schema_locked'],
  page,
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
  act: inEditor(
    (c, { json, form }: { readonly json: { readonly name?: unknown }; readonly form: TypedForm | undefined }) =>
      fileOf(c, form ? textOf(form, 'name') : String(json.name ?? '')),
    (editor) => editor.makeCollection,
  ),
  page,
  to: (result) => (isSaved(result) ? `/admin/collections/${result.data?.name}?saved=1` : null),
  again: newCollection,
})

import { defineRoute } from '../../../config/route.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { typedForm } from '../typed-form.ts'
import { collectionBody, fileInPath, formOutcome, outcome, problems, toCollection } from './edit-schemas.ts'

const page = editorPage(fileInPath, (editor) => editor.optionsPage)

export const editCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/edit',
  access: ['admin'],
  summary: 'The form for the options of a collection, in development',
  problems: ['schema_locked', 'not_found'],
  page,
})

export const submitCollection = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes the options of a collection with its form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: inEditor(fileInPath, (editor) => editor.changeOptions),
  page,
  to: toCollection,
  again: editCollection,
})

export const replaceCollection = defineRoute({
  method: 'PUT',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes a collection in its file, in development; fields that are left out are removed',
  input: { json: collectionBody },
  returns: outcome,
  problems,
  act: inEditor(fileInPath, (editor) => editor.changeCollection),
})

import { defineRoute } from '../../../config/route.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { typedForm } from '../typed-form.ts'
import { fileInPath, formOutcome, problems, toCollection } from './edit-schemas.ts'

const fieldPage = editorPage(fileInPath, (editor) => editor.fieldPage)
const removalPage = editorPage(fileInPath, (editor) => editor.fieldRemovalPage)

export const newField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/new',
  access: ['admin'],
  summary: 'The form for a new field, optionally `in` a group, a list or a block, in development',
  problems: ['schema_locked', 'not_found'],
  page: fieldPage,
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
  summary: 'Adds a field to a collection, or `in` one of its fields, with a form, in development',
  act: inEditor(fileInPath, (editor) => editor.createField),
  page: fieldPage,
  again: newField,
})

export const showField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/:field',
  access: ['admin'],
  summary: 'The form of a field, in development',
  problems: ['schema_locked', 'not_found'],
  page: fieldPage,
})

export const submitField = defineRoute({
  ...row,
  path: '/admin/collections/:id/fields/:field',
  summary: 'Changes a field in its file with its form, in development',
  act: inEditor(fileInPath, (editor) => editor.changeField),
  page: fieldPage,
  again: showField,
})

export const removeField = defineRoute({
  ...row,
  path: '/admin/collections/:id/fields/:field/remove',
  summary: 'Removes a field from a collection with a form, in development',
  act: inEditor(fileInPath, (editor) => editor.dropField),
  page: removalPage,
  again: removalPage,
})

import { defineRoute } from '../../../config/route.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { typedForm } from '../typed-form.ts'
import { fileInPath, formOutcome, problems, toCollection } from './edit-schemas.ts'

const page = editorPage(fileInPath, (editor) => editor.orderPage)

export const showOrder = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'The form for the order of fields, optionally `in` a group, a list or a block, in development',
  problems: ['schema_locked', 'not_found'],
  page,
})

export const submitOrder = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'Reorders fields in their file with a form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: inEditor(fileInPath, (editor) => editor.changeOrder),
  page,
  to: toCollection,
  again: showOrder,
})

import { defineRoute, type Route } from '../../../config/route.ts'
import type { EditAnswer, SourceEdit } from '../../../manifest/source-edit.ts'
import { fieldTypesOf, type ManifestCollection, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { answerProgram, collectionOf, idOf, outcome, problems, statusOf, submit } from './answers.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { collectionBody, parseCollection } from './collection-input.ts'
import { createCollection, newCollection } from './new-routes.ts'
import { readOptions } from './options-form.ts'
import { askToDelete, removeCollection, submitDeletion } from './removal-routes.ts'
import { type TypedForm, typedForm } from './typed.ts'

const editCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/edit',
  access: ['admin'],
  summary: 'The form for what a collection says of itself, in development',
  problems: ['schema_locked', 'not_found'],
  handler: (c) => {
    const collection = collectionOf(c)
    requireDevelopment(c, fileOf(c, collection.name))
    return showOptions(c, collection, null, null)
  },
})

const submitCollection = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes what a collection says of itself by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const collection = collectionOf(c)
    const edit: SourceEdit = { kind: 'change-collection', collection: readOptions(collection, form), remove: [] }
    const next = `/admin/collections/${collection.name}?saved=1`
    return submit(c, edit, form, next, (answer) => showOptions(c, collection, form, answer))
  },
})

async function showOptions(
  c: RequestContext,
  collection: ManifestCollection,
  form: TypedForm | null,
  answer: EditAnswer | null,
): Promise<Response> {
  const { optionsPage } = await import('./options-page.tsx')
  const types = fieldTypesOf(c)
  const searchable = collection.fields.filter(({ kind, hidden, access }) => {
    return types[kind]?.searchText !== undefined && !hidden && access.read === null
  })
  const roles = Object.keys(manifestOf(c).roles).filter((role) => role !== 'admin')
  const names = searchable.map(({ name }) => name)
  const page = optionsPage({ collection, form, searchable: names, roles, answer })
  return c.render(page, { title: collection.label, status: statusOf(answer) })
}

const replaceCollection = defineRoute({
  method: 'PUT',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Changes a collection in its file: fields that are left out are removed, in development',
  input: { json: collectionBody },
  responses: { 200: outcome },
  problems,
  handler: (c, { json }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const { collection, ...wish } = parseCollection(json, idOf(c))
    return answerProgram(c, { kind: 'change-collection', collection }, wish, 200)
  },
})

/** What changes collections: their files, that is, and only in development. */
export const editRoutes: Readonly<Record<string, Route>> = {
  newCollection,
  createCollection,
  editCollection,
  submitCollection,
  replaceCollection,
  removeCollection,
  askToDelete,
  submitDeletion,
}

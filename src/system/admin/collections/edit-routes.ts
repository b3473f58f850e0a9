import * as z from 'zod'
import { defineRoute, type Route } from '../../../config/plugin.ts'
import type { CollectionEdit, EditAnswer, FieldEdit, SourceEdit } from '../../../manifest/source-edit.ts'
import {
  fieldTypesOf,
  HttpError,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  t,
} from '../../../runtime/kit.ts'
import { ask, fileOf, problemOf, requireDevelopment, savedOrThrow, type Wish } from './ask.ts'
import { collectionBody, parseCollection } from './collection-input.ts'
import { readOptions } from './options-form.ts'
import { isTicked, type TypedForm, textOf, typedForm } from './typed.ts'

const outcome = z.strictObject({
  success: z.literal(true),
  data: z.looseObject({ name: z.string(), file: z.string() }),
})
const problems = ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'] as const

const newCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/new',
  access: ['admin'],
  summary: 'The form for a new collection, in development',
  problems: ['schema_locked'],
  handler: async (c) => {
    requireDevelopment(c, fileOf(c, ''))
    return showNew(c, { 'field.0.name': 'title', 'field.0.required': 'true' }, null)
  },
})

const createCollection = defineRoute({
  method: 'POST',
  path: '/admin/collections',
  access: ['admin'],
  summary: 'Declares a collection in a file of the project, in development',
  input: { json: collectionBody, form: typedForm },
  responses: { 201: outcome, 303: null },
  problems,
  handler: async (c, { json, form }) => {
    if (!form) {
      requireDevelopment(c, fileOf(c, String(json?.name ?? '')))
      const { collection, ...wish } = parseCollection(json)
      return answerProgram(c, { kind: 'create-collection', collection: { fields: {}, ...collection } }, wish, 201)
    }
    const name = textOf(form, 'name')
    requireDevelopment(c, fileOf(c, name))
    if (textOf(form, 'rows') !== '') return showNew(c, form, null)
    const edit: SourceEdit = { kind: 'create-collection', collection: readNew(form) }
    return submit(c, edit, form, `/admin/collections/${name}?saved=1`, (answer) => showNew(c, form, answer))
  },
})

/** A field a row; rows without a name are not meant. */
function readNew(form: TypedForm): CollectionEdit {
  const rows = Array.from({ length: rowsIn(form) }, (_, index) => `field.${index}`)
  const fields = rows.flatMap((at): [string, FieldEdit][] => {
    const name = textOf(form, `${at}.name`)
    const type = textOf(form, `${at}.type`) || 'string'
    const more = textOf(form, `${at}.more`)
    const required = isTicked(form, `${at}.required`) && { required: true }
    return name === '' ? [] : [[name, { type, ...moreOf(type, more), ...required }]]
  })
  const label = textOf(form, 'label')
  const description = textOf(form, 'description')
  return {
    name: textOf(form, 'name'),
    ...(label !== '' && { label }),
    ...(description !== '' && { description }),
    ...(isTicked(form, 'drafts') && { drafts: true }),
    fields: Object.fromEntries(fields),
  }
}

/** What stands after the type: a target, choices, or the field that a slug is made from. */
function moreOf(type: string, more: string): FieldEdit {
  if (more === '') return {}
  if (type === 'select') return { options: more.split(',').map((choice) => choice.trim()) }
  if (type === 'slug') return { from: more }
  return type === 'reference' || type === 'references' ? { target: more } : {}
}

function rowsIn(form: TypedForm): number {
  const numbers = Object.keys(form).flatMap((name) => /^field\.(\d{1,3})\./.exec(name)?.[1] ?? [])
  return Math.max(4, Number(textOf(form, 'rows')) || 0, ...numbers.map((number) => Number(number) + 1))
}

async function showNew(c: RequestContext, form: TypedForm, answer: EditAnswer | null): Promise<Response> {
  const { newPage } = await import('./new-page.tsx')
  const page = newPage({ form, rows: Math.min(100, rowsIn(form)), types: Object.keys(fieldTypesOf(c)), answer })
  return c.render(page, { title: t('New collection'), status: statusOf(answer) })
}

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

const removeCollection = defineRoute({
  method: 'DELETE',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Deletes the file of a collection and takes it out of the config, in development',
  input: { query: z.strictObject({ reason: z.string().max(200).optional(), preview: z.stringbool().optional() }) },
  responses: { 200: outcome },
  problems,
  handler: (c, { query }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const edit: SourceEdit = { kind: 'delete-collection', name: idOf(c), reason: query.reason ?? null }
    return answerProgram(c, edit, { save: query.preview !== true, state: null }, 200)
  },
})

const askToDelete = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'What deleting a collection would do, in development',
  problems: ['schema_locked', 'not_found'],
  handler: async (c) => {
    const { name } = collectionOf(c)
    requireDevelopment(c, fileOf(c, name))
    const edit: SourceEdit = { kind: 'delete-collection', name, reason: null }
    return showDeletion(c, name, '', await ask(c, edit, { save: false, state: null }), 200)
  },
})

const submitDeletion = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'Deletes a collection by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const { name } = collectionOf(c)
    const reason = textOf(form, 'reason')
    const edit: SourceEdit = { kind: 'delete-collection', name, reason: reason || null }
    return submit(c, edit, form, '/admin/collections?saved=1', (answer) => showDeletion(c, name, reason, answer))
  },
})

async function showDeletion(
  c: RequestContext,
  name: string,
  reason: string,
  answer: EditAnswer | null,
  status = statusOf(answer),
): Promise<Response> {
  const { removalPage } = await import('./removal-page.tsx')
  const title = t('Delete {name}', { name })
  const path = `/admin/collections/${name}`
  const page = removalPage({ title, action: `${path}/delete`, back: path, reason, answer })
  return c.render(page, { title, status })
}

async function answerProgram(c: RequestContext, edit: SourceEdit, wish: Wish, status: 200 | 201): Promise<Response> {
  const answer = await ask(c, edit, wish)
  c.header('Cache-Control', 'no-store')
  if (answer.outcome === 'preview' && !wish.save) return c.json({ success: true, data: answer.preview })
  const { name, file } = savedOrThrow(answer)
  if (status === 201) c.header('Location', `/admin/collections/${name}`)
  return c.json({ success: true, data: { name, file } }, status)
}

/**
 * The outcome of a form: who has seen what it would do, and says so, is led on; anybody else is shown.
 * @param next where one is led once it is saved
 */
export async function submit(
  c: RequestContext,
  edit: SourceEdit,
  form: TypedForm,
  next: string,
  show: (answer: EditAnswer) => Promise<Response>,
): Promise<Response> {
  const state = textOf(form, 'state') || null
  const answer = await ask(c, edit, { save: state !== null, state })
  c.header('Cache-Control', 'no-store')
  return answer.outcome === 'saved' ? c.redirect(next, 303) : show(answer)
}

/** A form that is shown again with what is wrong is no success. */
export function statusOf(answer: EditAnswer | null): 200 | 404 | 409 | 412 | 422 {
  if (answer === null || answer.outcome === 'saved') return 200
  const isFine = answer.outcome === 'preview' && answer.preview.mistakes.every(({ severity }) => severity !== 'error')
  if (isFine) return 200
  const { status } = problemOf(answer)
  return status === 404 || status === 409 || status === 412 ? status : 422
}

/** @throws HttpError `not_found` */
export function collectionOf(c: RequestContext): ManifestCollection {
  const found = manifestOf(c).collections.find(({ name }) => name === idOf(c))
  if (!found) throw new HttpError('not_found', 'There is no such collection.')
  return found
}

function idOf(c: RequestContext): string {
  return c.req.param('id') ?? ''
}

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

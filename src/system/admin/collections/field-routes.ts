import { defineRoute, type Route } from '../../../config/route.ts'
import type { EditAnswer, FieldEdit, SourceEdit } from '../../../manifest/source-edit.ts'
import {
  fieldTypesOf,
  HttpError,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  t,
} from '../../../runtime/kit.ts'
import { collectionOf, problems, statusOf, submit } from './answers.ts'
import { ask, fileOf, requireDevelopment } from './ask.ts'
import { controlsFor, foreign, given, optionsIn } from './field-form.ts'
import { fieldAt, namesIn, type PlacedField, placeForNew, placesOf } from './field-place.ts'
import { type TypedForm, textOf, typedForm } from './typed.ts'

const newField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/new',
  access: ['admin'],
  summary: 'The form for a new field, `in` a group, a list or a block if it is given, in development',
  problems: ['schema_locked', 'not_found'],
  handler: (c) => {
    const collection = developed(c)
    return show(c, collection, null, { form: null, type: c.req.query('type') ?? 'string', answer: null })
  },
})

const createField = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/fields',
  access: ['admin'],
  summary: 'Adds a field to a collection in its file, or `in` a field of it, by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    const collection = developed(c)
    const type = textOf(form, '~type') || 'string'
    if (textOf(form, '~retype') !== '') return show(c, collection, null, { form, type, answer: null })
    const name = textOf(form, '~name')
    const inside = namesIn(c.req.query('in'))
    if (placeForNew(collection, inside).fields.some((field) => field.name === name))
      throw new HttpError('conflict', t('There is already a field {name}.', { name }))
    const field: FieldEdit = { type, ...given(optionsIn(c, form, type, { now: null, isInside: inside.length > 0 })) }
    const edit = changeOf(collection, { [name]: field }, inside)
    return submit(c, edit, form, pathOf(collection), (answer) => show(c, collection, null, { form, type, answer }))
  },
})

const showField = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/fields/:field',
  access: ['admin'],
  summary: 'The form of a field, in development',
  problems: ['schema_locked', 'not_found'],
  handler: (c) => {
    const collection = developed(c)
    const field = fieldOf(c, collection)
    return show(c, collection, field, { form: null, type: field.kind, answer: null })
  },
})

const submitField = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/fields/:field',
  access: ['admin'],
  summary: 'Changes a field in its file by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    const collection = developed(c)
    const field = fieldOf(c, collection)
    const type = textOf(form, '~type') || field.kind
    if (textOf(form, '~retype') !== '') return show(c, collection, field, { form, type, answer: null })
    const name = textOf(form, '~name') || field.name
    const edit = changeOf(
      collection,
      {
        [name]: {
          ...(type !== field.kind && { type }),
          ...(name !== field.name && { renamedFrom: field.name }),
          ...optionsIn(c, form, type, { now: field.options, isInside: field.inside.length > 0 }),
          ...foreign(c, field, type),
        },
      },
      field.inside,
    )
    return submit(c, edit, form, pathOf(collection), (answer) => show(c, collection, field, { form, type, answer }))
  },
})

const removeField = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/fields/:field/remove',
  access: ['admin'],
  summary: 'Takes a field out of a collection by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: async (c, { form }) => {
    const collection = developed(c)
    const { name, inside } = fieldOf(c, collection)
    const reason = textOf(form, 'reason')
    const edit: SourceEdit = {
      kind: 'change-collection',
      collection: { name: collection.name, fields: {}, ...(reason !== '' && { dropped: { [name]: reason } }) },
      remove: [name],
      inside,
    }
    const path = [...inside, name].join('.')
    if (textOf(form, '~ask') !== '')
      return showRemoval(c, collection, path, '', await ask(c, edit, { save: false, state: null }), 200)
    return submit(c, edit, form, pathOf(collection), (answer) => showRemoval(c, collection, path, reason, answer))
  },
})

interface Shown {
  readonly form: TypedForm | null
  readonly type: string
  readonly answer: EditAnswer | null
}

async function show(
  c: RequestContext,
  collection: ManifestCollection,
  field: PlacedField | null,
  { form, type, answer }: Shown,
): Promise<Response> {
  const types = fieldTypesOf(c)
  const known = types[type]
  if (!known) throw new HttpError('not_found', t('There is no type of field {type}.', { type }))
  const { fieldPage } = await import('./field-page.tsx')
  const inside = field?.inside ?? namesIn(placeForNew(collection, namesIn(c.req.query('in'))).path)
  const page = fieldPage({
    collection: collection.name,
    field: field?.name ?? null,
    inside: inside.join('.'),
    places: field === null ? [] : placesOf(field, [...inside, field.name].join('.')),
    type,
    types: Object.keys(types),
    controls: controlsFor(c, type, field !== null, inside.length > 0),
    options: field?.options ?? {},
    targets: [...manifestOf(c).collections.map(({ name }) => name), 'users'],
    form,
    answer,
    source: field?.source ?? null,
  })
  const title = field === null ? t('New field of {collection}', { collection: collection.label }) : field.name
  return c.render(page, { title, status: statusOf(answer) })
}

function changeOf(
  { name }: ManifestCollection,
  fields: { readonly [name: string]: FieldEdit },
  inside: readonly string[],
): SourceEdit {
  return { kind: 'change-collection', collection: { name, fields }, remove: [], inside }
}

async function showRemoval(
  c: RequestContext,
  collection: ManifestCollection,
  field: string,
  reason: string,
  answer: EditAnswer,
  status = statusOf(answer),
): Promise<Response> {
  const { removalPage } = await import('./removal-page.tsx')
  const title = t('Remove {field}', { field: `${collection.name}.${field}` })
  const path = `/admin/collections/${collection.name}/fields/${field}`
  const page = removalPage({ title, action: `${path}/remove`, back: path, reason, answer })
  return c.render(page, { title, status })
}

function developed(c: RequestContext): ManifestCollection {
  requireDevelopment(c, fileOf(c, c.req.param('id') ?? ''))
  return collectionOf(c)
}

function fieldOf(c: RequestContext, collection: ManifestCollection): PlacedField {
  return fieldAt(collection, c.req.param('field') ?? '')
}

function pathOf({ name }: ManifestCollection): string {
  return `/admin/collections/${name}?saved=1`
}

/** What changes single fields. */
export const fieldRoutes: Readonly<Record<string, Route>> = {
  newField,
  createField,
  showField,
  submitField,
  removeField,
}

import { defineRoute } from '../../../config/route.ts'
import type { CollectionEdit, EditAnswer, FieldEdit, SourceEdit } from '../../../manifest/source-edit.ts'
import { fieldTypesOf, type RequestContext, t } from '../../../runtime/kit.ts'
import { answerProgram, outcome, problems, statusOf, submit } from './answers.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { collectionBody, parseCollection } from './collection-input.ts'
import { isTicked, type TypedForm, textOf, typedForm } from './typed.ts'

export const newCollection = defineRoute({
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

export const createCollection = defineRoute({
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

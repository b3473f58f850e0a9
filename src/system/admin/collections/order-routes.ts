import { defineRoute, type Route } from '../../../config/route.ts'
import type { EditAnswer, SourceEdit } from '../../../manifest/source-edit.ts'
import { type ManifestCollection, type RequestContext, t } from '../../../runtime/kit.ts'
import { collectionOf, idOf, problems, statusOf, submit } from './answers.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { fieldsAt, namesIn } from './field-place.ts'
import { type TypedForm, textOf, textsOf, typedForm } from './typed.ts'

const showOrder = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'The form for the order of fields, of those `in` a group, a list or a block if it is given, in development',
  problems: ['schema_locked', 'not_found'],
  handler: (c) => {
    const collection = developed(c)
    return show(c, collection, { order: presentOf(c, collection), moved: null, answer: null })
  },
})

const submitOrder = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'Puts fields in another order in their file by the form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    const collection = developed(c)
    const order = orderIn(form, presentOf(c, collection))
    const move = /^(up|down):(\w+)$/.exec(textOf(form, '~move'))
    if (move) {
      const [, direction, name = ''] = move
      const moved = direction === 'up' ? 'up' : 'down'
      return show(c, collection, {
        order: movedBy(order, name, moved === 'up' ? -1 : 1),
        moved: { name, direction: moved },
        answer: null,
      })
    }
    const edit: SourceEdit = {
      kind: 'change-collection',
      collection: { name: collection.name, fields: {} },
      remove: [],
      order,
      inside: namesIn(c.req.query('in')),
    }
    const next = `/admin/collections/${collection.name}?saved=1`
    return submit(c, edit, form, next, (answer) => show(c, collection, { order, moved: null, answer }))
  },
})

interface Shown {
  readonly order: readonly string[]
  /** What was moved last, where the focus stays. */
  readonly moved: { readonly name: string; readonly direction: 'up' | 'down' } | null
  readonly answer: EditAnswer | null
}

async function show(c: RequestContext, { name }: ManifestCollection, shown: Shown): Promise<Response> {
  const { orderPage } = await import('./order-page.tsx')
  const inside = c.req.query('in') ?? ''
  const title = t('Order of fields')
  return c.render(orderPage({ collection: name, inside, ...shown }), { title, status: statusOf(shown.answer) })
}

/** As typed; what the file has since then comes last. */
function orderIn(form: TypedForm, present: readonly string[]): readonly string[] {
  return [...new Set([...textsOf(form, 'field').filter((name) => present.includes(name)), ...present])]
}

function movedBy(order: readonly string[], name: string, by: -1 | 1): readonly string[] {
  const at = order.indexOf(name)
  const to = at + by
  return at === -1 || to < 0 || to >= order.length ? order : order.toSpliced(at, 1).toSpliced(to, 0, name)
}

function presentOf(c: RequestContext, collection: ManifestCollection): readonly string[] {
  return fieldsAt(collection, namesIn(c.req.query('in'))).fields.map(({ name }) => name)
}

function developed(c: RequestContext): ManifestCollection {
  requireDevelopment(c, fileOf(c, idOf(c)))
  return collectionOf(c)
}

/** What puts fields in another order. */
export const orderRoutes: Readonly<Record<string, Route>> = { showOrder, submitOrder }

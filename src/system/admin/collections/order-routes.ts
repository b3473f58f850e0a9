import { defineRoute } from '../../../config/route.ts'
import { typedForm } from '../schema-form/typed.ts'
import { developed, formOutcome, problems, submitted, toCollection } from './editing.ts'
import { namesIn } from './field-place.ts'
import { orderFor } from './order-form.ts'

export const showOrder = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'The form for the order of fields, optionally `in` a group, a list or a block, in development',
  problems: ['schema_locked', 'not_found'],
  page: () => import('./order-page.tsx'),
})

export const submitOrder = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/order',
  access: ['admin'],
  summary: 'Reorders fields in their file by the form, in development',
  input: { form: typedForm },
  returns: formOutcome,
  problems,
  act: (c, { form, params }) => {
    const collection = developed(c, params.id)
    const { order, moved } = orderFor(c, collection, form)
    if (moved !== null) return { data: null }
    const change = { name: collection.name, fields: {} }
    const inside = namesIn(c.req.query('in'))
    return submitted(c, { kind: 'change-collection', collection: change, remove: [], order, inside }, form)
  },
  page: () => import('./order-page.tsx'),
  to: toCollection,
  again: showOrder,
})

import { defineRoute } from 'lintel'
import { validate } from 'lintel/kit'
import * as z from 'zod'
import { changeItem, itemChanges } from '../library/change-item.ts'
import { itemSchema } from '../library/item-object.ts'
import { removeItem } from '../library/remove.ts'
import { describeForm, typedChanges } from './describe-form.ts'
import { itemInUse, readItemInUse } from './item-in-use.ts'
import { libraryPath } from './library-query.ts'

const one = z.strictObject({ data: itemSchema })
const removed = z.strictObject({ data: z.strictObject({ id: z.string() }) })
const lifetime = z.coerce.number().int().min(60).max(604_800)

export const detailsRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/:id/details',
  access: ['editor'],
  summary: 'A file of the library, with the documents that use it',
  input: {
    query: z.strictObject({
      lifetime: lifetime
        .optional()
        .meta({ description: 'Lifetime in seconds of a signed address that the page shows. Only for pages.' }),
      did: z.enum(['saved']).optional(),
    }),
  },
  returns: z.strictObject({ data: itemInUse }),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readItemInUse(c, params.id) }),
  page: () => import('./pages/details-page.tsx'),
})

export const changeRoute = defineRoute({
  method: 'PUT',
  path: '/admin/media/:id',
  access: ['editor'],
  summary: 'Describe or move a file, with the body of PATCH /api/media/:id',
  input: { json: itemChanges },
  returns: one,
  problems: ['not_found', 'validation_failed'],
  act: async (c, { json, params }) => ({ data: await changeItem(c, params.id, json) }),
})

export const changeFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id',
  access: ['editor'],
  summary: 'Describe a file, from its page',
  input: { form: describeForm },
  returns: one,
  problems: ['not_found', 'validation_failed'],
  act: async (c, { form, params }) => ({
    data: await changeItem(c, params.id, validate(itemChanges, typedChanges(form))),
  }),
  to: ({ data }) => `/admin/media/${encodeURIComponent(data.id)}/details?did=saved`,
  again: detailsRoute,
})

export const removeRoute = defineRoute({
  method: 'DELETE',
  path: '/admin/media/:id',
  access: ['editor'],
  summary: 'Delete a file of the library',
  input: { query: z.strictObject({ force: z.enum(['true', 'false']).default('false') }) },
  returns: removed,
  problems: ['not_found', 'in_use'],
  act: async (c, { query, params: { id } }) => {
    await removeItem(c, id, query.force === 'true')
    return { data: { id } }
  },
})

export const removeFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id/delete',
  access: ['editor'],
  summary: 'Delete a file of the library, from its page',
  input: { form: z.strictObject({ force: z.enum(['true']).optional(), folder: z.string().max(5000).default('') }) },
  returns: removed,
  problems: ['not_found', 'in_use'],
  act: async (c, { form, params: { id } }) => {
    await removeItem(c, id, form.force === 'true')
    return { data: { id } }
  },
  to: (_, { form }) => libraryPath({ folder: form.folder || undefined, did: 'deleted', count: 1 }),
  again: detailsRoute,
})

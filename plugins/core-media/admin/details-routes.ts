import { defineRoute } from 'lintel'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { type ItemObject, itemSchema } from '../library/item-object.ts'
import { asError, askApi, statusOf, tryApi, wantsPage } from './ask-api.ts'
import { readDetails, type Typed } from './details.ts'
import { libraryPath } from './library-query.ts'

const pages = () => import('./pages/show-details.tsx')

const uses = z.array(z.strictObject({ collection: z.string(), id: z.string(), field: z.string(), title: z.string() }))
const details = itemSchema.safeExtend({ usedBy: uses }).meta({ id: 'MediaItemInUse' })
const lifetime = z.coerce.number().int().min(60).max(604_800)

export const detailsRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/:id/details',
  access: ['editor'],
  summary: 'A file of the library, with the documents that show it',
  input: {
    query: z.strictObject({
      lifetime: lifetime.optional().meta({ description: 'Pages: gives a signed address for so many seconds.' }),
      did: z.enum(['saved']).optional(),
    }),
  },
  responses: { 200: z.strictObject({ success: z.literal(true), data: details }) },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    const asked = { lifetime: query.lifetime, did: query.did ?? null, refused: null }
    const found = await readDetails(c, c.req.param('id') ?? '', asked)
    if (wantsPage(c)) return (await pages()).showDetails(c, found)
    return c.json({ success: true, data: { ...found.item, usedBy: found.uses } })
  },
})

export const changeRoute = defineRoute({
  method: 'PUT',
  path: '/admin/media/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Describe a file, or move it, as PATCH /api/media/:id takes it',
  input: { json: z.looseObject({}) },
  responses: { 200: z.strictObject({ success: z.literal(true), data: itemSchema }) },
  problems: ['not_found', 'validation_failed'],
  handler: async (c, { json }) => {
    const { data } = await askApi<{ data: ItemObject }>(c, apiPath(c), { method: 'PATCH', json })
    return c.json({ success: true, data })
  },
})

const text = z.string().max(5000).default('')

export const changeFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Describe a file, from its page',
  input: {
    form: z.strictObject({ title: text, alt: text, tags: text, folder: text, focalX: text, focalY: text }),
  },
  responses: { 303: null },
  problems: ['not_found', 'validation_failed'],
  handler: async (c, { form }) => {
    const outcome = await tryApi(c, apiPath(c), { method: 'PATCH', json: changesIn(form) })
    const id = c.req.param('id') ?? ''
    if (outcome.ok) return c.redirect(`/admin/media/${encodeURIComponent(id)}/details?did=saved`, 303)
    const { refusal } = outcome
    if (refusal.code !== 'validation_failed' || !wantsPage(c)) throw asError(refusal)
    const found = await readDetails(c, id, { lifetime: undefined, did: null, refused: { refusal, typed: form } })
    return (await pages()).showDetails(c, found, statusOf(refusal))
  },
})

export const removeRoute = defineRoute({
  method: 'DELETE',
  path: '/admin/media/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Delete a file of the library',
  input: { query: z.strictObject({ force: z.enum(['true', 'false']).default('false') }) },
  responses: { 200: z.strictObject({ success: z.literal(true), data: z.strictObject({ id: z.string() }) }) },
  problems: ['not_found', 'in_use'],
  handler: async (c, { query }) => {
    await askApi(c, `${apiPath(c)}?force=${query.force}`, { method: 'DELETE' })
    return c.json({ success: true, data: { id: c.req.param('id') ?? '' } })
  },
})

export const removeFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id/delete',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Delete a file of the library, from its page',
  input: { form: z.strictObject({ force: z.enum(['true']).optional(), folder: text }) },
  responses: { 303: null },
  problems: ['not_found', 'in_use'],
  handler: async (c, { form }) => {
    const outcome = await tryApi(c, `${apiPath(c)}?force=${form.force ?? 'false'}`, { method: 'DELETE' })
    const folder = form.folder === '' ? undefined : form.folder
    if (outcome.ok) return c.redirect(libraryPath({ folder, did: 'deleted', count: 1 }), 303)
    const { refusal } = outcome
    if (refusal.code !== 'in_use' || !wantsPage(c)) throw asError(refusal)
    const asked = { lifetime: undefined, did: null, refused: { refusal, typed: null } }
    return (await pages()).showDetails(c, await readDetails(c, c.req.param('id') ?? '', asked), 409)
  },
})

function apiPath(c: RequestContext): string {
  const id = c.req.param('id')
  if (!id) throw new HttpError('not_found', t('There is no such item.'))
  return `/api/media/${encodeURIComponent(id)}`
}

/** What was typed, as the API takes it. */
function changesIn({ title, alt, tags, folder, focalX, focalY }: Typed): object {
  const words = tags.split(',').map((tag) => tag.trim())
  return {
    title: title.trim() || null,
    alt: alt.trim() || null,
    tags: words.filter((tag) => tag !== ''),
    folder,
    focalPoint: focalX.trim() === '' && focalY.trim() === '' ? null : { x: partOf(focalX), y: partOf(focalY) },
  }
}

/** Percent as a part; what is no number stays what was typed, for the API to refuse. */
function partOf(percent: string): number | string {
  const value = Number(percent)
  return percent.trim() === '' || Number.isNaN(value) ? percent : value / 100
}

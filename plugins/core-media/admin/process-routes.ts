import { defineRoute } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import type { OperationInput } from '../images/operations.ts'
import { type Job, jobSchema } from '../jobs/job.ts'
import type { ItemObject } from '../library/item-object.ts'
import { asError, askApi, type Refusal, statusOf, tryApi, wantsPage } from './ask-api.ts'
import { type TypedCrop, typedCrop } from './crop-values.ts'

const pages = () => import('./pages/show-process.tsx')

export const cropPageRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/:id/crop',
  access: ['editor'],
  summary: 'Cut a part out of a picture',
  problems: ['not_found'],
  handler: async (c) => showCrop(c, null, null),
})

export const cropRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id/crop',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Make a new picture of a part of one: `x`, `y`, `width`, `height` in pixels, `degrees`',
  input: { form: typedCrop },
  responses: { 303: null },
  problems: ['not_found'],
  handler: async (c, { form: crop }) => {
    const json = { id: c.req.param('id') ?? '', operations: operationsOf(crop) }
    const outcome = await tryApi<{ data: Job }>(c, '/api/media/process', { method: 'POST', json })
    if (outcome.ok) return c.redirect(`/admin/media/jobs/${outcome.data.data.id}`, 303)
    if (outcome.refusal.code === 'not_found' || !wantsPage(c)) throw asError(outcome.refusal)
    return showCrop(c, outcome.refusal, crop)
  },
})

export const jobRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/jobs/:id',
  access: ['editor'],
  summary: 'How far work on a picture is',
  responses: { 200: z.strictObject({ success: z.literal(true), data: jobSchema }) },
  problems: ['not_found'],
  handler: async (c) => {
    const { data } = await askApi<{ data: Job }>(c, `/api/media/jobs/${encodeURIComponent(c.req.param('id') ?? '')}`)
    if (wantsPage(c)) return (await pages()).showJob(c, data)
    return c.json({ success: true, data })
  },
})

async function showCrop(c: RequestContext, refusal: Refusal | null, typed: TypedCrop | null): Promise<Response> {
  const path = `/api/media/${encodeURIComponent(c.req.param('id') ?? '')}`
  const { data: item } = await askApi<{ data: ItemObject }>(c, path)
  return (await pages()).showCrop(c, { item, refusal, typed }, refusal ? statusOf(refusal) : 200)
}

/** Numbers as numbers; what is none stays what was typed, for the API to refuse. */
function operationsOf({ x, y, width, height, degrees }: TypedCrop): readonly OperationInput[] {
  const number = (text: string) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text)) as number // checked by the API
  const crop = { type: 'crop' as const, x: number(x), y: number(y), width: number(width), height: number(height) }
  if (degrees === '' || degrees === '0') return [crop]
  return [crop, { type: 'rotate', degrees: number(degrees) as 90 }] // checked by the API
}

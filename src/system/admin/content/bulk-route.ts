import * as z from 'zod'
import type { RequestContext } from '../../../config/request.ts'
import { defineRoute } from '../../../config/route.ts'
import { callApi, formValues, HttpError, isPageRequest, readForm, refusalIn } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { listPath } from './paths.ts'
import { utcTime } from './utc-time.ts'

const ACTIONS = {
  publish: (id: string) => ({ action: 'update', id, data: { status: 'published' } }),
  schedule: (id: string, at: string | null) => ({
    action: 'update',
    id,
    data: { status: 'scheduled', scheduledAt: at },
  }),
  unpublish: (id: string) => ({ action: 'update', id, data: { status: 'draft' } }),
  delete: (id: string) => ({ action: 'delete', id }),
} as const

const body = z.strictObject({
  action: z.enum(['publish', 'schedule', 'unpublish', 'delete']),
  scheduledAt: z.string().max(40).optional(),
  id: z.union([z.string(), z.array(z.string())]).optional(),
})

/** Publishes, schedules, takes back or deletes all documents that are selected, or none of them. */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/bulk',
  access: ['editor'],
  audit: false, // the API writes the lines
  summary: 'Publishes, schedules, unpublishes or deletes documents of `collection`, all or none',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const { action, ids, at } = await readSelection(c)
    if (ids.length === 0) return c.redirect(listPath(collection.name), 303)
    const operations = ids.map((id) => ACTIONS[action](id, at))
    const answer = await callApi(c, `/api/${collection.name}/bulk`, { method: 'POST', json: { operations } })
    if (!isPageRequest(c)) {
      if (!answer.ok) throw refusalIn(answer)
      return c.json({ success: true, data: answer.body.data })
    }
    if (answer.ok) return c.redirect(`${listPath(collection.name)}&did=${action}`, 303)
    const { bulkRefusedPage } = await import('./bulk-refused-page.tsx')
    return c.render(bulkRefusedPage(collection, ids, answer.body), { title: t('Nothing was changed'), status: 409 })
  },
})

async function readSelection(c: RequestContext) {
  const parsed = body.safeParse(formValues(await readForm(c)))
  if (!parsed.success) {
    throw new HttpError('validation_failed', t('Choose an action and at least one document.'))
  }
  const { action, id = [], scheduledAt = '' } = parsed.data
  return { action, ids: [...new Set(typeof id === 'string' ? [id] : id)], at: utcTime(scheduledAt) }
}

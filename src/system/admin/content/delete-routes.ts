import { defineRoute } from '../../../config/route.ts'
import { callApi, refusalIn } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { listPath } from './paths.ts'
import { errorsOf } from './refusal.ts'

/** Deletes a document, or says what refers to it. */
export const deleteFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/delete',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Deletes a document, from its page',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`, { method: 'DELETE' })
    if (answer.ok) return c.redirect(`${listPath(collection.name)}&did=deleted`, 303)
    if (answer.body?.code !== 'in_use') throw refusalIn(answer)
    const { inUsePage } = await import('./in-use-page.tsx')
    const props = { collection, id, detail: String(answer.body.detail), errors: errorsOf(answer.body) }
    return c.render(inUsePage(props), { title: t('Still in use'), status: 409 })
  },
})

/** The same for programs. */
export const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/admin/content/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Deletes a document',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    const match = c.req.header('if-match')
    const headers: Record<string, string> = match === undefined ? {} : { 'if-match': match }
    const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`, { method: 'DELETE', headers })
    if (!answer.ok) throw refusalIn(answer)
    return c.json({ success: true, data: { id } })
  },
})

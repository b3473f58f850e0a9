import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { callApi, isPageRequest, refusalIn } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { readDocument } from './form-routes.ts'
import { userLabels } from './labels.ts'
import { editPath } from './paths.ts'

/** What is kept of a document, and what one of its versions says otherwise than now. */
export const versionsRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/versions',
  access: ['editor'],
  summary: 'The history of a document; `version` is compared with the document as it is',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    const base = `/api/${collection.name}/${encodeURIComponent(id)}`
    const answer = await callApi(c, `${base}/versions?limit=100`)
    if (!answer.ok) throw refusalIn(answer)
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c) && c.req.header('hx-request') !== 'true') return c.json({ success: true, ...answer.body })
    const { document } = await readDocument(c, collection, id)
    const asked = c.req.query('version')
    const chosen = asked === undefined ? null : await callApi(c, `${base}/versions/${encodeURIComponent(asked)}`)
    if (chosen && !chosen.ok) throw refusalIn(chosen)
    const people = await userLabels(c, [
      ...new Set<string>(answer.body.data.flatMap(({ updatedBy }: { updatedBy: string | null }) => updatedBy ?? [])),
    ])
    const { versionsPage } = await import('./versions-page.tsx')
    const props = {
      collection,
      document,
      versions: answer.body.data,
      people: new Map(people),
      chosen: chosen === null ? null : { version: Number(asked), document: chosen.body.data },
    }
    return c.render(versionsPage(c, props), { title: t('History') })
  },
})

/** Makes a version the current one; what was current stays in the history. */
export const restoreRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/restore',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Restores a version of a document',
  input: { form: z.strictObject({ version: z.coerce.number().int().min(1) }) },
  handler: async (c, { form: { version } }) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    const path = `/api/${collection.name}/${encodeURIComponent(id)}/versions/${version}/restore`
    const answer = await callApi(c, path, { method: 'POST' })
    if (!answer.ok) throw refusalIn(answer)
    return c.redirect(editPath(collection.name, id, 'restored'), 303)
  },
})

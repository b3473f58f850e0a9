import { defineRoute } from '../../../config/plugin.ts'
import { isPageRequest } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { readDocument } from './form-routes.ts'
import { usesOf } from './used-by.ts'

/** Who refers to a document, before it is deleted. */
export const usedByRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/used-by',
  access: ['editor'],
  summary: 'What refers to a document, and what deleting it would do to that',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    await readDocument(c, collection, id)
    const uses = await usesOf(c, collection, id)
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c) && c.req.header('hx-request') !== 'true') return c.json({ success: true, data: uses })
    const { usedByFragment } = await import('./used-by-fragment.tsx')
    return c.render(usedByFragment(id, uses), { title: t('Used by') })
  },
})

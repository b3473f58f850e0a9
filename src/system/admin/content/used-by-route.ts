import { defineRoute } from '../../../config/route.ts'
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
    const isFragment = c.req.header('hx-request') === 'true'
    if (!isPageRequest(c) && !isFragment) return c.json({ success: true, data: uses })
    const { usedByFragment, usedByPage } = await import('./used-by-fragment.tsx')
    const content = isFragment ? usedByFragment(id, uses) : usedByPage(collection.name, id, uses)
    return c.render(content, { title: t('Used by') })
  },
})

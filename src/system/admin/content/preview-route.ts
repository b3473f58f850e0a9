import { defineRoute } from '../../../config/route.ts'
import { HttpError, isPageRequest } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { readDocument } from './form-routes.ts'
import { previewAddress } from './preview-address.ts'
import { newPreviewToken, PREVIEW_LIFETIME } from './preview-tokens.ts'

/** A link by which the website shows a document as it is saved, published or not. */
export const previewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/preview',
  access: ['editor'],
  summary: 'Makes a link to the preview of a document, good for a day, where its collection declares `preview`',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    if (collection.preview === null) throw new HttpError('not_found', t('This collection has no preview.'))
    const { document } = await readDocument(c, collection, id)
    const token = await newPreviewToken(c, collection.name, id)
    const url = previewAddress(collection.preview, collection.name, document, token)
    const expiresAt = new Date(Date.now() + PREVIEW_LIFETIME).toISOString()
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c) && c.req.header('hx-request') !== 'true') {
      return c.json({ success: true, data: { url, expiresAt } })
    }
    const { previewFragment } = await import('./preview-fragment.tsx')
    return c.render(previewFragment({ collection: collection.name, id, url, expiresAt }), { title: t('Preview') })
  },
})

import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { t } from '../../../../messages/translate.ts'
import { HttpError } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { maybeInCollection, previewLink, READING } from '../objects.ts'
import { readShown } from '../read-document.ts'
import { localeIn } from '../translation/locale-in.ts'
import { previewAddress } from './address.ts'
import { newPreviewToken, PREVIEW_LIFETIME } from './tokens.ts'

/** Creates a link with which the website shows a document as it was last saved, published or not. */
export const previewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/preview',
  access: EDITORIAL,
  summary: 'Creates a link to the preview of a document, valid for a day, if its collection declares `preview`',
  input: { query: maybeInCollection },
  returns: z.strictObject({ data: previewLink }),
  problems: READING,
  act: async (c, { params: { id } }) => {
    const collection = await collectionFor(c, id)
    if (collection.preview === null) throw new HttpError('not_found', t('This collection has no preview.'))
    const locale = localeIn(c, collection)
    const { document } = await readShown(c, collection, id)
    const token = await newPreviewToken(c, collection.name, id)
    const url = previewAddress(
      collection.preview,
      collection.name,
      document,
      token,
      locale ?? collection.locales?.default,
    )
    return { data: { url, expiresAt: new Date(Date.now() + PREVIEW_LIFETIME).toISOString() } }
  },
  page: () => import('./page.tsx'),
})

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { Alert, Icon, Time, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import type { PreviewLink } from '../objects.ts'
import { editPath } from '../paths.ts'
import { localeIn } from '../translation/locale-in.ts'

/** Page with the link to a preview, which the user can open or share. */
export default async function previewPage(
  c: RequestContext,
  { result, params }: Shown<{ readonly data: PreviewLink }>,
): Promise<Page> {
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const { url, expiresAt } = result.data
  const content = (
    <Alert kind="note" title={t('The preview is ready')}>
      <p>
        {t('Anyone with this link can see the saved document until')} <Time at={expiresAt} />.
      </p>
      <p class="wrap-anywhere">
        <a class="underline" href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      </p>
      <p class="mt-2 flex flex-wrap gap-2">
        <a class="btn" data-size="sm" href={url} target="_blank" rel="noopener noreferrer">
          <Icon name="external-link" />
          {t('Open the preview')}
        </a>
        <a
          class="btn"
          data-variant="outline"
          data-size="sm"
          href={editPath(collection.name, id, undefined, localeIn(c, collection))}
        >
          {t('Back')}
        </a>
      </p>
    </Alert>
  )
  return { title: t('Preview'), content }
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import { Alert, Icon, Time, t } from '../../../ui/index.ts'
import { editPath } from './paths.ts'

interface PreviewProps {
  readonly collection: string
  readonly id: string
  readonly url: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The link to a preview, to follow or to send. */
export function previewFragment({ collection, id, url, expiresAt }: PreviewProps): Content {
  return (
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
        <a class="btn" data-variant="outline" data-size="sm" href={editPath(collection, id)}>
          {t('Back')}
        </a>
      </p>
    </Alert>
  )
}

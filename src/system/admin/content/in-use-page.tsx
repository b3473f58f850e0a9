/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { FieldError, ManifestCollection } from '../../../runtime/kit.ts'
import { Alert, PageHeader, t } from '../../../ui/index.ts'
import { editPath } from './paths.ts'

interface InUseProps {
  readonly collection: ManifestCollection
  readonly id: string
  readonly detail: string
  /** Each names the field as `collection.field`, and the document that refers to this one. */
  readonly errors: readonly FieldError[]
}

/** Why a document cannot be deleted: what refers to it, with the way there. */
export function inUsePage({ collection, id, detail, errors }: InUseProps): Content {
  return (
    <>
      <PageHeader title={t('Still in use')}>
        <a class="btn" data-variant="outline" href={editPath(collection.name, id)}>
          {t('Back')}
        </a>
      </PageHeader>
      <Alert kind="error" title={detail}>
        {t('Remove it from these documents first, or delete them.')}
      </Alert>
      <ul class="grid gap-2 text-sm">
        {errors.map(({ path, message }) => {
          const [holder = '', field = ''] = path.split('.')
          const holderId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(message)?.[0]
          return (
            <li>
              {holderId ? (
                <a class="font-medium hover:underline" href={editPath(holder, holderId)}>
                  {holder} {holderId}
                </a>
              ) : (
                message
              )}{' '}
              <span class="text-muted-foreground">{t('in {field}', { field })}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import type { Refused } from '../../../../ground/problem.ts'
import { Alert, PageHeader, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { editPath } from '../paths.ts'

/**
 * Page that tells why a document was not deleted, with links to the documents that refer to it. Each error names the
 * field, as `collection.field`, and the referring document.
 */
export default async function inUsePage(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const id = String(params.id)
  const { name } = await collectionFor(c, id)
  const { code, title, detail, errors = [] } = (refused as Refused).problem // the page is only shown for a refusal
  const isInUse = code === 'in_use'
  const content = (
    <>
      <PageHeader title={t(title)}>
        <a class="btn" data-variant="outline" href={editPath(name, id)}>
          {t('Back')}
        </a>
      </PageHeader>
      <Alert kind="error" title={detail ?? t(title)}>
        {isInUse && t('Remove it from these documents first, or delete them.')}
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
  return { title: t(title), content }
}

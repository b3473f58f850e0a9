/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { Alert, PageHeader, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { editPath, listPath } from '../paths.ts'
import { textsIn } from '../sent-form/texts.ts'

/** Page that tells why an action on the selected documents was refused, and which of them prevent it. */
export default async function bulkRefusedPage(c: RequestContext, { typed, refused }: Shown): Promise<Page> {
  const { name } = await collectionFor(c)
  const ids = [...new Set(textsIn(typed, 'id'))]
  const content = (
    <>
      <PageHeader title={t('Nothing was changed')}>
        <a class="btn" data-variant="outline" href={listPath(name)}>
          {t('Back')}
        </a>
      </PageHeader>
      <Alert kind="error" title={refused?.problem.detail ?? t('That did not work.')}>
        {t('Either all selected documents are changed or none.')}
      </Alert>
      <ul class="grid gap-2 text-sm">
        {(refused?.problem.errors ?? []).map(({ path, message }) => {
          const id = ids[Number(/^operations\.(\d+)/.exec(path)?.[1] ?? -1)]
          return (
            <li>
              {id !== undefined && (
                <a class="font-medium hover:underline" href={editPath(name, id)}>
                  {id}
                </a>
              )}{' '}
              {message}
            </li>
          )
        })}
      </ul>
    </>
  )
  return { title: t('Nothing was changed'), content }
}

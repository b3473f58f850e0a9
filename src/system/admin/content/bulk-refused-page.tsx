/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { FieldError, ManifestCollection } from '../../../runtime/kit.ts'
import { Alert, PageHeader, t } from '../../../ui/index.ts'
import { editPath, listPath } from './paths.ts'

/** Why nothing was done with the selected documents: which of them stand in the way. */
export function bulkRefusedPage(
  collection: ManifestCollection,
  ids: readonly string[],
  problem: { readonly detail?: string; readonly errors?: readonly FieldError[] },
): Content {
  return (
    <>
      <PageHeader title={t('Nothing was changed')}>
        <a class="btn" data-variant="outline" href={listPath(collection.name)}>
          {t('Back')}
        </a>
      </PageHeader>
      <Alert kind="error" title={problem.detail ?? t('That did not work.')}>
        {t('Either all selected documents are changed or none.')}
      </Alert>
      <ul class="grid gap-2 text-sm">
        {(problem.errors ?? []).map(({ path, message }) => {
          const id = ids[Number(/^operations\.(\d+)/.exec(path)?.[1] ?? -1)]
          return (
            <li>
              {id !== undefined && (
                <a class="font-medium hover:underline" href={editPath(collection.name, id)}>
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
}

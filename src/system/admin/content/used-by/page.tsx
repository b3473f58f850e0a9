/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { Icon, message, PageHeader, t, tn } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { editPath, listPath } from '../paths.ts'
import type { Use } from './uses.ts'

const CONSEQUENCES: Readonly<Record<Use['onDelete'], string>> = {
  restrict: message('prevents this from being deleted'),
  cascade: message('is deleted with this'),
  nullify: message('loses the reference when this is deleted'),
  leave: message('loses the reference when this is deleted'),
}

type Uses = Shown<{ readonly data: readonly Use[] }>

/** Page with the documents that refer to a document, and the effects of its deletion on them. */
export default async function usedByPage(c: RequestContext, { result, params }: Uses): Promise<Page> {
  const id = String(params.id)
  const { name } = await collectionFor(c, id)
  const content = (
    <>
      <PageHeader title={t('Used by')}>
        <a class="btn" data-variant="outline" href={editPath(name, id)}>
          <Icon name="arrow-left" />
          {t('Back')}
        </a>
      </PageHeader>
      <UseList id={id} uses={result.data} />
    </>
  )
  return { title: t('Used by'), content }
}

/** Fragment with the documents that refer to a document, for the page with its form. */
export function usedByFragment(_c: RequestContext, { result, params }: Uses): Page {
  const content = (
    <>
      <h2 class="text-sm font-medium">{t('Used by')}</h2>
      <UseList id={String(params.id)} uses={result.data} />
    </>
  )
  return { title: t('Used by'), content }
}

function UseList({ id, uses }: { id: string; uses: readonly Use[] }) {
  return (
    <div class="grid gap-3 text-sm" data-used-by>
      {uses.length === 0 && <p class="text-muted-foreground">{t('Nothing refers to this.')}</p>}
      {uses.map(({ collection, label, field, fieldLabel, total, onDelete, documents }) => (
        <div class="grid gap-1">
          <p>
            <a class="font-medium underline" href={`${listPath(collection)}&${new URLSearchParams({ [field]: id })}`}>
              {tn(total, '{count} document of {collection}', '{count} documents of {collection}', {
                collection: label,
              })}
            </a>{' '}
            <span class="text-muted-foreground">
              {t('in {field}', { field: fieldLabel })} · {t(CONSEQUENCES[onDelete])}
            </span>
          </p>
          <ul class="flex flex-wrap gap-x-4 gap-y-1">
            {documents.map((document) => (
              <li>
                <a class="hover:underline" href={editPath(collection, document.id)}>
                  {document.title}
                </a>
              </li>
            ))}
            {total > documents.length && <li class="text-muted-foreground">…</li>}
          </ul>
        </div>
      ))}
    </div>
  )
}

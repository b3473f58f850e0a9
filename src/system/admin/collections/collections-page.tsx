/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import { Badge, EmptyState, Icon, PageHeader, Table, t } from '../../../ui/index.ts'
import type { CollectionObject } from './collection-object.ts'
import { Saved } from './saved.tsx'

export interface Shown {
  /** Whether the caller may change what is shown, here. */
  readonly editable: boolean
  /** Whether they have just done so. */
  readonly saved: boolean
}

/** All collections, with where each is declared. */
export function collectionsPage(collections: readonly CollectionObject[], { editable, saved }: Shown): Content {
  return (
    <>
      <PageHeader
        title={t('Collections')}
        description={t('What content consists of, as the files of the project declare it.')}
      >
        {editable && (
          <a class="btn" href="/admin/collections/new">
            <Icon name="plus" />
            {t('New collection')}
          </a>
        )}
      </PageHeader>
      {saved && <Saved />}
      {collections.length === 0 ? (
        <EmptyState icon="layers" title={t('No collections')}>
          {editable ? (
            <a class="underline" href="/admin/collections/new">
              {t('Declare the first one')}
            </a>
          ) : (
            t('Declare one in a file of the folder collections, and name it in cms.config.ts.')
          )}
        </EmptyState>
      ) : (
        <div class="rounded-lg border">
          <Table label={t('Collections')} columns={[t('Collection'), t('Fields'), t('Kind'), t('Declared in')]}>
            {collections.map(({ name, label, description, fields, drafts, singleton, source }) => (
              <tr>
                <td class="max-w-96 min-w-40 whitespace-normal">
                  <a class="font-medium hover:underline" href={`/admin/collections/${name}`}>
                    {label}
                  </a>
                  {description && <p class="text-sm text-muted-foreground">{description}</p>}
                </td>
                <td class="tabular-nums">{fields.length}</td>
                <td>
                  <span class="flex gap-1">
                    {singleton && <Badge>{t('one document')}</Badge>}
                    {drafts && <Badge>{t('drafts')}</Badge>}
                  </span>
                </td>
                <td>
                  <code class="font-mono text-xs">{source}</code>
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </>
  )
}

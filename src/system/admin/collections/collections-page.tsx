/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Badge, EmptyState, Icon, PageHeader, Table, t } from '../../../ui/index.ts'
import { isEditable } from './ask.ts'
import type { CollectionObject } from './collection-object.ts'
import { Saved } from './saved.tsx'

/** Page with all collections and the positions of their declarations. */
export default function collectionsPage(
  c: RequestContext,
  { result: { data: collections } }: Shown<{ readonly data: readonly CollectionObject[] }>,
): Page {
  const editable = isEditable(c)
  const content = (
    <>
      <PageHeader
        title={t('Collections')}
        description={t('The content types that are declared in the files of the project.')}
      >
        {editable && (
          <a class="btn" href="/admin/collections/new">
            <Icon name="plus" />
            {t('New collection')}
          </a>
        )}
      </PageHeader>
      {c.req.query('saved') !== undefined && <Saved />}
      {collections.length === 0 ? (
        <EmptyState icon="layers" title={t('No collections')}>
          {editable ? (
            <a class="underline" href="/admin/collections/new">
              {t('Declare the first one')}
            </a>
          ) : (
            t('Declare one in a file in the folder collections, and add it to cms.config.ts.')
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
  return { title: t('Collections'), content }
}

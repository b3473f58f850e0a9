/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../../ground/content.ts'
import { EmptyState, PageHeader, t } from '../../../../ui/index.ts'
import { newPath } from '../paths.ts'

/** A collection in which a document can be created. */
export interface Choice {
  readonly name: string
  readonly label: string
  readonly description: string | null
}

/** Page that asks for the collection of a new document. */
export function choosePage(collections: readonly Choice[]): Content {
  return (
    <>
      <PageHeader title={t('New document')} description={t('Choose its collection.')} />
      {collections.length === 0 ? (
        <EmptyState icon="file-text" title={t('You may not create documents.')} />
      ) : (
        <ul class="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {collections.map(({ name, label, description }) => (
            <li>
              <a class="block h-full rounded-lg border bg-card p-4 hover:bg-accent" href={newPath(name)}>
                <span class="font-medium">{label}</span>
                {description !== null && <span class="text-muted-foreground block text-sm">{description}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

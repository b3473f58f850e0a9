import type { Content } from '../../../config/pages.ts'
import { Badge, EmptyState, PageHeader } from '../../../ui/index.ts'
import type { CollectionObject } from './collection-object.ts'

/** All collections, with where each is declared. */
export function collectionsPage(collections: readonly CollectionObject[]): Content {
  return (
    <>
      <PageHeader title="Collections" description="What content consists of, as the files of the project declare it." />
      {collections.length === 0 ? (
        <EmptyState icon="layers" title="No collections">
          Declare one in a file of the folder collections, and name it in cms.config.ts.
        </EmptyState>
      ) : (
        <div class="overflow-x-auto rounded-lg border">
          <table class="table">
            <thead>
              <tr>
                <th>Collection</th>
                <th>Fields</th>
                <th class="max-sm:hidden">Kind</th>
                <th class="max-sm:hidden">Declared in</th>
              </tr>
            </thead>
            <tbody>
              {collections.map(({ name, label, description, fields, drafts, singleton, source }) => (
                <tr>
                  <td class="max-w-96 whitespace-normal">
                    <a class="font-medium hover:underline" href={`/admin/collections/${name}`}>
                      {label}
                    </a>
                    {description && <p class="text-sm text-muted-foreground">{description}</p>}
                  </td>
                  <td class="tabular-nums">{fields.length}</td>
                  <td class="max-sm:hidden">
                    <span class="flex gap-1">
                      {singleton && <Badge>one document</Badge>}
                      {drafts && <Badge>drafts</Badge>}
                    </span>
                  </td>
                  <td class="max-sm:hidden">
                    <code class="font-mono text-xs">{source}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

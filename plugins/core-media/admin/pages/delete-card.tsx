/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Icon, t, tn } from 'lintel/ui'
import type { ItemInUse } from '../item-in-use.ts'
import { detailsPath } from './item-words.ts'

/** Form that deletes the file; if documents use it, the form says so and asks whether to remove it from them. */
export function DeleteCard({ item }: { item: ItemInUse }) {
  const documents = new Set(item.usedBy.map(({ collection, id }) => `${collection} ${id}`)).size
  return (
    <Card title={t('Delete')}>
      <form method="post" action={detailsPath(item.id, '/delete')} class="grid gap-3">
        <input type="hidden" name="folder" value={item.folder} />
        <p class="text-sm text-muted-foreground">
          {documents === 0
            ? t('The file is deleted together with its thumbnail and its resized copies. It cannot be restored.')
            : tn(
                documents,
                '{count} document shows this file. The file is deleted only if it is also removed from that document.',
                '{count} documents show this file. The file is deleted only if it is also removed from these documents.',
              )}
        </p>
        {documents > 0 && (
          <label class="flex items-center gap-2 text-sm">
            <input class="input" type="checkbox" name="force" value="true" />
            {t('Remove it from these documents')}
          </label>
        )}
        <div>
          <button
            type="submit"
            class="btn"
            data-variant="destructive"
            data-confirm={t('Delete this file? It cannot be restored.')}
          >
            <Icon name="trash-2" />
            {t('Delete file')}
          </button>
        </div>
      </form>
    </Card>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Icon, Time, t } from 'lintel/ui'
import type { ItemObject } from '../../library/item-object.ts'
import type { SharedAddress } from '../../library/share-item.ts'
import { detailsPath } from './item-words.ts'

const HOUR = 3600

/** Shows the address at which the file is served; for a private file, addresses that expire. */
export function AddressCard({ item, shared }: { item: ItemObject; shared: SharedAddress | null }) {
  return (
    <Card title={t('Address')}>
      <div class="grid gap-4">
        {!item.private && <Address url={item.url} label={t('Address of the file')} />}
        {item.private && (
          <>
            <p class="text-sm text-muted-foreground">
              {t('The file is private. A signed address lets anyone who has it read the file until it expires.')}
            </p>
            {shared && <Address url={shared.url} label={t('Signed address')} />}
            {shared?.expiresAt && (
              <p class="text-sm text-muted-foreground">
                {t('Valid until')} <Time at={shared.expiresAt} />.
              </p>
            )}
            <form method="get" action={detailsPath(item.id)} class="flex flex-wrap items-end gap-2">
              <label class="grid gap-1 text-sm">
                {t('Valid for')}
                <select class="select" name="lifetime">
                  <option value={HOUR}>{t('an hour')}</option>
                  <option value={24 * HOUR}>{t('a day')}</option>
                  <option value={168 * HOUR}>{t('a week')}</option>
                </select>
              </label>
              <button type="submit" class="btn" data-variant="outline">
                <Icon name="link" />
                {t('Create a signed address')}
              </button>
            </form>
          </>
        )}
      </div>
    </Card>
  )
}

function Address({ url, label }: { url: string; label: string }) {
  return (
    <div class="flex gap-2">
      <input class="input min-w-0" type="text" readonly value={url} aria-label={label} data-media-address />
      <button type="button" class="btn" data-variant="outline" data-media-copy={t('Copied')} hidden>
        <Icon name="copy" />
        <span data-text>{t('Copy')}</span>
      </button>
    </div>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Card, Facts, formatBytes, Icon, PageHeader, Time, t } from 'lintel/ui'
import { describeReason } from '../../images/image-error.ts'
import type { ItemObject } from '../../library/item-object.ts'
import { shareItem } from '../../library/share-item.ts'
import type { ItemInUse } from '../item-in-use.ts'
import { readFolders, rightsOf } from '../library.ts'
import { libraryPath } from '../library-query.ts'
import { AddressCard } from './address-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { DescribeForm } from './describe-form.tsx'
import { detailsPath, kindOf, nameOf } from './item-words.ts'
import { Preview } from './preview.tsx'
import { scriptOf } from './script.ts'

type DetailsShown = Shown<
  { readonly data: ItemInUse },
  { readonly lifetime?: number | undefined; readonly did?: 'saved' | undefined }
>

/** Page of one file: its preview, metadata, uses and actions. */
export default async function detailsPage(c: RequestContext, { result, query, refused }: DetailsShown): Promise<Page> {
  const { data: item } = result
  const rights = rightsOf(c)
  const [folders, shared] = await Promise.all([
    readFolders(c),
    query.lifetime === undefined ? null : shareItem(c, item.id, query.lifetime),
  ])
  const content = (
    <>
      <PageHeader title={nameOf(item)} description={item.folder === '' ? item.type : `${item.type} · ${item.folder}`}>
        <a class="btn" data-variant="ghost" href={libraryPath(item.folder === '' ? {} : { folder: item.folder })}>
          <Icon name="arrow-left" />
          {t('Library')}
        </a>
        {rights.upload && canCrop(item) && (
          <a class="btn" data-variant="outline" href={detailsPath(item.id, '/crop')}>
            <Icon name="crop" />
            {t('Crop')}
          </a>
        )}
        <a class="btn" data-variant="outline" href={item.url} download={item.originalName}>
          <Icon name="download" />
          {t('Download')}
        </a>
      </PageHeader>
      {query.did === 'saved' && <Alert kind="success" title={t('Saved')} />}
      {isHeld(refused) && (
        <Alert kind="error" title={t('The file is still in use')}>
          {t('Nothing was deleted. The documents that show it are listed under “Used by”.')}
        </Alert>
      )}
      <div class="grid items-start gap-6 *:min-w-0 lg:grid-cols-2" data-media-script={scriptOf(c)} data-media-details>
        <div class="grid gap-6 *:min-w-0">
          <Preview item={item} canPoint={rights.upload} />
          <Card title={t('Facts')}>
            <ItemFacts item={item} />
          </Card>
        </div>
        <div class="grid gap-6 *:min-w-0">
          {rights.upload && (
            <Card title={t('Description')}>
              <DescribeForm item={item} folders={folders} refused={isHeld(refused) ? null : refused} />
            </Card>
          )}
          <Card title={t('Used by')}>
            <Uses uses={item.usedBy} />
          </Card>
          <AddressCard item={item} shared={shared} />
          {rights.delete && <DeleteCard item={item} />}
        </div>
      </div>
    </>
  )
  return { title: nameOf(item), content }
}

/** Tells whether the file was not deleted because documents use it. */
function isHeld(refused: Refused | null): boolean {
  return refused?.problem.code === 'in_use'
}

/** Tells whether other pictures can be made from an item. */
function canCrop({ type, width, height }: ItemObject): boolean {
  return /^image\/(?:jpeg|png|webp|gif)$/.test(type) && width !== null && height !== null
}

function ItemFacts({ item }: { item: ItemObject }) {
  const { originalName, size, width, height, metadata, createdAt, updatedAt } = item
  const duration = metadata.duration
  return (
    <Facts
      facts={[
        [t('File name'), originalName],
        [t('Type'), item.type],
        [t('Size'), formatBytes(size)],
        ...(width === null || height === null ? [] : ([[t('Dimensions'), `${width} × ${height} px`]] as const)),
        ...(typeof duration === 'number' ? ([[t('Duration'), durationInWords(duration)]] as const) : []),
        [t('Access'), item.private ? t('Private') : t('Public')],
        [t('Added'), <Time at={createdAt} />],
        [t('Changed'), <Time at={updatedAt} />],
        ...(kindOf(item.type) === 'image' && item.thumbnailUrl === null && typeof metadata.thumbnailError === 'string'
          ? ([[t('No thumbnail'), describeReason(metadata.thumbnailError)]] as const)
          : []),
      ]}
    />
  )
}

/** Formats a duration as `1:02:03`, or `2:03`. */
function durationInWords(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

function Uses({ uses }: { uses: ItemInUse['usedBy'] }) {
  if (uses.length === 0) return <p class="text-sm text-muted-foreground">{t('No document shows this file.')}</p>
  return (
    <ul class="grid gap-2 text-sm">
      {uses.map(({ collection, id, field, title }) => (
        <li class="flex flex-wrap items-baseline gap-x-2">
          <a
            class="font-medium underline underline-offset-4"
            href={`/admin/content/${encodeURIComponent(id)}/edit?${new URLSearchParams({ collection })}`}
          >
            {title}
          </a>
          <span class="text-muted-foreground">{t('{collection}, field {field}', { collection, field })}</span>
        </li>
      ))}
    </ul>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from 'lintel/ui'
import type { ItemObject } from '../../library/item-object.ts'
import { iconOf, kindOf, nameOf } from './item-words.ts'

/** Shows the file itself, if browsers can display it; on a picture, the focal point can be set. */
export function Preview({ item, canPoint }: { item: ItemObject; canPoint: boolean }) {
  const kind = kindOf(item.type)
  return (
    <figure class="grid place-items-center rounded-lg border bg-muted p-3">
      {kind === 'image' && <Picture item={item} canPoint={canPoint} />}
      {kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: what was uploaded has none that the library knows of
        <video
          class="max-h-[28rem] max-w-full rounded-md"
          src={item.url}
          controls
          preload="metadata"
          aria-label={nameOf(item)}
        />
      )}
      {kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: what was uploaded has none that the library knows of
        <audio class="w-full" src={item.url} controls preload="metadata" aria-label={nameOf(item)} />
      )}
      {kind === 'document' && (
        <a
          class="grid place-items-center gap-2 p-8 text-sm hover:underline"
          href={item.url}
          target="_blank"
          rel="noopener"
        >
          <Icon name={iconOf(item.type)} class="size-12 text-muted-foreground" />
          {t('Open the file')}
        </a>
      )}
    </figure>
  )
}

function Picture({ item, canPoint }: { item: ItemObject; canPoint: boolean }) {
  return (
    <div class="relative" data-media-focal>
      <img class="max-h-[28rem] max-w-full rounded-md object-contain" src={item.url} alt={item.alt ?? ''} />
      {canPoint && (
        <button
          type="button"
          class="absolute size-8 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none rounded-full border-2 border-white bg-primary/60 shadow-md ring-2 ring-black/60 focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-ring"
          aria-label={t('Focal point: move it with the arrow keys')}
          data-focal-point
          hidden
        />
      )}
    </div>
  )
}

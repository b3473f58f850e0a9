/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon } from 'lintel/ui'
import type { ItemObject } from '../../library/item-object.ts'
import { iconOf, pictureOf } from './item-words.ts'

/**
 * A small picture of an item, or the icon of its kind. It has no alternative text, since the item's name is beside it.
 */
export function Thumbnail({ item, class: size }: { item: ItemObject; class: string }) {
  const picture = pictureOf(item)
  return (
    <span class={`grid place-items-center overflow-hidden rounded-md bg-muted text-muted-foreground ${size}`}>
      {picture === null ? (
        <Icon name={iconOf(item.type)} class="size-1/3 max-h-10 max-w-10" />
      ) : (
        <img src={picture} alt="" loading="lazy" decoding="async" class="size-full object-contain" />
      )}
    </span>
  )
}

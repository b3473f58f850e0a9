/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { IconName } from '../assets/icons.ts'

/** One file with all of them, under a name that stays: a component does not know the request that it is shown to. */
const SPRITE = '/assets/icons.svg'

/** An icon of one line of text's size. It says nothing to a screen reader: the words beside it do. */
export function Icon({ name, class: size = 'size-4' }: { name: IconName; class?: string }) {
  return (
    <svg class={`${size} shrink-0`} aria-hidden="true">
      <use href={`${SPRITE}#${name}`} />
    </svg>
  )
}

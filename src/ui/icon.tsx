/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { IconName } from '../assets/icons.ts'

/**
 * The file with all icons. Its name never changes, because a component does not know the request for which it is
 * rendered.
 */
const SPRITE = '/assets/icons.svg'

/** An icon as large as a line of text. Screen readers ignore it and read the text beside it. */
export function Icon({ name, class: size = 'size-4' }: { name: IconName; class?: string }) {
  return (
    <svg class={`${size} shrink-0`} aria-hidden="true">
      <use href={`${SPRITE}#${name}`} />
    </svg>
  )
}

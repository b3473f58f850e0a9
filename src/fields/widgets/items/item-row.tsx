/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Icon, t } from '../../../ui/index.ts'
import { ItemButton } from './item-button.tsx'

interface ItemRowProps {
  /** Path of the list. */
  readonly path: string
  readonly itemKey: string
  readonly title: string
  /** Prevents moving and removing the item. */
  readonly isFixed?: boolean | undefined
}

/** A single value of a list on one line, whose label is only for screen readers. */
export function ItemRow({ path, itemKey, title, isFixed, children }: PropsWithChildren<ItemRowProps>) {
  if (isFixed)
    return (
      <div class="form-item-row">
        <input type="hidden" name={`${path}[]`} value={itemKey} />
        <div class="form-item-value">{children}</div>
      </div>
    )
  return (
    <div class="form-item-row" data-item>
      <input type="hidden" name={`${path}[]`} value={itemKey} />
      <span class="form-item-handle" data-handle aria-hidden="true" hidden>
        <Icon name="grip-vertical" />
      </span>
      <div class="form-item-value">{children}</div>
      <ItemButton action="up" icon="arrow-up" label={t('Move {title} up', { title })} />
      <ItemButton action="down" icon="arrow-down" label={t('Move {title} down', { title })} />
      <ItemButton action="remove" icon="trash-2" label={t('Remove {title}', { title })} />
    </div>
  )
}

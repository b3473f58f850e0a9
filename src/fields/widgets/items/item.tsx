/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Icon, t } from '../../../ui/index.ts'
import { ItemButton } from './item-button.tsx'

interface ItemProps {
  /** Path of the list. */
  readonly path: string
  readonly itemKey: string
  readonly title: string
  /** Adds the item's position to its title, for lists in which all items are of one kind. */
  readonly isNumbered?: boolean
  readonly error?: string | undefined
  /** Prevents moving and removing the item. */
  readonly isFixed?: boolean | undefined
}

/** A block, or a row of several fields. It can be collapsed to a summary line. */
export function Item(props: PropsWithChildren<ItemProps>) {
  const { path, itemKey, title, isNumbered = false, error, isFixed, children } = props
  if (isFixed) return <FixedItem {...props}>{children}</FixedItem>
  return (
    <div class="form-item" data-item data-invalid={error ? 'true' : undefined}>
      <input type="hidden" name={`${path}[]`} value={itemKey} />
      <ItemButton action="insert" icon="plus" label={t('Insert before {title}', { title })} />
      <div class="form-item-head">
        <span class="form-item-handle" data-handle aria-hidden="true" hidden>
          <Icon name="grip-vertical" />
        </span>
        <button type="button" class="form-item-toggle" data-item-action="toggle" aria-expanded="true">
          <Icon name="chevron-down" />
          <span class="form-item-title" data-numbered={isNumbered ? 'true' : undefined}>
            {title}
          </span>
          <span class="form-item-summary" data-summary />
        </button>
        <ItemButton action="up" icon="arrow-up" label={t('Move {title} up', { title })} />
        <ItemButton action="down" icon="arrow-down" label={t('Move {title} down', { title })} />
        <ItemButton action="duplicate" icon="copy" label={t('Duplicate {title}', { title })} />
        <ItemButton action="remove" icon="trash-2" label={t('Remove {title}', { title })} />
      </div>
      <div class="form-item-body" data-body>
        {error && (
          <p class="text-sm text-destructive" role="alert">
            {error}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

function FixedItem({ path, itemKey, title, isNumbered, error, children }: PropsWithChildren<ItemProps>) {
  return (
    <div class="form-item" data-invalid={error ? 'true' : undefined}>
      <input type="hidden" name={`${path}[]`} value={itemKey} />
      <p class="px-3 py-2 text-sm font-medium">{isNumbered ? `${title} ${Number(itemKey) + 1}` : title}</p>
      <div class="form-item-body">
        {error && (
          <p class="text-sm text-destructive" role="alert">
            {error}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

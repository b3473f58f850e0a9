/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon } from '../../../ui/index.ts'

interface ItemButtonProps {
  readonly action: 'insert' | 'up' | 'down' | 'duplicate' | 'remove'
  readonly icon: 'plus' | 'arrow-up' | 'arrow-down' | 'copy' | 'trash-2'
  readonly label: string
}

/** A button for an action on an item of a list. */
export function ItemButton({ action, icon, label }: ItemButtonProps) {
  return (
    <button
      type="button"
      class="btn"
      data-variant="ghost"
      data-size="icon-sm"
      data-item-action={action}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  )
}

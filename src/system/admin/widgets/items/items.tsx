/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import { Icon } from '../../../../ui/index.ts'
import { itemMessages } from '../widget-messages.ts'

interface ItemsProps {
  /** An item of each kind as it begins, whose key the script replaces. */
  readonly templates: Child
  readonly buttons: Child
  /** Nothing is added, moved or removed. */
  readonly isFixed?: boolean | undefined
}

/** Items in an order, and what adds further ones. */
export function Items({ templates, buttons, isFixed, children }: PropsWithChildren<ItemsProps>) {
  if (isFixed) return <div class="form-items">{children}</div>
  return (
    <div class="form-items" data-items data-words={itemMessages()}>
      <div data-list>{children}</div>
      <p class="sr-only" role="status" data-told />
      {templates}
      <div class="flex flex-wrap gap-2" data-add-buttons>
        {buttons}
      </div>
    </div>
  )
}

export function AddButton({ type, children }: PropsWithChildren<{ type?: string }>) {
  return (
    <button type="button" class="btn" data-variant="outline" data-size="sm" data-add={type ?? ''}>
      <Icon name="plus" />
      {children}
    </button>
  )
}

/** Placeholder for the key of an item that does not exist yet; the script puts a new one in its place. */
export function placeholder(depth: number): string {
  return `~new${depth}~`
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import { Icon } from '../../../ui/index.ts'
import { itemMessages } from '../widget-messages.ts'

interface ItemsProps {
  /** A template item of each kind, in which a script replaces the key. */
  readonly templates: Child
  readonly buttons: Child
  /** Prevents adding, moving and removing items. */
  readonly isFixed?: boolean | undefined
}

/** An ordered list of items. Unless it is fixed, it has buttons to add more. */
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

/** Returns the placeholder for the key of a new item, which a script replaces. */
export function placeholder(depth: number): string {
  return `~new${depth}~`
}

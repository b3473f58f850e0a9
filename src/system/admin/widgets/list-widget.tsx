/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { FieldData, Json } from '../../../config/fields/field-type.ts'
import { Icon, t } from '../../../ui/index.ts'
import { Fieldset } from './fieldset.tsx'
import { labelOf, type WidgetProps } from './widget.ts'
import { itemMessages } from './widget-messages.ts'

/** Values of one kind, with buttons to add, remove and move. */
export function ListWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const { widget: Widget } = form
  const inner: FieldData = { ...field.options.of, name: field.options.of.name || 'item' }
  const item = (key: string, content: Json | undefined) => (
    <Item path={path} itemKey={key} title={labelOf(field)}>
      <Widget field={inner} path={`${path}.${key}`} value={content} form={form} depth={depth + 1} />
    </Item>
  )
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  return (
    <Fieldset {...props}>
      <div class="grid grid-cols-1 gap-3" data-items data-words={itemMessages()}>
        <div class="grid grid-cols-1 gap-3" data-list>
          {items.map((content, index) => item(String(index), content))}
        </div>
        <p class="sr-only" role="status" data-told />
        <template data-key={placeholder(depth)}>{item(placeholder(depth), inner.options.default)}</template>
        <div>
          <AddButton>{t('Add to {list}', { list: labelOf(field) })}</AddButton>
        </div>
      </div>
    </Fieldset>
  )
}

/** Parts of several kinds. */
export function BlocksWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const { widget: Widget } = form
  const kinds = Object.entries(field.options.of as { [type: string]: readonly FieldData[] })
  const block = (
    key: string,
    type: string,
    fields: readonly FieldData[],
    content: { readonly [name: string]: Json },
  ) => (
    <Item path={path} itemKey={key} title={labelOf({ name: type, kind: 'group', options: {} })}>
      <input type="hidden" name={`${path}.${key}.type`} value={type} />
      {fields.map((inner) => (
        <Widget
          field={inner}
          path={`${path}.${key}.${inner.name}`}
          value={content[inner.name] ?? null}
          form={form}
          depth={depth + 1}
        />
      ))}
    </Item>
  )
  const blocks = Array.isArray(value) ? (value as readonly { readonly [name: string]: Json }[]) : []
  return (
    <Fieldset {...props}>
      <div class="grid grid-cols-1 gap-3" data-items data-words={itemMessages()}>
        <div class="grid grid-cols-1 gap-3" data-list>
          {blocks.map((content, index) => {
            const type = String(content?.type)
            return block(String(index), type, field.options.of[type] ?? [], content)
          })}
        </div>
        <p class="sr-only" role="status" data-told />
        <div class="flex flex-wrap gap-2">
          {kinds.map(([type, fields]) => (
            <>
              <template data-key={placeholder(depth)} data-type={type}>
                {block(placeholder(depth), type, fields, defaultsOf(fields))}
              </template>
              <AddButton type={type}>{labelOf({ name: type, kind: 'group', options: {} })}</AddButton>
            </>
          ))}
        </div>
      </div>
    </Fieldset>
  )
}

function AddButton({ type, children }: PropsWithChildren<{ type?: string }>) {
  return (
    <button type="button" class="btn" data-variant="outline" data-size="sm" data-add={type ?? ''}>
      <Icon name="plus" />
      {children}
    </button>
  )
}

/** Placeholder for the key of an item that does not exist yet; the script puts a new one in its place. */
function placeholder(depth: number): string {
  return `~new${depth}~`
}

function defaultsOf(fields: readonly FieldData[]): { readonly [name: string]: Json } {
  return Object.fromEntries(fields.map(({ name, options }) => [name, options.default ?? null]))
}

function Item({ path, itemKey, title, children }: PropsWithChildren<{ path: string; itemKey: string; title: string }>) {
  return (
    <div class="rounded-lg border bg-card p-3" data-item>
      <input type="hidden" name={`${path}[]`} value={itemKey} />
      <div class="mb-2 flex items-center gap-1">
        <span class="cursor-grab p-1 text-muted-foreground" data-handle aria-hidden="true" hidden>
          <Icon name="grip-vertical" />
        </span>
        <span class="grow text-sm font-medium text-muted-foreground">{title}</span>
        <ItemButton action="up" icon="arrow-up" label={t('Move {title} up', { title })} />
        <ItemButton action="down" icon="arrow-down" label={t('Move {title} down', { title })} />
        <ItemButton action="remove" icon="trash-2" label={t('Remove {title}', { title })} />
      </div>
      <div class="grid grid-cols-1 gap-4">{children}</div>
    </div>
  )
}

function ItemButton({
  action,
  icon,
  label,
}: {
  action: string
  icon: 'arrow-up' | 'arrow-down' | 'trash-2'
  label: string
}) {
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

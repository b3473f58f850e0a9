/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { EditAnswer } from '../../../manifest/source-edit.ts'
import { Icon, t } from '../../../ui/index.ts'
import { Editor } from './editor-page.tsx'

interface OrderProps {
  readonly collection: string
  /** `parts.quote`; empty for the fields of the collection. */
  readonly inside: string
  readonly order: readonly string[]
  readonly moved: { readonly name: string; readonly direction: 'up' | 'down' } | null
  readonly answer: EditAnswer | null
}

/** Fields in their order, each with buttons that move it: they post the form, so they need no script. */
export function orderPage({ collection, inside, order, moved, answer }: OrderProps): Content {
  const path = `/admin/collections/${collection}`
  const query = inside === '' ? '' : `?in=${inside}`
  return (
    <Editor
      title={t('Order of fields')}
      description={
        <>
          <code class="block font-mono text-xs">{[collection, inside].filter(Boolean).join('.')}</code>
          {t('Forms and the reference show fields in this order. Comments move with their field.')}
        </>
      }
      action={`${path}/order${query}`}
      back={path}
      answer={answer}
    >
      <ol class="flex flex-col divide-y rounded-md border">
        {order.map((name, at) => (
          <li class="flex items-center gap-1 py-1 pr-1 pl-3">
            <input type="hidden" name="field" value={name} />
            <code class="grow font-mono text-sm wrap-anywhere">{name}</code>
            <Move name={name} direction="up" isLast={at === 0} moved={moved} />
            <Move name={name} direction="down" isLast={at === order.length - 1} moved={moved} />
          </li>
        ))}
      </ol>
    </Editor>
  )
}

interface MoveProps {
  readonly name: string
  readonly direction: 'up' | 'down'
  /** There is nowhere further. Such a button keeps the focus, so that the keyboard does not lose its place. */
  readonly isLast: boolean
  readonly moved: OrderProps['moved']
}

function Move({ name, direction, isLast, moved }: MoveProps) {
  const isUp = direction === 'up'
  return (
    <button
      type="submit"
      class="btn shrink-0 aria-disabled:opacity-40"
      data-variant="ghost"
      data-size="icon-sm"
      name="~move"
      value={`${direction}:${name}`}
      aria-label={isUp ? t('Move {field} up', { field: name }) : t('Move {field} down', { field: name })}
      aria-disabled={isLast ? 'true' : undefined}
      autofocus={moved?.name === name && moved.direction === direction}
    >
      <Icon name={isUp ? 'arrow-up' : 'arrow-down'} />
    </button>
  )
}

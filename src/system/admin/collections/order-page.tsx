/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Icon, t } from '../../../ui/index.ts'
import { collectionInPath, type Editing, editingOf } from './editing.ts'
import { Editor } from './editor-page.tsx'
import { orderFor, type ShownOrder } from './order-form.ts'

/** Page with the fields in order and buttons to move them. The buttons submit the form, so they need no script. */
export default function orderPage(c: RequestContext, shown: Shown): Page {
  const collection = collectionInPath(c, String(shown.params.id))
  const { form, result, problem } = editingOf(c, shown)
  const props = { collection: collection.name, inside: c.req.query('in') ?? '', result, problem }
  return { title: t('Order of fields'), content: <Order {...props} {...orderFor(c, collection, form)} /> }
}

interface OrderProps extends ShownOrder, Omit<Editing, 'form'> {
  readonly collection: string
  /** Path of the container: `parts.quote`; empty for the fields of the collection. */
  readonly inside: string
}

function Order({ collection, inside, order, moved, result, problem }: OrderProps) {
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
      result={result}
      problem={problem}
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
  /**
   * True if the field cannot be moved further. The button stays focusable, so that keyboard users do not lose their
   * position.
   */
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

/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Page, Shown } from '../../../../config/route.ts'
import type { Json } from '../../../../fields/field-type.ts'
import type { RequestContext } from '../../../../runtime/kit.ts'
import { Icon, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { widgetState } from '../form/state.ts'
import { textsIn } from '../sent-form/texts.ts'
import { nodeKindAt } from './node-fields.ts'

/**
 * Dialog with the form of a node's attributes, over the text with the node. The editor's script applies the changes.
 */
export default async function nodeDialog(c: RequestContext, { typed }: Shown): Promise<Page> {
  const collection = await collectionFor(c)
  const [path = '', node = ''] = [c.req.query('path'), c.req.query('node')]
  const { label, fields } = nodeKindAt(collection, path, node)
  const values = objectIn(textsIn(typed, '~values')[0] ?? '')
  const form = await widgetState(c, fields, values, 'node-')
  const query = new URLSearchParams({ collection: collection.name, path, node })
  const title = t('Edit {title}', { title: label })
  const content = (
    <dialog class="dialog" aria-labelledby="node-title" data-node-dialog>
      <div class="max-h-[90svh] overflow-y-auto sm:max-w-2xl">
        <header>
          <h2 id="node-title">{title}</h2>
        </header>
        <form method="post" action={`/admin/content/node-values?${query}`} class="grid gap-6" novalidate>
          <p class="text-sm text-destructive empty:hidden" role="alert" data-problem />
          {fields.map((field) => (
            <form.widget
              field={field}
              path={field.name}
              value={values[field.name] ?? field.options.default}
              form={form}
              depth={0}
            />
          ))}
          <footer class="flex flex-wrap justify-end gap-2">
            <button type="button" class="btn" data-variant="outline" data-close>
              {t('Cancel')}
            </button>
            <button type="submit" class="btn">
              {t('Apply')}
            </button>
          </footer>
        </form>
        <button type="button" class="btn" data-variant="ghost" data-size="icon" data-close aria-label={t('Close')}>
          <Icon name="x" />
        </button>
      </div>
    </dialog>
  )
  return { title, content }
}

function objectIn(text: string): { readonly [name: string]: Json } {
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [name: string]: Json }) // neither null nor a list
      : {}
  } catch {
    return {}
  }
}

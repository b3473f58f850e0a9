import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { t } from '../../../../messages/translate.ts'
import { callApi, HttpError, type RequestContext, refusalIn } from '../../../../runtime/kit.ts'
import { WRITING } from '../objects.ts'
import { editPath, trashPath } from '../paths.ts'
import { loadTrash, trashPage } from './data.ts'

const inTrash = z.looseObject({ collection: z.string().max(100).optional() })

/** Lists deleted documents that can be restored, of all collections or of one. */
export const trashRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/trash',
  access: ['editor'],
  summary: 'The trash: deleted documents of all collections, or of the one that `collection` names',
  input: { query: inTrash },
  returns: trashPage,
  problems: ['not_found', 'forbidden', 'invalid_query'],
  load: (c) => loadTrash(c),
  page: () => import('./page.tsx'),
})

/** Schema of a document with its collection: `posts/0198…`. */
const item = z.string().max(200)

const form = z.strictObject({
  action: z.enum(['restore', 'delete']).default('restore'),
  item: z.union([item.transform((one) => [one]), z.array(item).max(500)]).default([]),
  /** Value of the pressed button of a row: its action and its document. */
  one: z.string().max(220).optional(),
})

/** Restores documents or deletes them permanently, one after the other. */
export const emptyTrashRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/trash',
  access: ['editor'],
  audit: false, // the API writes the entries
  summary: 'Restores documents from the trash, or deletes them permanently',
  input: { query: inTrash, form },
  returns: z.strictObject({ data: z.strictObject({ action: z.string(), items: z.array(z.string()) }) }),
  problems: WRITING,
  act: async (c, { form: { one, ...several } }) => {
    const [action = several.action, ...single] = one === undefined ? [] : one.split(' ')
    const items = one === undefined ? [...new Set(several.item)] : single
    for (const each of items) await carryOut(c, action, each, items.length > 1)
    return { data: { action, items } }
  },
  to: ({ data: { action, items } }, { query }) => {
    const [name = '', id = ''] = items[0]?.split('/') ?? []
    if (action === 'restore' && items.length === 1) return editPath(name, id, 'untrashed')
    return trashPath(query.collection, items.length === 0 ? undefined : action)
  },
  again: () => import('./page.tsx'),
})

/**
 * Restores or deletes one document. If it is one of many, a missing document is skipped: it may have been handled
 * together with another.
 */
async function carryOut(c: RequestContext, action: string, item: string, isOneOfMany: boolean): Promise<void> {
  const match = /^(\w{1,64})\/([\w-]{1,64})$/.exec(item)
  if (!match) throw new HttpError('not_found', t('There is no such document in the trash.'))
  const path = `/api/${match[1]}/trash/${match[2]}`
  const response =
    action === 'delete'
      ? await callApi(c, path, { method: 'DELETE' })
      : await callApi(c, `${path}/restore`, { method: 'POST' })
  if (!response.ok && !(isOneOfMany && response.status === 404)) throw refusalIn(response)
}

import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import { HttpError, type RequestContext, uuidv7 } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { listQuery } from '../list-query.ts'
import { inCollection } from '../objects.ts'
import { listPath } from '../paths.ts'
import { contentColumns, contentViews } from '../tables.ts'
import { listChoices, MOST_VIEWS, type SavedView } from './choices.ts'
import { availableColumns } from './columns.ts'

const text = (max: number) => z.string().max(max).default('')
const several = z.union([
  z
    .string()
    .max(100)
    .transform((one) => [one]),
  z.array(z.string().max(100)).max(100),
])
const columns = several.default([])
const name = z
  .string()
  .trim()
  .min(1, { error: message('Give the view a name.') })
  .max(80)

const view = z.strictObject({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.array(z.string()).nullable(),
  shared: z.boolean(),
})
const kept = z.strictObject({ data: view })

/** Properties that these routes share. The routes change only the appearance of lists. */
const row = { method: 'POST', access: EDITORIAL, audit: false } as const

/** Stores which columns of a collection the caller wants to see. */
export const columnsRoute = defineRoute({
  ...row,
  path: '/admin/content/columns',
  summary: 'Saves which columns of `collection` the caller sees; no columns restore the default',
  input: { query: inCollection, form: z.object({ column: columns, query: text(2000), view: text(64) }) },
  returns: z.strictObject({ data: z.strictObject({ columns: z.array(z.string()) }) }),
  problems: ['not_found'],
  act: async (c, { form: { column } }) => {
    const collection = await collectionFor(c)
    const known = new Set(availableColumns(c, collection).map((one) => one.name))
    const chosen = [...new Set(column)].filter((one) => known.has(one))
    await keepColumns(c, { userId: userOf(c), collection: collection.name }, chosen)
    return { data: { columns: chosen } }
  },
  // A view has its own columns, so that choosing other columns leaves the view.
  to: ({ data }, { query, form }) =>
    addressOf(query.collection, form.query, form.view === '' || data.columns.length > 0 ? null : form.view),
})

async function keepColumns(
  { var: { db } }: RequestContext,
  key: { readonly userId: string; readonly collection: string },
  chosen: readonly string[],
): Promise<void> {
  const { userId, collection } = contentColumns
  if (chosen.length === 0) {
    await db.delete(contentColumns).where(and(eq(userId, key.userId), eq(collection, key.collection)))
    return
  }
  const set = { columns: chosen }
  await db
    .insert(contentColumns)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: [userId, collection], set })
}

/** Saves the current list under a name. */
export const saveViewRoute = defineRoute({
  ...row,
  path: '/admin/content/views',
  summary:
    'Saves the filters, sort order and columns of a list of `collection` as a view. Admins may share it with everybody',
  input: { query: inCollection, form: z.object({ name, query: text(2000), column: columns, shared: text(10) }) },
  returns: kept,
  status: 201,
  problems: ['not_found', 'forbidden'],
  act: async (c, { form }) => {
    const collection = await collectionFor(c)
    const { views } = await listChoices(c, collection.name)
    if (views.filter(({ isOwn }) => isOwn).length >= MOST_VIEWS) {
      throw new HttpError(
        'validation_failed',
        t('You already have {count} views. Delete one first.', { count: MOST_VIEWS }),
      )
    }
    const shared = form.shared !== ''
    if (shared && !isAdmin(c)) throw new HttpError('forbidden', t('Only admins can share views.'))
    const query = listQuery(new URLSearchParams(form.query)).toString()
    const data = { id: uuidv7(), name: form.name, query, columns: columnsOr(form.column, null), shared }
    const owner = { userId: userOf(c), collection: collection.name, createdAt: Date.now() }
    await c.var.db.insert(contentViews).values({ ...data, ...owner })
    return { data }
  },
  to: ({ data }, { query }) => addressOf(query.collection, data.query, data.id),
})

/**
 * Changes the name and the columns of a view and, if requested, replaces its filters with the filters of the current
 * list.
 */
export const changeViewRoute = defineRoute({
  ...row,
  path: '/admin/content/views/:id',
  summary:
    'Renames a view of `collection`; `column` replaces its columns, and `update` replaces its filters with those of `query`',
  input: { query: inCollection, form: z.object({ name, query: text(2000), column: columns, update: text(10) }) },
  returns: kept,
  problems: ['not_found', 'forbidden'],
  act: async (c, { params, form }) => {
    const { id, shared, ...before } = await changeableView(c, params.id)
    const query = form.update === '' ? before.query : listQuery(new URLSearchParams(form.query)).toString()
    const changed = { name: form.name, query, columns: columnsOr(form.column, before.columns) }
    await c.var.db.update(contentViews).set(changed).where(eq(contentViews.id, id))
    return { data: { id, ...changed, shared } }
  },
  to: ({ data }, { query }) => addressOf(query.collection, data.query, data.id),
})

/** Deletes a view: one of the caller's own, or, for admins, a shared one. */
export const deleteViewRoute = defineRoute({
  ...row,
  path: '/admin/content/views/:id/delete',
  summary: "Deletes a view of `collection`: one of the caller's own or, for admins, a shared one",
  input: { query: inCollection },
  returns: null,
  problems: ['not_found', 'forbidden'],
  act: async (c, { params }) => {
    const { id } = await changeableView(c, params.id)
    await c.var.db.delete(contentViews).where(eq(contentViews.id, id))
  },
  to: (_deleted, { query }) => listPath(query.collection),
})

/**
 * Returns the view with this id, if it belongs to the caller, or if it is shared and the caller is an admin.
 * @throws HttpError `not_found`, `forbidden`
 */
async function changeableView(c: RequestContext, id: string): Promise<SavedView> {
  const { name } = await collectionFor(c)
  const { views } = await listChoices(c, name)
  const found = views.find((one) => one.id === id)
  if (!found) throw new HttpError('not_found', t('There is no such view.'))
  if (!found.isOwn && !isAdmin(c)) throw new HttpError('forbidden', t('Only admins can change shared views.'))
  return found
}

/** Returns the chosen columns, or `otherwise` if none were chosen. */
function columnsOr(chosen: readonly string[], otherwise: readonly string[] | null): string[] | null {
  return chosen.length > 0 ? [...chosen] : otherwise && [...otherwise]
}

function isAdmin(c: RequestContext): boolean {
  return c.get('user')?.role === 'admin'
}

function userOf(c: RequestContext): string {
  return c.get('user')?.id ?? ''
}

function addressOf(collection: string, query: string, view: string | null): string {
  const next = listQuery(new URLSearchParams(query))
  next.delete('cursor')
  next.set('collection', collection)
  if (view !== null) next.set('view', view)
  return `/admin/content/?${next}`
}

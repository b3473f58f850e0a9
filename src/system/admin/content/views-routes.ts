import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { formValues, HttpError, type RequestContext, readForm, uuidv7 } from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { listChoices, MOST_VIEWS, type SavedView } from './list-choices.ts'
import { availableColumns } from './list-columns.ts'
import { listQuery } from './list-query.ts'
import { listPath } from './paths.ts'
import { contentColumns, contentViews } from './tables.ts'

const several = z.union([z.string().max(100), z.array(z.string().max(100)).max(100)]).default([])

/** Remembers which columns the caller wants to see of a collection. */
export const columnsRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/columns',
  access: ['editor'],
  audit: false, // how one's own screen looks
  summary: 'Remembers the columns that the caller sees of `collection`; none brings back the default',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const { column, query, view } = await readView(c, z.object({ column: several, query: text(2000), view: text(64) }))
    const known = new Set(availableColumns(c, collection).map(({ name }) => name))
    const columns = [...new Set(listOf(column))].filter((name) => known.has(name))
    const key = { userId: userOf(c), collection: collection.name }
    const { db } = c.var
    if (columns.length === 0) {
      await db
        .delete(contentColumns)
        .where(and(eq(contentColumns.userId, key.userId), eq(contentColumns.collection, key.collection)))
    } else {
      await db
        .insert(contentColumns)
        .values({ ...key, columns })
        .onConflictDoUpdate({ target: [contentColumns.userId, contentColumns.collection], set: { columns } })
    }
    // A view brings its own columns: whoever chooses others leaves it.
    return c.redirect(addressOf(collection.name, query, view === '' || columns.length > 0 ? null : view), 303)
  },
})

/** Keeps the list that the caller looks at under a name. */
export const saveViewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/views',
  access: ['editor'],
  audit: false, // how lists look
  summary:
    'Keeps a list of `collection` under a name: its filters, sort and columns. Admins may share it with everybody',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const form = await readView(
      c,
      z.object({ name: z.string().trim().min(1).max(80), query: text(2000), column: several, shared: text(10) }),
    )
    const { views } = await listChoices(c, collection.name)
    if (views.filter(({ isOwn }) => isOwn).length >= MOST_VIEWS) {
      throw new HttpError(
        'validation_failed',
        t('You already have {count} views. Delete one first.', { count: MOST_VIEWS }),
      )
    }
    if (form.shared !== '' && c.get('user')?.role !== 'admin') {
      throw new HttpError('forbidden', t('Only admins can share views.'))
    }
    const columns = listOf(form.column)
    const id = uuidv7()
    const query = listQuery(new URLSearchParams(form.query)).toString()
    await c.var.db.insert(contentViews).values({
      id,
      userId: userOf(c),
      collection: collection.name,
      name: form.name,
      query,
      columns: columns.length > 0 ? columns : null,
      shared: form.shared !== '',
      createdAt: Date.now(),
    })
    return c.redirect(addressOf(collection.name, query, id), 303)
  },
})

/** Gives a view another name, other columns, and, where that is asked for, the filters of the list that is looked at. */
export const changeViewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/views/:id',
  access: ['editor'],
  audit: false, // how lists look
  summary:
    'Renames a view of `collection`; `column` gives it other columns, and with `update` it has the filters of `query`',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const form = await readView(
      c,
      z.object({ name: z.string().trim().min(1).max(80), query: text(2000), column: several, update: text(10) }),
    )
    const view = await changeableView(c, collection.name)
    const columns = listOf(form.column)
    const query = form.update === '' ? view.query : listQuery(new URLSearchParams(form.query)).toString()
    await c.var.db
      .update(contentViews)
      .set({ name: form.name, query, columns: columns.length > 0 ? columns : view.columns })
      .where(eq(contentViews.id, view.id))
    return c.redirect(addressOf(collection.name, query, view.id), 303)
  },
})

/** Forgets a view: one's own, or, for admins, a shared one. */
export const deleteViewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/views/:id/delete',
  access: ['editor'],
  audit: false, // how lists look
  summary: 'Deletes a view of `collection`: one of the caller, or a shared one if the caller is an admin',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const view = await changeableView(c, collection.name)
    await c.var.db.delete(contentViews).where(eq(contentViews.id, view.id))
    return c.redirect(listPath(collection.name), 303)
  },
})

/**
 * The view that the address names: one of the caller, or a shared one if the caller is an admin.
 * @throws HttpError `not_found`, `forbidden`
 */
async function changeableView(c: RequestContext, collection: string): Promise<SavedView> {
  const { views } = await listChoices(c, collection)
  const view = views.find(({ id }) => id === c.req.param('id'))
  if (!view) throw new HttpError('not_found', t('There is no such view.'))
  if (!view.isOwn && c.get('user')?.role !== 'admin')
    throw new HttpError('forbidden', t('Only admins can share views.'))
  return view
}

function text(max: number) {
  return z.string().max(max).default('')
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

function userOf(c: RequestContext): string {
  return c.get('user')?.id ?? ''
}

async function readView<Schema extends z.ZodType>(c: RequestContext, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(formValues(await readForm(c)))
  if (parsed.success) return parsed.data
  throw new HttpError('validation_failed', t('Give the view a name of at most {count} characters.', { count: 80 }))
}

function addressOf(collection: string, query: string, view: string | null): string {
  const next = listQuery(new URLSearchParams(query))
  next.delete('cursor')
  next.set('collection', collection)
  if (view !== null) next.set('view', view)
  return `/admin/content/?${next}`
}

import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { defineRoute } from 'lintel'
import { forgetGenerations, HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { MAY_SHARE, signedAddress } from '../serve/signed-url.ts'
import { media } from '../tables.ts'
import type { Item } from '../upload/register.ts'
import { tag } from './bulk-routes.ts'
import { ensureFolder } from './folder-rows.ts'
import { itemObject, itemSchema } from './item-object.ts'
import { findItem, findReadableUsages, listItems, SORTS } from './items.ts'
import { folderParameter, readFolder } from './names.ts'
import { removeItems } from './remove.ts'
import { searchTextOf } from './search-text.ts'
import { MAX_TAGS } from './tag-items.ts'

const usedBy = z.array(z.strictObject({ collection: z.string(), id: z.string(), field: z.string() }))

export const list = defineRoute({
  method: 'GET',
  path: '/api/media',
  access: 'authenticated',
  summary: 'The media library',
  input: {
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      type: z.enum(['image', 'video', 'audio', 'document']).optional(),
      folder: folderParameter
        .optional()
        .meta({ description: 'Its path, without the folders in it; empty for the top.' }),
      tag: z.string().max(50).optional(),
      ids: z
        .string()
        .max(7000)
        .transform((text) => text.split(','))
        .refine((given) => given.length <= 100)
        .optional()
        .meta({ description: 'Only these items, separated by commas; at most 100.' }),
      q: z.string().max(200).optional().meta({ description: 'Words in name, title, alternative text and tags.' }),
      sort: z.enum(SORTS).default('-createdAt'),
    }),
  },
  responses: {
    200: z.strictObject({
      data: z.array(itemSchema),
      pagination: z.strictObject({
        page: z.int(),
        limit: z.int(),
        total: z.int(),
        totalPages: z.int(),
        hasNext: z.boolean(),
        hasPrev: z.boolean(),
      }),
    }),
  },
  handler: async (c, { query: { page, limit, sort, ...filter } }) => {
    const { items, total } = await listItems(c.var.db, filter, { sort, page, limit })
    const data = await Promise.all(items.map((item) => itemObject(c, item)))
    const totalPages = Math.ceil(total / limit)
    return c.json({
      data,
      pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
    })
  },
})

export const one = defineRoute({
  method: 'GET',
  path: '/api/media/:id',
  access: 'authenticated',
  summary: 'An item, and where content uses it',
  responses: { 200: z.strictObject({ data: itemSchema.safeExtend({ usedBy }).meta({ id: 'MediaItemDetail' }) }) },
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const [item, usages] = await Promise.all([requireItem(c, id), findReadableUsages(c, id)])
    return c.json({ data: { ...(await itemObject(c, item)), usedBy: usages } })
  },
})

const part = z.number().min(0).max(1)
const tags = z
  .array(tag)
  .max(MAX_TAGS)
  .transform((given) => [...new Set(given)])

export const change = defineRoute({
  method: 'PATCH',
  path: '/api/media/:id',
  access: { permission: 'media.upload' },
  summary: 'Describe an item, or move it',
  input: {
    json: z.strictObject({
      title: z.string().max(500).nullable().optional(),
      alt: z.string().max(2000).nullable().optional(),
      tags: tags.optional(),
      folder: z.string().max(500).optional(),
      focalPoint: z.strictObject({ x: part, y: part }).nullable().optional(),
    }),
  },
  responses: { 200: z.strictObject({ data: itemSchema }) },
  handler: async (c, { json }) => {
    const { item, file } = await requireItem(c, c.req.param('id') ?? '')
    const { focalPoint, folder, ...words } = json
    const changed = {
      ...item,
      ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)),
      ...(folder === undefined ? {} : { folder: readFolder(folder) }),
      ...(focalPoint === undefined ? {} : { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
      updatedAt: Date.now(),
    }
    const row = { ...changed, searchText: searchTextOf({ ...changed, tags: changed.tags ?? null }) }
    const { id, ...values } = row
    const update = c.var.db.update(media).set(values).where(eq(media.id, id)).returning({ id: media.id })
    const folders = folder === undefined ? [] : ensureFolder(c.var.db, row.folder, row.updatedAt)
    const [first = update, ...rest]: BatchItem<'sqlite'>[] = [...folders, update]
    await c.var.db.batch([first, ...rest])
    forgetGenerations(c)
    return c.json({ data: await itemObject(c, { item: row, file }) })
  },
})

export const remove = defineRoute({
  method: 'DELETE',
  path: '/api/media/:id',
  access: { permission: 'media.delete' },
  summary: 'Delete an item, and its file when no other shows it',
  input: {
    query: z.strictObject({
      force: z.enum(['true', 'false']).default('false').meta({ description: 'Also when content uses it.' }),
    }),
  },
  responses: { 204: null },
  problems: ['in_use'],
  handler: async (c, { query }) => {
    const { removed } = await removeItems(c, [c.req.param('id') ?? ''], query.force === 'true')
    if (removed.length === 0) throw noItem()
    return c.body(null, 204)
  },
})

export const address = defineRoute({
  method: 'GET',
  path: '/api/media/:id/url',
  access: { permission: MAY_SHARE },
  summary: 'A signed address of a private file',
  input: {
    query: z.strictObject({
      lifetime: z.coerce.number().int().min(1).max(604_800).default(3600).meta({ description: 'In seconds.' }),
    }),
  },
  responses: {
    200: z.strictObject({ data: z.strictObject({ url: z.string(), expiresAt: z.iso.datetime().nullable() }) }),
  },
  problems: ['not_configured'],
  handler: async (c, { query }) => {
    const item = await requireItem(c, c.req.param('id') ?? '')
    if (!item.file.private) return c.json({ data: { url: (await itemObject(c, item)).url, expiresAt: null } })
    const expires = Math.floor(Date.now() / 1000) + query.lifetime
    const url = await signedAddress(c, item.file.filename, expires)
    return c.json({ data: { url, expiresAt: new Date(expires * 1000).toISOString() } })
  },
})

/** @throws HttpError `not_found` */
async function requireItem(c: RequestContext, id: string): Promise<Item> {
  const item = await findItem(c.var.db, id)
  if (!item) throw noItem()
  return item
}

function noItem(): HttpError {
  return new HttpError('not_found', t('There is no such item.'))
}

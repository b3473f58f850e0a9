import { inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { defineRoute } from 'lintel'
import * as z from 'zod'
import { media } from '../tables.ts'
import { ensureFolder } from './folder-rows.ts'
import { readFolder } from './names.ts'
import { removeItems } from './remove.ts'
import { MAX_TAGS, tagItems } from './tag-items.ts'

/** What people sort files by. */
export const tag = z.string().trim().min(1).max(50)

const ids = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(500)
  .transform((given) => [...new Set(given)])

export const bulkMove = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-move',
  access: { permission: 'media.upload' },
  summary: 'Move items into a folder, which is made where it is not there',
  input: { json: z.strictObject({ ids, folder: z.string().max(500) }) },
  responses: {
    200: z.strictObject({ data: z.strictObject({ moved: z.array(z.string()), missing: z.array(z.string()) }) }),
  },
  handler: async (c, { json }) => {
    const folder = readFolder(json.folder)
    const now = Date.now()
    const update = c.var.db
      .update(media)
      .set({ folder, updatedAt: now })
      .where(inArray(media.id, sql`(SELECT "value" FROM json_each(${JSON.stringify(json.ids)}))`))
      .returning({ id: media.id })
    const [first = update, ...rest]: BatchItem<'sqlite'>[] = [...ensureFolder(c.var.db, folder, now), update]
    const results = await c.var.db.batch([first, ...rest])
    const rows = results.at(-1) as { id: string }[] // what `returning` asks for
    const found = new Set(rows.map(({ id }) => id))
    const moved = json.ids.filter((id) => found.has(id))
    return c.json({ data: { moved, missing: json.ids.filter((id) => !found.has(id)) } })
  },
})

const tags = z.array(tag).max(MAX_TAGS).default([])

export const bulkTag = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-tag',
  access: { permission: 'media.upload' },
  summary: 'Add tags to items, and take others away',
  input: { json: z.strictObject({ ids, add: tags, remove: tags }) },
  responses: {
    200: z.strictObject({ data: z.strictObject({ tagged: z.array(z.string()), missing: z.array(z.string()) }) }),
  },
  problems: ['conflict'],
  handler: async (c, { json }) => {
    const found = new Set(await tagItems(c, json.ids, json))
    const tagged = json.ids.filter((id) => found.has(id))
    return c.json({ data: { tagged, missing: json.ids.filter((id) => !found.has(id)) } })
  },
})

export const bulkDelete = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-delete',
  access: { permission: 'media.delete' },
  summary: 'Delete items, all or none',
  input: { json: z.strictObject({ ids, force: z.boolean().default(false) }) },
  responses: {
    200: z.strictObject({ data: z.strictObject({ deleted: z.array(z.string()), missing: z.array(z.string()) }) }),
  },
  problems: ['in_use'],
  handler: async (c, { json }) => {
    const { removed, missing } = await removeItems(c, json.ids, json.force)
    return c.json({ data: { deleted: json.ids.filter((id) => removed.includes(id)), missing } })
  },
})

import { defineRoute } from 'lintel'
import * as z from 'zod'
import { moveItems } from './move-items.ts'
import { removeItems } from './remove.ts'
import { MAX_TAGS, tag, tagItems } from './tag-items.ts'

const ids = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(500)
  .transform((itemIds) => [...new Set(itemIds)])
const tags = z.array(tag).max(MAX_TAGS).default([])
const some = z.array(z.string())

export const bulkMove = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-move',
  access: { permission: 'media.upload' },
  summary: 'Move items into a folder, which is created if it does not exist',
  input: { json: z.strictObject({ ids, folder: z.string().max(500) }) },
  returns: z.strictObject({ data: z.strictObject({ moved: some, missing: some }) }),
  act: async (c, { json }) => {
    const { there: moved, missing } = apart(json.ids, await moveItems(c, json.ids, json.folder))
    return { data: { moved, missing } }
  },
})

export const bulkTag = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-tag',
  access: { permission: 'media.upload' },
  summary: 'Add tags to items, and remove others',
  input: { json: z.strictObject({ ids, add: tags, remove: tags }) },
  returns: z.strictObject({ data: z.strictObject({ tagged: some, missing: some }) }),
  problems: ['conflict'],
  act: async (c, { json }) => {
    const { there: tagged, missing } = apart(json.ids, await tagItems(c, json.ids, json))
    return { data: { tagged, missing } }
  },
})

export const bulkDelete = defineRoute({
  method: 'POST',
  path: '/api/media/bulk-delete',
  access: { permission: 'media.delete' },
  summary: 'Delete items, all or none',
  input: { json: z.strictObject({ ids, force: z.boolean().default(false) }) },
  returns: z.strictObject({ data: z.strictObject({ deleted: some, missing: some }) }),
  problems: ['in_use'],
  act: async (c, { json }) => {
    const { there: deleted, missing } = apart(json.ids, await removeItems(c, json.ids, json.force))
    return { data: { deleted, missing } }
  },
})

/** Splits ids into those that were found and those that were not; both keep the given order. */
function apart(ids: readonly string[], found: readonly string[]) {
  const known = new Set(found)
  return { there: ids.filter((id) => known.has(id)), missing: ids.filter((id) => !known.has(id)) }
}

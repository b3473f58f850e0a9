import { defineRoute } from 'lintel'
import * as z from 'zod'
import { MAY_SHARE } from '../serve/signed-url.ts'
import { changeItem, itemChanges } from './change-item.ts'
import { itemSchema } from './item-object.ts'
import { itemPage, readPage } from './item-page.ts'
import { SORTS } from './items.ts'
import { folderParameter } from './names.ts'
import { itemDetail, readItem } from './read-item.ts'
import { removeItem } from './remove.ts'
import { shareItem } from './share-item.ts'

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
        .meta({ description: 'Path of a folder, without its subfolders; empty for the top level.' }),
      tag: z.string().max(50).optional(),
      ids: z
        .string()
        .max(7000)
        .transform((text) => text.split(','))
        .refine((ids) => ids.length <= 100)
        .optional()
        .meta({ description: 'Ids of the items to list, separated by commas; at most 100.' }),
      q: z.string().max(200).optional().meta({ description: 'Words in name, title, alternative text and tags.' }),
      sort: z.enum(SORTS).default('-createdAt'),
    }),
  },
  returns: itemPage,
  load: (c, { query }) => readPage(c, query),
})

export const one = defineRoute({
  method: 'GET',
  path: '/api/media/:id',
  access: 'authenticated',
  summary: 'An item, and where content uses it',
  returns: z.strictObject({ data: itemDetail }),
  load: async (c, { params }) => ({ data: await readItem(c, params.id) }),
})

export const change = defineRoute({
  method: 'PATCH',
  path: '/api/media/:id',
  access: { permission: 'media.upload' },
  summary: 'Describe an item, or move it',
  input: { json: itemChanges },
  returns: z.strictObject({ data: itemSchema }),
  act: async (c, { json, params }) => ({ data: await changeItem(c, params.id, json) }),
})

export const remove = defineRoute({
  method: 'DELETE',
  path: '/api/media/:id',
  access: { permission: 'media.delete' },
  summary: 'Delete an item, and its file unless another item uses it',
  input: {
    query: z.strictObject({
      force: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Deletes the item even if content uses it.' }),
    }),
  },
  returns: null,
  problems: ['in_use'],
  act: (c, { query, params }) => removeItem(c, params.id, query.force === 'true'),
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
  returns: z.strictObject({ data: z.strictObject({ url: z.string(), expiresAt: z.iso.datetime().nullable() }) }),
  problems: ['not_configured'],
  load: async (c, { query, params }) => ({ data: await shareItem(c, params.id, query.lifetime) }),
})

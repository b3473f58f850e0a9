import { defineRoute } from 'lintel'
import * as z from 'zod'
import { createFolder, deleteFolder, findFolder, listFolders, moveFolder } from './folders.ts'
import { readFolder, readFolderName } from './names.ts'

const folder = z
  .strictObject({ id: z.string(), name: z.string(), path: z.string() })
  .meta({ id: 'MediaFolder', description: 'A folder of the library.' })
const answer = z.strictObject({ data: folder })
const name = z.string().max(200)
const parent = z.string().max(500).meta({ description: 'The path of the folder above; empty for the top.' })

export const folders = defineRoute({
  method: 'GET',
  path: '/api/media/folders',
  access: 'authenticated',
  summary: 'All folders of the library, by path',
  responses: { 200: z.strictObject({ data: z.array(folder) }) },
  handler: async (c) => c.json({ data: await listFolders(c.var.db) }),
})

export const newFolder = defineRoute({
  method: 'POST',
  path: '/api/media/create-folder',
  access: { permission: 'media.upload' },
  summary: 'Make a folder, and those above it',
  input: { json: z.strictObject({ name, parent: parent.default('') }) },
  responses: { 201: answer },
  problems: ['conflict'],
  handler: async (c, { json }) => {
    const path = pathOf(json.parent, json.name)
    return c.json({ data: await createFolder(c.var.db, path) }, 201)
  },
})

export const changeFolder = defineRoute({
  method: 'PATCH',
  path: '/api/media/folders/:id',
  access: { permission: 'media.upload' },
  summary: 'Rename a folder, or move it, with everything in it',
  input: { json: z.strictObject({ name: name.optional(), parent: parent.optional() }) },
  responses: { 200: answer },
  problems: ['conflict'],
  handler: async (c, { json }) => {
    const found = await findFolder(c.var.db, c.req.param('id') ?? '')
    const above = found.path.slice(0, Math.max(0, found.path.length - found.name.length - 1))
    const path = pathOf(json.parent ?? above, json.name ?? found.name)
    return c.json({ data: await moveFolder(c.var.db, found, path) })
  },
})

export const removeFolder = defineRoute({
  method: 'DELETE',
  path: '/api/media/folders/:id',
  access: { permission: 'media.delete' },
  summary: 'Delete an empty folder',
  responses: { 204: null },
  problems: ['in_use'],
  handler: async (c) => {
    await deleteFolder(c.var.db, await findFolder(c.var.db, c.req.param('id') ?? ''))
    return c.body(null, 204)
  },
})

/** @throws HttpError `validation_failed` */
function pathOf(parentPath: string, folderName: string): string {
  return readFolder(`${readFolder(parentPath, 'parent')}/${readFolderName(folderName)}`)
}

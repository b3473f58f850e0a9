import { defineRoute } from 'lintel'
import * as z from 'zod'
import { createFolder, deleteFolder, folderSchema, listFolders, moveFolder } from './folders.ts'

const one = z.strictObject({ data: folderSchema })
const name = z.string().max(200)
const parent = z.string().max(500).meta({ description: 'Path of the parent folder; empty for the top level.' })

/** Name of a new folder, and the path of the folder above it. */
export const namedFolder = z.strictObject({ name, parent: parent.default('') })

export const folders = defineRoute({
  method: 'GET',
  path: '/api/media/folders',
  access: 'authenticated',
  summary: 'All folders of the library, by path',
  returns: z.strictObject({ data: z.array(folderSchema) }),
  load: async (c) => ({ data: await listFolders(c.var.db) }),
})

export const newFolder = defineRoute({
  method: 'POST',
  path: '/api/media/create-folder',
  access: { permission: 'media.upload' },
  summary: 'Create a folder, and those above it that do not exist',
  input: { json: namedFolder },
  returns: one,
  status: 201,
  problems: ['conflict'],
  act: async (c, { json }) => ({ data: await createFolder(c, json) }),
})

export const changeFolder = defineRoute({
  method: 'PATCH',
  path: '/api/media/folders/:id',
  access: { permission: 'media.upload' },
  summary: 'Rename a folder, or move it, with everything in it',
  input: { json: z.strictObject({ name: name.optional(), parent: parent.optional() }) },
  returns: one,
  problems: ['conflict'],
  act: async (c, { json, params }) => ({ data: await moveFolder(c, params.id, json) }),
})

export const removeFolder = defineRoute({
  method: 'DELETE',
  path: '/api/media/folders/:id',
  access: { permission: 'media.delete' },
  summary: 'Delete an empty folder',
  returns: null,
  problems: ['in_use'],
  act: (c, { params }) => deleteFolder(c, params.id),
})

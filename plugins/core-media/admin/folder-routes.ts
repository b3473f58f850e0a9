import { defineRoute } from 'lintel'
import * as z from 'zod'
import { namedFolder } from '../library/folder-routes.ts'
import { createFolder, deleteFolder, folderSchema, moveFolder, parentOf } from '../library/folders.ts'
import { libraryPath } from './library-query.ts'

const one = z.strictObject({ data: folderSchema })
const again = () => import('./pages/library-again.tsx')

export const newFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders',
  access: ['editor'],
  summary: 'Create a folder, from the library',
  input: { form: namedFolder },
  returns: one,
  problems: ['conflict'],
  act: async (c, { form }) => ({ data: await createFolder(c, form) }),
  to: ({ data }) => libraryPath({ folder: data.path, did: 'folder-made' }),
  again,
})

export const changeFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders/:id',
  access: ['editor'],
  summary: 'Rename or move a folder, from the library',
  input: { form: namedFolder },
  returns: one,
  problems: ['conflict'],
  act: async (c, { form, params }) => ({ data: await moveFolder(c, params.id, form) }),
  to: ({ data }) => libraryPath({ folder: data.path, did: 'folder-changed' }),
  again,
})

export const removeFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders/:id/delete',
  access: ['editor'],
  summary: 'Delete an empty folder, from the library',
  returns: one,
  problems: ['in_use'],
  act: async (c, { params }) => ({ data: await deleteFolder(c, params.id) }),
  to: ({ data }) => libraryPath({ folder: parentOf(data.path) || undefined, did: 'folder-deleted' }),
  again,
})

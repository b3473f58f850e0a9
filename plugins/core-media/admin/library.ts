import { hasPermission, type RequestContext, settingsOf } from 'lintel/kit'
import * as z from 'zod'
import { type Folder, folderSchema, listFolders } from '../library/folders.ts'
import { itemSchema } from '../library/item-object.ts'
import { pagination, readPage } from '../library/item-page.ts'
import { settings } from '../settings.ts'
import { type LibraryQuery, pageOptions, type View } from './library-query.ts'

/** A page of the library's items, and all folders. */
export const librarySchema = z.strictObject({
  items: z.array(itemSchema),
  folders: z.array(folderSchema),
  pagination,
})

type LibraryData = z.output<typeof librarySchema>

/** Response of the library's routes. */
export interface LibraryResult {
  readonly data: LibraryData
}

/** Actions that the caller is allowed to take; pages offer only these. */
export interface Rights {
  readonly upload: boolean
  readonly delete: boolean
  /** True for administrators, who may see the settings. */
  readonly settings: boolean
}

/** Limits on uploads, passed to the browser, so that it can refuse files itself. */
export interface UploadLimits {
  /** Maximum size of a file in a form, in bytes. */
  readonly maxFileSize: number
  /** Maximum size of a file that is uploaded in parts, in bytes. */
  readonly maxDirectFileSize: number
  readonly allowedTypes: readonly string[]
}

/** A page of the library with everything that its view needs. */
export interface Library extends LibraryData {
  readonly query: LibraryQuery
  readonly view: View
  readonly rights: Rights
  readonly limits: UploadLimits
}

export async function readLibrary(c: RequestContext, query: LibraryQuery): Promise<LibraryData> {
  const [{ data: items, pagination }, folders] = await Promise.all([readPage(c, pageOptions(query)), readFolders(c)])
  return { items, folders, pagination }
}

export function readFolders(c: RequestContext): Promise<Folder[]> {
  return listFolders(c.var.db)
}

/** Returns the data of a page of the library with everything else that the page needs. */
export function libraryOf(c: RequestContext, query: LibraryQuery, data: LibraryData): Library {
  return { ...data, query, view: query.view ?? rememberedView(c), rights: rightsOf(c), limits: limitsOf(c) }
}

export function rightsOf(c: RequestContext): Rights {
  return {
    upload: hasPermission(c, 'media.upload'),
    delete: hasPermission(c, 'media.delete'),
    settings: c.get('user')?.role === 'admin',
  }
}

export function limitsOf(c: RequestContext): UploadLimits {
  const { maxFileSize, maxDirectFileSize, allowedTypes } = settingsOf(c, settings)
  return { maxFileSize, maxDirectFileSize, allowedTypes }
}

const COOKIE = 'media_view'
const YEAR = 31_536_000

/** Returns the caller's last choice of grid or list. */
function rememberedView(c: RequestContext): View {
  return /(?:^|;\s*)media_view=list(?:;|$)/.test(c.req.header('cookie') ?? '') ? 'list' : 'grid'
}

/** Remembers the view that was requested. */
export function rememberView(c: RequestContext, view: View | undefined): void {
  if (view === undefined) return
  c.header('Set-Cookie', `${COOKIE}=${view}; Path=/admin/media; Max-Age=${YEAR}; SameSite=Lax; HttpOnly`, {
    append: true,
  })
}

import { hasPermission, type RequestContext, settingsOf } from 'lintel/kit'
import type { Folder } from '../library/folders.ts'
import type { ItemObject } from '../library/item-object.ts'
import { settings } from '../settings.ts'
import { askApi } from './ask-api.ts'
import { apiPath, type LibraryQuery, type View } from './library-query.ts'

export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
  readonly hasNext: boolean
  readonly hasPrev: boolean
}

/** What the caller may do, so that nobody is shown what would be refused. */
export interface Rights {
  readonly upload: boolean
  readonly delete: boolean
  /** Settings are an administrator's. */
  readonly settings: boolean
}

/** What may be uploaded, told to the browser so that it need not try. */
export interface UploadLimits {
  /** Largest file of a form, in bytes. */
  readonly maxFileSize: number
  /** Largest file of an upload in parts, in bytes. */
  readonly maxDirectFileSize: number
  readonly allowedTypes: readonly string[]
}

/** A page of the library with what stands around it. */
export interface Library {
  readonly query: LibraryQuery
  readonly view: View
  readonly items: readonly ItemObject[]
  readonly pagination: Pagination
  readonly folders: readonly Folder[]
  readonly rights: Rights
  readonly limits: UploadLimits
}

/** @throws HttpError what the API refuses */
export async function readLibrary(c: RequestContext, query: LibraryQuery): Promise<Library> {
  const [list, folders] = await Promise.all([
    askApi<{ data: ItemObject[]; pagination: Pagination }>(c, apiPath(query)),
    readFolders(c),
  ])
  return {
    query,
    view: query.view ?? rememberedView(c),
    items: list.data,
    pagination: list.pagination,
    folders,
    rights: rightsOf(c),
    limits: limitsOf(c),
  }
}

export async function readFolders(c: RequestContext): Promise<readonly Folder[]> {
  return (await askApi<{ data: Folder[] }>(c, '/api/media/folders')).data
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

/** How the caller looked at the library last. */
function rememberedView(c: RequestContext): View {
  return /(?:^|;\s*)media_view=list(?:;|$)/.test(c.req.header('cookie') ?? '') ? 'list' : 'grid'
}

/** Keeps a view that was asked for. */
export function rememberView(c: RequestContext, view: View | undefined): void {
  if (view === undefined) return
  c.header('Set-Cookie', `${COOKIE}=${view}; Path=/admin/media; Max-Age=${YEAR}; SameSite=Lax; HttpOnly`, {
    append: true,
  })
}

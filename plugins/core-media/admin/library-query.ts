import * as z from 'zod'
import type { PageOptions } from '../library/item-page.ts'
import { SORTS } from '../library/items.ts'
import { folderParameter } from '../library/names.ts'

/** Schema of a filter; a form field that was left empty counts as missing. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

export const KINDS = ['image', 'video', 'audio', 'document'] as const
export const VIEWS = ['grid', 'list'] as const
const DONE = ['uploaded', 'moved', 'deleted', 'tagged', 'folder-made', 'folder-changed', 'folder-deleted'] as const

/** Query of the library's pages. */
export const libraryQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(24),
  folder: folderParameter
    .optional()
    .meta({ description: 'Path of the folder; empty for files in no folder. Default: all files.' }),
  type: filter(z.enum(KINDS)),
  tag: filter(z.string().max(50)),
  q: filter(z.string().max(200)).meta({ description: 'Words to search for, in all folders.' }),
  sort: filter(z.enum(SORTS)),
  view: filter(z.enum(VIEWS)).meta({
    description: 'How pages show the library; remembered in a cookie. Default `grid`.',
  }),
  pick: filter(z.enum(['any', ...KINDS])).meta({
    description: 'Returns a dialog for choosing a file of this kind. Only for pages.',
  }),
  part: filter(z.enum(['results'])).meta({ description: 'Returns only the search results. Only for pages.' }),
  did: filter(z.enum(DONE)),
  count: filter(z.coerce.number().int().min(0)),
})

export type LibraryQuery = z.output<typeof libraryQuery>
export type View = (typeof VIEWS)[number]

/** Turns a query into options of the list. Words and tags are searched for in all folders. */
export function pageOptions({
  page,
  limit,
  folder,
  type,
  tag,
  q,
  sort = '-createdAt',
  pick,
}: LibraryQuery): PageOptions {
  const kind = type ?? (pick === 'any' ? undefined : pick)
  const isSearch = q !== undefined || tag !== undefined
  return { page, limit, folder: isSearch ? undefined : folder, type: kind, tag, q, sort }
}

/**
 * Reads the library's query from the query string of an address. If any parameter is invalid or unknown, returns the
 * default query.
 */
export function queryOf(address: string): LibraryQuery {
  const parameters = Object.fromEntries(new URLSearchParams(address.split('?', 2)[1]))
  const { did, count, ...query } = libraryQuery.catch(libraryQuery.parse({})).parse(parameters)
  return { ...query, did: undefined, count: undefined }
}

/** Returns the address of the library for a query. */
export function libraryPath(query: Partial<LibraryQuery> = {}): string {
  const parameters = parametersOf(query)
  return parameters === '' ? '/admin/media/' : `/admin/media/?${parameters}`
}

function parametersOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(entries).toString()
}

import { count, gt } from 'drizzle-orm'
import * as z from 'zod'
import {
  callApi,
  coreTables,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  refusalIn,
} from '../../../../runtime/kit.ts'
import { collectionFor, may } from '../collection-for.ts'

/** Schema of a document in the trash. */
export const trashed = z.strictObject({
  id: z.string(),
  collection: z.string(),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  expiresAt: z.string(),
  deletedWith: z.string().nullable(),
})
export type Trashed = z.output<typeof trashed>

/** Schema of a page of the trash. */
export const trashPage = z.strictObject({ data: z.array(trashed), nextCursor: z.string().nullable() })
export type TrashPage = z.output<typeof trashPage>

/** Maximum number of documents on a page of the trash. */
const LIMIT = 50

/** Tells whether the caller may see the trash of a collection. */
export function hasTrash(c: RequestContext, collection: ManifestCollection): boolean {
  return collection.trash !== null && may(c, collection, 'delete')
}

/** Reads a page of the trash of the collection in the address, or of all collections. */
export async function loadTrash(c: RequestContext): Promise<TrashPage> {
  return c.req.query('collection') ? trashOf(c, await collectionFor(c)) : wholeTrash(c)
}

async function trashOf(c: RequestContext, collection: ManifestCollection): Promise<TrashPage> {
  const query = new URLSearchParams({ limit: String(LIMIT), ...cursorIn(c) })
  const response = await callApi(c, `/api/${collection.name}/trash?${query}`)
  if (!response.ok) throw refusalIn(response)
  const { data, pagination } = response.body as ApiPage // as the API documents it
  return {
    data: data.map(({ document, ...entry }) => {
      const title = collection.titleField === null ? null : document[collection.titleField]
      return { ...entry, collection: collection.name, title: typeof title === 'string' && title ? title : entry.id }
    }),
    nextCursor: pagination.nextCursor,
  }
}

interface ApiPage {
  readonly data: readonly (Omit<Trashed, 'collection' | 'title'> & { readonly document: Record<string, unknown> })[]
  readonly pagination: { readonly nextCursor: string | null }
}

function cursorIn(c: RequestContext): { readonly cursor?: string } {
  const cursor = c.req.query('cursor')
  return cursor === undefined || c.req.query('collection') === undefined ? {} : { cursor }
}

/**
 * Reads the documents that were deleted last, of all collections. Queries only collections that have documents in the
 * trash.
 */
async function wholeTrash(c: RequestContext): Promise<TrashPage> {
  const { contentTrash } = coreTables
  const counted = await c.var.db
    .select({ name: contentTrash.collectionId, total: count() })
    .from(contentTrash)
    .where(gt(contentTrash.expiresAt, Date.now()))
    .groupBy(contentTrash.collectionId)
  const filled = new Set(counted.map(({ name }) => name))
  const collections = manifestOf(c).collections.filter((one) => filled.has(one.name) && hasTrash(c, one))
  const pages = await Promise.all(collections.map((collection) => trashOf(c, collection)))
  const data = pages.flatMap((page) => page.data).sort((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1))
  return { data: data.slice(0, LIMIT), nextCursor: null }
}

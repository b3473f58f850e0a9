import { manifestOf, type RequestContext } from 'lintel/kit'
import type { Folder } from '../library/folders.ts'
import type { ItemObject } from '../library/item-object.ts'
import { askApi, type Refusal, tryApi } from './ask-api.ts'
import { type Rights, readFolders, rightsOf } from './library.ts'

/** A document that shows an item. */
export interface Use {
  readonly collection: string
  readonly id: string
  readonly field: string
  /** The document's title; its id where the caller may not read it. */
  readonly title: string
}

export interface SignedAddress {
  readonly url: string
  readonly expiresAt: string | null
}

/** An item with what its page shows around it. */
export interface Details {
  readonly item: ItemObject
  readonly uses: readonly Use[]
  readonly folders: readonly Folder[]
  readonly rights: Rights
  /** That was asked for. */
  readonly signed: SignedAddress | null
  readonly did: 'saved' | null
  /** What was refused, and what was typed. */
  readonly refused: { readonly refusal: Refusal; readonly typed: Typed | null } | null
}

/** What the form of an item holds. */
export interface Typed {
  readonly title: string
  readonly alt: string
  readonly tags: string
  readonly folder: string
  /** In percent of the width and the height; empty for none. */
  readonly focalX: string
  readonly focalY: string
}

type Asked = Pick<Details, 'did' | 'refused'> & { readonly lifetime: number | undefined }

/** @throws HttpError `not_found` */
export async function readDetails(c: RequestContext, id: string, { lifetime, ...asked }: Asked): Promise<Details> {
  const path = `/api/media/${encodeURIComponent(id)}`
  const [{ data }, folders, signed] = await Promise.all([
    askApi<{ data: ItemObject & { usedBy: Omit<Use, 'title'>[] } }>(c, path),
    readFolders(c),
    lifetime === undefined ? null : askApi<{ data: SignedAddress }>(c, `${path}/url?lifetime=${lifetime}`),
  ])
  const { usedBy, ...item } = data
  const uses = await titled(c, usedBy)
  return { ...asked, item, uses, folders, rights: rightsOf(c), signed: signed?.data ?? null }
}

/** Documents whose titles are looked up. */
const TITLED = 50

async function titled(c: RequestContext, usedBy: readonly Omit<Use, 'title'>[]): Promise<readonly Use[]> {
  const collections = [...new Set(usedBy.map(({ collection }) => collection))]
  const titles = await Promise.all(
    collections.map(async (name) => {
      const titleField = manifestOf(c).collections.find((collection) => collection.name === name)?.titleField
      if (!titleField) return []
      const ids = [...new Set(usedBy.filter(({ collection }) => collection === name).map(({ id }) => id))]
      const query = new URLSearchParams({ 'id[in]': ids.slice(0, TITLED).join(), limit: String(TITLED) })
      const found = await tryApi<{ data: Record<string, unknown>[] }>(c, `/api/${name}?${query}`)
      return found.ok ? found.data.data.map((document) => [String(document.id), document[titleField]] as const) : []
    }),
  )
  const byId = new Map(titles.flat())
  return usedBy.map((use) => ({ ...use, title: String(byId.get(use.id) ?? use.id) }))
}

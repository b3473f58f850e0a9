import type { Limit } from './operation.ts'

/** Words for a reviewer about what happens to documents that an option makes unreachable. */
interface LimitWords {
  /** The option of the collection that makes documents unreachable. */
  readonly option: 'drafts' | 'trash' | 'versions'
  readonly title: (collection: string, most?: number) => string
  readonly headline: (collection: string, most?: number) => string
  readonly notes: readonly string[]
}

const PENDING = 'pending changes of published documents are lost'

export const LIMITS: Readonly<Record<Limit, LimitWords>> = {
  'publish-drafts': {
    option: 'drafts',
    title: (collection) => `publish the drafts of ${collection}`,
    headline: (collection) =>
      `${collection} no longer has drafts: drafts and scheduled documents are published, pending changes are lost`,
    notes: ['documents that are drafts or scheduled are public from now on', PENDING],
  },
  'trash-drafts': {
    option: 'drafts',
    title: (collection) => `move the drafts of ${collection} to the trash`,
    headline: (collection) =>
      `${collection} no longer has drafts: drafts and scheduled documents move to the trash, pending changes are lost`,
    notes: ['fails, and changes nothing, while another document refers to one of them', PENDING],
  },
  'empty-trash': {
    option: 'trash',
    title: (collection) => `empty the trash of ${collection}`,
    headline: (collection) => `${collection} no longer has a trash: the documents in it are lost`,
    notes: ['deleted documents cannot be restored any more'],
  },
  'delete-versions': {
    option: 'versions',
    title: (collection, most) => `keep ${most} versions of each document of ${collection}`,
    headline: (collection, most) => `documents of ${collection} keep ${most} versions: older ones are lost`,
    notes: ['versions with a name stay'],
  },
}

import type { Fields } from '../fields/field-type.ts'
import type { AccessFunction, AccessRule, SystemField } from '../ground/access.ts'
import { withOrigin } from '../ground/origin.ts'
import type { Text } from '../ground/text.ts'
import type { CacheRule } from './cache.ts'

/** The names declared under `fields`. Other options refer to these names and must not add to them. */
type NameOf<F extends Fields> = keyof NoInfer<F> & string

type Sortable<F extends Fields> = NameOf<F> | SystemField

/** Access rules for documents. A rule that is left out keeps its default. */
export interface CollectionAccess<Field extends string = string> {
  /**
   * Rule for reading. Default `'public'`: anonymous callers see published documents, signed-in callers also see drafts.
   */
  readonly read?: AccessRule<Field> | AccessFunction<Field>
  /** Rule for creating. Default: every role that holds `content.create` (admin, editor, author). */
  readonly create?: AccessRule<Field> | AccessFunction<Field>
  /** Rule for changing. Default: admin and editor may change every document, authors those that they created. */
  readonly update?: AccessRule<Field> | AccessFunction<Field>
  /** Rule for deleting. Default: admin and editor. */
  readonly delete?: AccessRule<Field> | AccessFunction<Field>
}

/** Settings of the trash, from which deleted documents can be restored. */
export interface CollectionTrash {
  /** Days until a deleted document is removed permanently: 1 to 365. Default 30. */
  readonly days?: number
}

/** Removal of drafts from a collection that has had them. */
export interface CollectionWithoutDrafts {
  /**
   * Tells the next migration to publish documents that are drafts or scheduled, or to move them to the trash. It deletes
   * the pending changes of published documents.
   */
  readonly off: 'publish' | 'trash'
}

export interface CollectionSpec<F extends Fields = Fields> {
  /**
   * The name in addresses and tables: lower-case letters, digits and `_`, starting with a letter, at most 40
   * characters.
   */
  readonly name: string
  /** Label in the admin. Default: the name, in words. */
  readonly label?: Text
  /** A sentence about the documents, shown in the admin. Default: none. */
  readonly description?: Text
  /**
   * With `true`, documents are created as drafts and then published, scheduled or withdrawn. Default `false`: a saved
   * document is public. To turn drafts off again, say what happens to existing drafts: `{ off: 'publish' }`.
   */
  readonly drafts?: boolean | CollectionWithoutDrafts
  /** Limits the collection to one document, for example the site's settings. Default `false`. */
  readonly singleton?: boolean
  /** Fields that `q` searches, through a full-text index. Default: none. */
  readonly search?: readonly NameOf<F>[]
  readonly access?: CollectionAccess<NameOf<F>>
  readonly fields: F
  /** Compound indexes, each a list of fields; a leading `-` sorts descending. */
  readonly indexes?: readonly (readonly (Sortable<F> | `-${Sortable<F>}`)[])[]
  /**
   * Lifetime of anonymous responses in caches, for lists and documents. Needs `read: 'public'`. Default: caches
   * revalidate each time, and receive 304 when nothing has changed.
   */
  readonly cache?: CacheRule
  /**
   * Address at which a website shows a document before it is published:
   * `https://www.example.com/{slug}?preview={token}`. Placeholders in braces are fields, `id`, `collection`, `locale`
   * if the config has locales, and `token`, which is required. For one day,
   * `GET /api/<collection>/<id>?preview=<token>` returns the unpublished document to every caller that has the token.
   * Default: no preview.
   */
  readonly preview?: string
  /**
   * Address of a document on the website: `/posts/{slug}`, or a complete URL. Placeholders in braces are fields, `id`,
   * and `locale` if the config has locales. Links in formatted text can point to documents of collections with a `url`,
   * and `populate` adds their addresses to the links. Default: documents have no address.
   */
  readonly url?: string
  /** Maximum number of versions kept of each document: 1 to 1,000. Default 50. */
  readonly versions?: number
  /**
   * Days for which a deleted document stays in the trash and can be restored: 1 to 365. Default `{ days: 30 }`. With
   * `false`, deletions are permanent.
   */
  readonly trash?: CollectionTrash | false
  /** The collection's former name: the next migration renames its table and keeps its rows. */
  readonly renamedFrom?: string
  /**
   * Fields that have been removed from the config, with the reason for each. The next migration drops them and their
   * values. Name nested fields by their path: `'seo.description'`, `'rows.label'` in a list, `'sections.quote'` for a
   * kind of block.
   */
  readonly dropped?: { readonly [field: string]: string }
  /**
   * Fields whose type changes although some values cannot be converted, with the reason for each. The next migration
   * deletes those values. Name nested fields by their path, as in `dropped`. Name `trash` or `versions` to accept that
   * documents in the trash, or older versions, are deleted.
   */
  readonly lossy?: { readonly [field: string]: string }
}

/** A declared collection. */
export interface Collection<F extends Fields = Fields> extends CollectionSpec<F> {}

/** Declares a type of content. The default export of a file in `collections/`. */
export function defineCollection<const F extends Fields>(spec: CollectionSpec<F>): Collection<F> {
  return withOrigin({ ...spec }, defineCollection)
}

import type { Fields } from '../fields/field-type.ts'
import type { AccessFunction, AccessRule, SystemField } from './access.ts'
import type { CacheRule } from './cache.ts'
import { withOrigin } from './origin.ts'
import type { Text } from './text.ts'

/** The names declared under `fields`; other options name these and must not add to them. */
type NameOf<F extends Fields> = keyof NoInfer<F> & string

type Sortable<F extends Fields> = NameOf<F> | SystemField

/** Access rules for documents. A rule that is not declared keeps its default. */
export interface CollectionAccess<Field extends string = string> {
  /** Default `'public'`: anonymous callers see what is published, everyone signed in sees drafts too. */
  readonly read?: AccessRule<Field> | AccessFunction<Field>
  /** Default: every role that holds `content.create` (admin, editor, author). */
  readonly create?: AccessRule<Field> | AccessFunction<Field>
  /** Default: admin and editor; author what they created. */
  readonly update?: AccessRule<Field> | AccessFunction<Field>
  /** Default: admin and editor. */
  readonly delete?: AccessRule<Field> | AccessFunction<Field>
}

/** For how long deleted documents can be restored. */
export interface CollectionTrash {
  /** Days until a deleted document goes for good: 1 to 365. Default 30. */
  readonly days?: number
}

export interface CollectionSpec<F extends Fields = Fields> {
  /**
   * The name in addresses and tables: lower-case letters, digits and `_`, starting with a letter, at most 40
   * characters.
   */
  readonly name: string
  /** Label in the admin. Default: the name, in words. */
  readonly label?: Text
  /** A sentence about its documents, in the admin. Default: none. */
  readonly description?: Text
  /**
   * Documents are created as drafts and published, scheduled or withdrawn. Default `false`: what is saved is public.
   */
  readonly drafts?: boolean
  /** At most one document, for example the site's settings. Default `false`. */
  readonly singleton?: boolean
  /** Fields that `q` searches, through a full-text index. Default: none. */
  readonly search?: readonly NameOf<F>[]
  readonly access?: CollectionAccess<NameOf<F>>
  readonly fields: F
  /** Compound indexes, each a list of fields; a leading `-` sorts descending. */
  readonly indexes?: readonly (readonly (Sortable<F> | `-${Sortable<F>}`)[])[]
  /**
   * Lifetime of anonymous responses in caches: lists and documents. Needs `read: 'public'`. Default:
   * they ask each time, and are told in a few bytes when nothing has changed.
   */
  readonly cache?: CacheRule
  /**
   * Address at which a website shows a document before it is published:
   * `https://www.example.com/{slug}?preview={token}`. In braces
   * stand fields, `id`, `collection`, `locale` where the config has locales, and, required, `token`, with which `GET /api/<collection>/<id>?preview=<token>`
   * answers a document that is not published to whoever asks, for a day. Default: there is no preview.
   */
  readonly preview?: string
  /**
   * Address of a document on the website: `/posts/{slug}`, or a whole one. In braces stand fields, `id`, and `locale` where the config has
   * locales. Links in
   * formatted text lead to documents of such collections, and `populate` gives them this address. Default: none does.
   */
  readonly url?: string
  /** Versions kept of each document, 1 to 1,000. Default 50. */
  readonly versions?: number
  /**
   * Days for which a deleted document stays in the trash, from where it can be restored: 1 to 365. Default
   * `{ days: 30 }`. With `false` a deletion is final.
   */
  readonly trash?: CollectionTrash | false
  /** The collection's former name: the next migration renames its table and keeps its rows. */
  readonly renamedFrom?: string
  /**
   * Fields that are no longer declared, each with the reason: the next migration drops them and their values. Fields
   * inside others by their path: `'seo.description'`, `'rows.label'` in a list, `'sections.quote'` for a kind of block.
   */
  readonly dropped?: { readonly [field: string]: string }
  /**
   * Fields whose type changes and whose values may not all read as the new type, each with the reason: the next
   * migration loses those that do not. Fields inside others by their path, as in `dropped`.
   */
  readonly lossy?: { readonly [field: string]: string }
}

/** A declared collection. */
export interface Collection<F extends Fields = Fields> extends CollectionSpec<F> {}

/** Declares a type of content. The default export of a file in `collections/`. */
export function defineCollection<const F extends Fields>(spec: CollectionSpec<F>): Collection<F> {
  return withOrigin({ ...spec }, defineCollection)
}

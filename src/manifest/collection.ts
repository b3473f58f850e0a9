import type { FieldData, Operator, Storage } from '../config/fields/field-type.ts'
import type { Access } from './access.ts'

export interface ManifestField extends FieldData {
  readonly storage: Storage
  /** The column; `null` for `join` storage. */
  readonly column: string | null
  /** The join table of a `references` field. */
  readonly join: string | null
  /** What lists may ask of it; empty when it is not indexed or cannot be compared. */
  readonly operators: readonly Operator[]
  readonly required: boolean
  readonly unique: boolean
  readonly hidden: boolean
  readonly readOnly: boolean
  readonly label: string
  readonly help: string | null
  /** The table a reference points to: a collection, `users` or `media`. */
  readonly target: string | null
  readonly onDelete: 'restrict' | 'cascade' | 'nullify' | null
  /** `null`: whoever may read, or write, the document. */
  readonly access: { readonly read: Access | null; readonly write: Access | null }
  /** `collections/posts.ts:14`. */
  readonly source: string
}

/**
 * SQL that the compiler wrote for one collection, so that a request only binds. Parameters are numbered.
 * `row` is the select list that every read shares: system columns, then a column for each field in the manifest's order
 * (a join field as a JSON array of ids in position order).
 */
export interface CollectionStatements {
  /** The select list, for lists that the runtime composes: `"posts"."id", …`. */
  readonly row: string
  /** ?1 id. One row as `row`. */
  readonly byId: string
  /** ?1 id, ?2 status, ?3 created_at, ?4 updated_at, ?5 published_at, ?6 scheduled_at, ?7 created_by, ?8 updated_by, ?9 version, then a value for each field with a column. */
  readonly insert: string
  /** ?1 id, ?2 the version it must still have, ?3 status, ?4 updated_at, ?5 published_at, ?6 scheduled_at, ?7 updated_by, then a value for each field with a column. Raises `version` by one and returns it; no row when stale. */
  readonly update: string
  /** ?1 id, ?2 the version it must still have. Returns the id; no row when stale. */
  readonly remove: string
  /** For each join field, by name. `set`: ?1 owner id, ?2 JSON array of target ids, ?3 the owner's version, without which nothing is written. `clear`: ?1 owner id, ?2 the owner's version. */
  readonly joins: { readonly [field: string]: { readonly set: string; readonly clear: string } }
  /**
   * What a deletion does to rows that refer to this collection, in order, before `remove`: ?1 id, ?2 the version.
   * Nothing is written when the version is stale.
   */
  readonly detach: readonly string[]
  /** Rows that forbid a deletion: ?1 id. Columns `collection`, `field`, `id`; at most 10 rows. `null` when nothing can. */
  readonly restrictedBy: string | null
}

export interface ManifestCollection {
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly table: string
  readonly drafts: boolean
  readonly singleton: boolean
  /** Versions kept of each document. */
  readonly versions: number
  /** The field shown as the document's title, and the one shown as its slug, where there are such. */
  readonly titleField: string | null
  readonly slugField: string | null
  readonly search: readonly string[]
  readonly access: { readonly read: Access; readonly create: Access; readonly update: Access; readonly delete: Access }
  /** In the order declared. */
  readonly fields: readonly ManifestField[]
  readonly statements: CollectionStatements
  readonly source: string
}

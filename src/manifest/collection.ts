import type { CacheRule } from '../config/cache.ts'
import type { FieldData, Operator, Storage } from '../fields/field-type.ts'
import type { Access } from './access.ts'
import type { ManifestLocales } from './locales.ts'

export interface ManifestField extends FieldData {
  readonly storage: Storage
  /** The column; `null` for `join` storage. */
  readonly column: string | null
  /** The join table of a `references` field. */
  readonly join: string | null
  /** Operators for lists; empty when it is not indexed or cannot be compared. */
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
 * SQL for one collection, written once (`statements.ts`), so that a request only binds. Parameters are numbered; "JSON ids" is
 * a JSON array of ids as text.
 */
export interface CollectionStatements {
  /**
   * The SQL of each property of a document, in the order of an answer: `id`, `status`, the fields as declared, then
   * `createdAt updatedAt publishedAt scheduledAt createdBy updatedBy version`. A join field is a JSON array of ids in
   * position order. Columns stand without their table's name. A select list is `<sql> AS "<property>"` of these.
   */
  readonly columns: { readonly [property: string]: string }
  /** All of `columns`. ?1 id. */
  readonly byId: string
  /**
   * ?1 and on: the system properties in the order of `INSERTED`, then a value for each field with a column.
   */
  readonly insert: string
  /**
   * ?1 id, ?2 the version it must still have, ?3 and on: the system properties in the order of `UPDATED`, then a value
   * for each field with a column. Raises `version` by one.
   */
  readonly update: string
  /**
   * Writes the next row of `content_versions`, and thereby guards a batch that changes or deletes the document: when it
   * no longer has version ?2, or the ledger's last row is not ?7, this violates NOT NULL on `content_versions.version`,
   * and nothing in the batch happens.
   * ?1 id, ?2 the version it must still have, ?3 status, ?4 the document as JSON, ?5 created_at, ?6 created_by, ?7
   * where
   * the ledger must stand.
   */
  readonly record: string
  /** For each join field, by name. `clear`: ?1 owner id. `set`: ?1 owner id, ?2 JSON ids. */
  readonly joins: { readonly [field: string]: { readonly set: string; readonly clear: string } }
  /**
   * Copies documents into the trash, as JSON. ?1 a JSON object: the id of each, with the id of the document whose
   * deletion takes it along. ?2 when, ?3 who, ?4 until when.
   */
  readonly trash: string
  /** Removes documents and their join rows, in order. ?1 JSON ids. */
  readonly purge: readonly string[]
  /** The same for several documents at once. */
  readonly many: BulkStatements
  /** The references to this collection, sorted by collection, then field. */
  readonly referrers: readonly Referrer[]
}

/**
 * Statements that take their documents as one parameter, ?1: a JSON array with an array of values for each document, in
 * the order in which the statement for a single one takes them. That keeps a batch short, however many documents.
 */
export interface BulkStatements {
  /** All of `columns`. ?1 JSON ids. */
  readonly byIds: string
  /** As `insert`. `ON CONFLICT` may follow it. */
  readonly insert: string
  /** As `update`. */
  readonly update: string
  /** As `record`: fails when one of the documents has moved on, or the ledger's last row is not ?2. */
  readonly record: string
  /** For each join field, by name. `clear`: ?1 JSON ids of owners. `set`: owner id and ids for each document. */
  readonly joins: { readonly [field: string]: { readonly set: string; readonly clear: string } }
}

/** A field of some collection that refers to this one. */
export interface Referrer {
  readonly collection: string
  readonly field: string
  /** `leave`: a `references` field, whose list the deleted document leaves. */
  readonly onDelete: 'restrict' | 'cascade' | 'nullify' | 'leave'
  /** `id` of documents that refer to one of ?1 (JSON ids), with the `target` that each refers to; at most ?2. */
  readonly find: string
  /** Empties the field, or shortens the list: see `detachStatements`. In order; empty for `restrict` and `cascade`. */
  readonly detach: readonly string[]
  /** Writes down what `detach` is about to take away. ?1 JSON ids. `null` where it takes nothing. */
  readonly note: string | null
  /**
   * Puts back what was written down, where the field is still empty or the list still lacks it. ?1 JSON ids of the
   * targets; ?2 `updated_at` of the documents that change. In order.
   */
  readonly attach: readonly string[]
  /**
   * `id` of documents whose list would become shorter than it may be without those of ?1 (JSON ids), with a `target`
   * that
   * it loses; at most ?2. Absent: the list may be empty.
   */
  readonly tooShort?: string
}

/**
 * Texts for readers of other languages, by language: where each stands in the collection (`fields.2.options.help`), and
 * the text.
 */
export interface Translations {
  readonly [language: string]: readonly (readonly [path: string, text: string])[]
}

export interface ManifestCollection {
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly table: string
  readonly drafts: boolean
  readonly singleton: boolean
  /** The declared rule for anonymous responses; `null` where nothing is. */
  readonly cache: CacheRule | null
  /** Address at which a website shows an unpublished document, with names in braces; `null`: there are no previews. */
  readonly preview: string | null
  /** Address of a document on the website, with names in braces; `null`: links do not lead to documents of it. */
  readonly url: string | null
  /** Versions kept of each document. */
  readonly versions: number
  /** For how long deleted documents can be restored; `null`: a deletion is final. */
  readonly trash: { readonly days: number } | null
  /** The field shown as the document's title, and the one shown as its slug, where there are such. */
  readonly titleField: string | null
  readonly slugField: string | null
  readonly search: readonly string[]
  /** Compound indexes as declared: fields and system fields, each with a leading `-` where it descends. */
  readonly indexes: readonly (readonly string[])[]
  readonly access: { readonly read: Access; readonly create: Access; readonly update: Access; readonly delete: Access }
  /** In the order declared. */
  readonly fields: readonly ManifestField[]
  /** The locales of its content; left out where no field is localized. */
  readonly locales?: ManifestLocales
  /** Left out where nothing is translated. */
  readonly translations?: Translations
  readonly statements: CollectionStatements
  readonly source: string
}

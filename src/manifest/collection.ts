import type { CacheRule } from '../config/cache.ts'
import type { FieldData, Operator, Storage } from '../fields/field-type.ts'
import type { Access } from './access.ts'
import type { ManifestLocales } from './locales.ts'

export interface ManifestField extends FieldData {
  readonly storage: Storage
  /** Name of the column; `null` for `join` storage. */
  readonly column: string | null
  /** Name of the join table of a `references` field; `null` for other fields. */
  readonly join: string | null
  /** Operators for lists; empty if the field has no index or its values cannot be compared. */
  readonly operators: readonly Operator[]
  readonly required: boolean
  readonly unique: boolean
  readonly hidden: boolean
  readonly readOnly: boolean
  readonly label: string
  readonly help: string | null
  /** The table that a reference points to: a collection, `users`, or a table of a plugin such as `media`. */
  readonly target: string | null
  readonly onDelete: 'restrict' | 'cascade' | 'nullify' | null
  /**
   * Access rules of the field. `null`: everybody who may read the document may read the field, or everybody who may
   * write the document may write it.
   */
  readonly access: { readonly read: Access | null; readonly write: Access | null }
  /** Position of the declaration: `collections/posts.ts:14`. */
  readonly source: string
}

/**
 * The SQL statements of one collection, built once (`statements.ts`), so that a request only binds values. Parameters
 * are numbered; "JSON ids" is a JSON array of ids as text.
 */
export interface CollectionStatements {
  /**
   * The SQL of each property of a document, in the order of a response: `id`, `status`, the fields as declared, then
   * `createdAt updatedAt publishedAt scheduledAt createdBy updatedBy version`. A join field is a JSON array of ids in
   * position order. Columns are not qualified with the table's name. A select list is `<sql> AS "<property>"` of these.
   */
  readonly columns: { readonly [property: string]: string }
  /** Selects all `columns` of a document. ?1: id. */
  readonly byId: string
  /**
   * Inserts a document. ?1 and following: the system properties in the order of `INSERTED`, then a value for each field
   * with a column.
   */
  readonly insert: string
  /**
   * Updates a document and raises `version` by one. ?1: id, ?2: its expected version, ?3 and following: the system
   * properties in the order of `UPDATED`, then a value for each field with a column.
   */
  readonly update: string
  /**
   * Inserts the next row of `content_versions`, and thereby guards a batch that changes or deletes the document: unless
   * the document has version ?2 and the ledger's last row is ?7, the statement violates NOT NULL on
   * `content_versions.version`, and the whole batch fails. ?1: id, ?2: its expected version, ?3: status, ?4: the
   * document as JSON, ?5: created_at, ?6: created_by, ?7: the expected position of the ledger.
   */
  readonly record: string
  /**
   * Statements of each join field, by name. `clear` takes the owner's id as ?1, `set` takes it as ?1 and the ids in its
   * list, as JSON, as ?2.
   */
  readonly joins: { readonly [field: string]: { readonly set: string; readonly clear: string } }
  /**
   * Copies documents into the trash, as JSON. ?1: a JSON object from the id of each document to the id of the document
   * whose deletion also deletes it. ?2: time of deletion, ?3: the user, ?4: time of expiry.
   */
  readonly trash: string
  /** Statements that remove documents and their join rows, in order. ?1: JSON ids. */
  readonly purge: readonly string[]
  /** Statements for several documents at once. */
  readonly many: BulkStatements
  /** The references to this collection, sorted by collection, then field. */
  readonly referrers: readonly Referrer[]
}

/**
 * Statements for several documents. Unless they say otherwise, they take one parameter, ?1: a JSON array with an array
 * of values for each document, in the order of the statement for a single document. A batch thus stays short, however
 * many documents it has.
 */
export interface BulkStatements {
  /** Selects all `columns` of documents. ?1: JSON ids. */
  readonly byIds: string
  /** Inserts documents, like `insert`. `ON CONFLICT` may follow it. */
  readonly insert: string
  /** Updates documents, like `update`. */
  readonly update: string
  /**
   * Inserts rows of `content_versions`, like `record` for a single document. Fails if one of the documents has another
   * version, or the ledger's last row is not ?2.
   */
  readonly record: string
  /**
   * Statements of each join field, by name. `clear` takes the ids of owners as JSON; `set` takes, for each document,
   * the owner's id and the ids in its list.
   */
  readonly joins: { readonly [field: string]: { readonly set: string; readonly clear: string } }
}

/** A field, of any collection, that refers to this collection. */
export interface Referrer {
  readonly collection: string
  readonly field: string
  /** Effect of deleting the target. `leave`: its id is removed from the list of a `references` field. */
  readonly onDelete: 'restrict' | 'cascade' | 'nullify' | 'leave'
  /**
   * Selects the `id` of documents that refer to one of ?1 (JSON ids), with the `target` that each refers to; at most ?2
   * rows.
   */
  readonly find: string
  /**
   * Statements that empty the field or shorten the list, in order (`detachStatements`). Empty for `restrict` and
   * `cascade`.
   */
  readonly detach: readonly string[]
  /** Records the references that `detach` is about to remove; `null` if it removes none. ?1: JSON ids. */
  readonly note: string | null
  /**
   * Statements that restore recorded references, in order, where the field is still empty or the list still lacks the
   * target. ?1: JSON ids of the targets, ?2: `updated_at` of the changed documents.
   */
  readonly attach: readonly string[]
  /**
   * Selects the `id` of documents whose list would become shorter than its minimum without the targets ?1 (JSON ids),
   * with a `target` that the list would lose; at most ?2 rows. Absent: the list may be empty.
   */
  readonly tooShort?: string
}

/**
 * Translated labels and descriptions by language: the path of each in the collection (`fields.2.options.help`), and its
 * translation.
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
  /** The declared rule for caching anonymous responses; `null` if there is none. */
  readonly cache: CacheRule | null
  /** Address at which a website shows an unpublished document, with names in braces; `null` without previews. */
  readonly preview: string | null
  /** Address of a document on the website, with names in braces; `null` if links cannot point to its documents. */
  readonly url: string | null
  /** Maximum number of versions kept of each document. */
  readonly versions: number
  /** Days for which deleted documents can be restored; `null` if deletions are permanent. */
  readonly trash: { readonly days: number } | null
  /** The field shown as the document's title, and the field shown as its slug; `null` if there is none. */
  readonly titleField: string | null
  readonly slugField: string | null
  readonly search: readonly string[]
  /** Compound indexes as declared: fields and system fields, with a leading `-` for descending order. */
  readonly indexes: readonly (readonly string[])[]
  readonly access: { readonly read: Access; readonly create: Access; readonly update: Access; readonly delete: Access }
  /** Fields in the order of their declaration. */
  readonly fields: readonly ManifestField[]
  /** The locales of the content; absent if no field is localized. */
  readonly locales?: ManifestLocales
  /** Translated labels and descriptions; absent if nothing is translated. */
  readonly translations?: Translations
  readonly statements: CollectionStatements
  readonly source: string
}

import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import type { FieldData, FieldType, Json } from '../fields/field-type.ts'
import type { BucketFiles } from './bucket-files.ts'
import type { RequestContext } from './request.ts'

/** Parts of a plugin that store data, or extend documents of collections. */
export interface PluginData {
  /** Drizzle tables, created and migrated together with all others. */
  readonly tables?: { readonly [name: string]: SQLiteTable }
  /**
   * Columns that the admin never shows, by the names of table and column in the database, because their contents give
   * access: the text of an email with a link. Columns named like secrets (`password_hash`, `token`) need not be listed.
   */
  readonly secretColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that contain the name of a collection, as text, by the names of table and column in the database. If a
   * collection is renamed, the migration renames it there, too.
   */
  readonly collectionColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that contain the id of the account to which a row belongs, by the names of table and column in the
   * database. If an account is deleted, its rows are deleted with it. Columns that only record who did something do not
   * belong here: they keep the id.
   */
  readonly accountColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Tables that determine permissions or what is sent, by their names in the database: accounts, sessions, tokens,
   * permissions, queued mail. A review marks a handwritten migration that writes to one of them, or copies from one, as
   * opening access. Default: none.
   */
  readonly accessTables?: readonly string[]
  /**
   * Tables whose rows stay as they are when a backup is restored from the admin, by their names in the database:
   * sessions and links that have ended since the backup must not become valid again, and mail must not be sent twice.
   * Default: none.
   */
  readonly keptTables?: readonly string[]
  /** Tables of the plugin that collections may refer to and populate, by the table's name. */
  readonly targets?: { readonly [table: string]: ReferenceTarget }
  /** Additional field types for collections. */
  readonly fieldTypes?: readonly FieldType[]
  /**
   * Returns the statements that store the plugin's data about documents, in the transaction in which `cms import`
   * writes them. This replaces hooks, which an import does not call. `documents` includes documents that are replaced.
   * Runs on the command line; the statements may run more than once.
   */
  readonly imported?: (documents: ImportedDocuments) => readonly RowsStatement[]
  readonly sampleData?: SampleData
  /** Checks of the plugin's tables, for `cms doctor`. Each reads whole tables. Default: none. */
  readonly integrity?: readonly IntegrityCheck[]
  /** Files of the plugin in the bucket, for `cms doctor`. Default: none. */
  readonly bucketFiles?: BucketFiles
}

/**
 * A plugin's table to which references can point, as `field.media` points to `media`, and how populated references show
 * its rows.
 */
export interface ReferenceTarget {
  /** Schema of one object in a populated reference. */
  readonly schema: z.ZodType
  /**
   * Returns objects by id, in one round trip. Objects that the caller may not see are left out; their reference stays
   * an id. The objects for anonymous callers must be the same for all of them and depend on the rows alone, because
   * they are cached.
   */
  readonly read: (c: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Json>>
  /**
   * Columns from which the objects are made, by the names of table and column in the database. A cached response that
   * shows an object is renewed once one of the columns changes, or the row is deleted.
   */
  readonly shows: { readonly [table: string]: readonly string[] }
  /**
   * Returns the refused objects: those that do not meet the options of their field. Called with each reference that is
   * new to a document, before the document is stored, regardless of who writes it. Absent: every object is accepted.
   */
  readonly refuses?: (
    c: RequestContext,
    chosen: readonly ChosenObject[],
  ) => Promise<readonly { readonly path: string; readonly code: string; readonly message: string }[]>
  /** Routes that upload files to the table. Absent: its rows are not files. */
  readonly uploads?: UploadRoutes
}

/** A reference from a document to an object in a plugin's table, as the document's author has chosen it. */
export interface ChosenObject {
  readonly id: string
  /** Position in the document: `cover`, `sections.2.image`. */
  readonly path: string
  /** Options of the field, as declared. */
  readonly options: { readonly [option: string]: unknown }
}

/** Routes by which `cms import` uploads files to a plugin's table that fields refer to. */
export interface UploadRoutes {
  /**
   * Path of a POST route that takes a multipart form with a field `folder` and one part `file`, and returns
   * `{ data: { id, url } }`.
   */
  readonly upload: string
  /**
   * Path of a PATCH route that takes `{ title, alt }` as JSON. `:id` stands for the file's id. Absent: there is no such
   * route.
   */
  readonly describe?: string
}

/** Documents of one collection that a command writes. */
export interface ImportedDocuments {
  readonly collection: { readonly name: string; readonly fields: readonly FieldData[] }
  readonly documents: readonly { readonly id: string; readonly fields: { readonly [field: string]: Json } }[]
}

/** A statement, and its rows. `?1` in the statement is the rows as JSON text for `json_each`. */
export interface RowsStatement {
  readonly sql: string
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Sample data for a plugin's pages and tables, created by the seed data plugin. */
export interface SampleData {
  /**
   * Creates sample rows after those of the collections. The same seed creates the same rows.
   * @param sample `count`: returns the number of documents created in a collection; `documents`: returns at most 100 of
   * the documents created with this seed, ordered by id
   * @returns the number of rows it created
   */
  readonly make: (
    c: RequestContext,
    sample: {
      readonly seed: number
      readonly count: number
      readonly documents: readonly { readonly collection: string; readonly id: string }[]
    },
  ) => Promise<number>
  /** Removes exactly the rows that `make` created. */
  readonly clear: (c: RequestContext) => Promise<void>
}

/** A query that returns a row for each problem in the database. */
export interface IntegrityCheck {
  /** Description of the problem that the rows show: `Media whose file is missing`. */
  readonly problem: string
  /** One SELECT. Its column `what` names the object concerned. */
  readonly sql: string
}

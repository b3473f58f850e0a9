import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import type { FieldData, FieldType, Json } from '../fields/field-type.ts'
import type { BucketFiles } from './bucket-files.ts'
import type { RequestContext } from './request.ts'

/** Parts of a plugin that store something, or add to documents of collections. */
export interface PluginData {
  /** Drizzle tables, created and migrated with everything else. */
  readonly tables?: { readonly [name: string]: SQLiteTable }
  /**
   * Columns that nobody reads through the admin, by the names of table and column in the database: what lets somebody
   * in,
   * such as the text of a mail with a link. Columns named like secrets (`password_hash`, `token`) need no mention.
   */
  readonly secretColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that hold the name of a collection, as text, by the names of table and column in the database. Where a
   * collection is renamed, the migration renames it there.
   */
  readonly collectionColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that hold the id of the account to which a row belongs, by the names of table and column in the database.
   * Where an account is deleted, its rows are deleted with it. Columns that only say who did something are not among
   * them: they keep the id.
   */
  readonly accountColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Tables that decide who may do what, or what is sent, by their names in the database: accounts, sessions, tokens,
   * permissions, mail that waits. A migration written by hand that writes to one of them, or copies from one, is shown
   * in a review as opening access. Default: none.
   */
  readonly accessTables?: readonly string[]
  /**
   * Tables whose rows stay as they are where a backup is restored from the admin, by their names in the database:
   * sessions and links that have ended since must not open anything again, and what was sent must not be sent twice.
   * Default: none.
   */
  readonly keptTables?: readonly string[]
  /** Of its tables those that collections may refer to and populate, by the table's name. */
  readonly targets?: { readonly [table: string]: ReferenceTarget }
  /** Types of field that collections may then use. */
  readonly fieldTypes?: readonly FieldType[]
  /**
   * Writes what the plugin stores about documents, in the transaction in which `cms import` writes them, of which no
   * hook
   * is told. A document that is replaced is among them, too. Runs on the command line; its statements may come again.
   */
  readonly imported?: (documents: ImportedDocuments) => readonly RowsStatement[]
  readonly sampleData?: SampleData
  /** Checks of its tables, for `cms doctor`. Each reads whole tables. Default: nothing. */
  readonly integrity?: readonly IntegrityCheck[]
  /** Its files in the bucket, for `cms doctor`. Default: none. */
  readonly bucketFiles?: BucketFiles
}

/** A plugin's table as populated references show it: `field.media` leads to `media`. */
export interface ReferenceTarget {
  /** Of one object, for the reference. */
  readonly schema: z.ZodType
  /**
   * Objects by id, in one round trip. What the caller may not see is not among them, and stays an id. What anonymous
   * callers see is the same for all of them and follows from the rows alone: it is cached.
   */
  readonly read: (c: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Json>>
  /**
   * Columns that the objects are made from, by the names of table and column in the database. A cached response that
   * shows an object is made again once one of them changes, or its row is gone.
   */
  readonly shows: { readonly [table: string]: readonly string[] }
  /**
   * Says which objects do not meet the options of their field. Asked about each reference that is new to a document,
   * whoever writes it, before it is stored. Absent: every object will do.
   */
  readonly refuses?: (
    c: RequestContext,
    chosen: readonly ChosenObject[],
  ) => Promise<readonly { readonly path: string; readonly code: string; readonly message: string }[]>
  /** Routes that take its rows in as files. Absent: its rows are no files. */
  readonly uploads?: UploadRoutes
}

/** A reference of a document to an object of a plugin's table, as somebody has chosen it. */
export interface ChosenObject {
  readonly id: string
  /** Position in the document: `cover`, `sections.2.image`. */
  readonly path: string
  /** Options of the field, as declared. */
  readonly options: { readonly [option: string]: unknown }
}

/** Routes by which `cms import` puts files into a plugin's table, which fields refer to. */
export interface UploadRoutes {
  /**
   * Path of a POST route that takes a multipart form with a field `folder` and one part `file`, and gives
   * `{ data: { id, url } }`.
   */
  readonly upload: string
  /** Path of a PATCH route that takes `{ title, alt }` as JSON; `:id` stands for the file's id. Absent: there is none. */
  readonly describe?: string
}

/** Documents of one collection, as a command writes them. */
export interface ImportedDocuments {
  readonly collection: { readonly name: string; readonly fields: readonly FieldData[] }
  readonly documents: readonly { readonly id: string; readonly fields: { readonly [field: string]: Json } }[]
}

/** A statement whose `?1` is a JSON text with rows, as `json_each` reads them, and the rows. */
export interface RowsStatement {
  readonly sql: string
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Sample data for a plugin's pages and tables, made by the seed data plugin. */
export interface SampleData {
  /**
   * Makes sample rows, the same for the same seed, after the collections have theirs.
   * @param sample `count`: how many documents a collection was given; `documents`: some of those that were made with
   * this
   * seed, at most 100, in the order of their ids
   * @returns how many rows it made
   */
  readonly make: (
    c: RequestContext,
    sample: {
      readonly seed: number
      readonly count: number
      readonly documents: readonly { readonly collection: string; readonly id: string }[]
    },
  ) => Promise<number>
  /** Removes what `make` made and nothing else. */
  readonly clear: (c: RequestContext) => Promise<void>
}

/** A question about the database whose every row is something wrong. */
export interface IntegrityCheck {
  /** The problem where there are rows: `Media without their file`. */
  readonly problem: string
  /** One SELECT. Its column `what` names what is wrong. */
  readonly sql: string
}

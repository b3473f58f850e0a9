import type { Json } from '../../fields/field-type.ts'
import type { SourceProblems } from './source-problems.ts'

/** Formats that documents can be imported from, besides what `cms export` writes. */
export type SourceFormat = 'csv' | 'ndjson' | 'markdown' | 'wordpress' | 'strapi' | 'payload'

/** A record of another system: a row, a line, a file of Markdown, a post. */
export interface SourceRecord {
  /** Name of its kind there: `post`, `category`, `api::article.article`; for a table or a folder its name. */
  readonly kind: string
  /** Identifies it among its kind, and is the same whenever the same export is read. */
  readonly key: string
  /** Values by name. A reference is the key of the record or file that it means, or a list of keys. */
  readonly values: { readonly [name: string]: Json }
  /** Place where people find it; `line` from 1, `null` where the format has no lines that help. */
  readonly place: { readonly file: string; readonly line: number | null }
}

/** Meaning of a value, where the format says more than the value shows. */
export type SourceValue =
  | { readonly is: 'text' | 'html' | 'markdown' | 'time' | 'number' | 'boolean' | 'slug' | 'status' | 'json' }
  | { readonly is: 'reference'; readonly kind: string; readonly many: boolean }
  | { readonly is: 'file'; readonly many: boolean }

/** Name of a value, or several: the first that a record has counts. */
export type ValueNames = string | readonly string[]

/** Kind of record, with what the format itself says of it. What values look like is learned from the records. */
export interface SourceKind {
  readonly name: string
  /** Meanings by name, in the order in which people want to see them. */
  readonly values: { readonly [name: string]: SourceValue }
  /** Names of the values that say when a record was written and changed, and whether and since when it is public. */
  readonly system: {
    readonly createdAt?: ValueNames
    readonly updatedAt?: ValueNames
    readonly publishedAt?: ValueNames
    readonly status?: string
  }
  /** True for a kind whose records are public, all of them: their system knows no other state. */
  readonly isPublic?: boolean
}

/** A picture or another file that records refer to by its key. */
export interface SourceAsset {
  readonly key: string
  /** Absolute path where it lies on disk already, else `null`. */
  readonly path: string | null
  /** Address where it can be fetched; `null` if the source gives none. */
  readonly url: string | null
  /** Place below a folder of uploads: `2024/05/harbor.jpg`. A folder given by the user is searched for it. */
  readonly filename: string
  readonly alt: string | null
  readonly title: string | null
}

/**
 * An export that has been opened. Records and assets can be read any number of times, one after the other.
 * A picture or a link in HTML or Markdown that means a file of the export has an address of `file-address.ts`.
 */
export interface Source {
  readonly format: SourceFormat
  readonly kinds: readonly SourceKind[]
  /** Reads one after the other: memory does not grow with the export. */
  readonly records: () => AsyncIterable<SourceRecord>
  readonly assets: () => AsyncIterable<SourceAsset>
  /** Everything that this reader leaves out, with numbers: `12 comments`. Complete once records were read to the end. */
  readonly leftOut: readonly string[]
  /** Parts of it that cannot be read. Complete once records were read to the end. */
  readonly problems: SourceProblems
  /** Removes what was unpacked. */
  readonly dispose: () => Promise<void>
}

/** Options of a reader that the mapping file may set, for example `delimiter` of CSV. */
export type SourceOptions = { readonly [name: string]: string }

/** Reads one format. */
export interface SourceReader {
  readonly format: SourceFormat
  /** Its files in a few words, for people: `an .xml export of WordPress`. */
  readonly reads: string
  /** Names of the options that it takes. */
  readonly options: readonly string[]
  /** Says whether a file or folder looks like this format; reads no more than its beginning. */
  readonly accepts: (path: string) => Promise<boolean>
  /** @throws Failure for a file that is not what it seems, with its place */
  readonly open: (path: string, options: SourceOptions) => Promise<Source>
}

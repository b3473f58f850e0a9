import type { Json } from 'lintel/importing'
import type { SourceProblems } from './source-problems.ts'

/** Formats of other systems that documents can be imported from. */
export type SourceFormat = 'csv' | 'ndjson' | 'markdown' | 'wordpress' | 'strapi' | 'payload'

/** Record of another system: a row, a line, a Markdown file, a post. */
export interface SourceRecord {
  /** Name of its kind in that system: `post`, `category`, `api::article.article`; for a table or a folder, its name. */
  readonly kind: string
  /** Key that identifies the record within its kind. It is the same whenever the same export is read. */
  readonly key: string
  /** Values by name. A reference is the key of a record or file, or a list of keys. */
  readonly values: { readonly [name: string]: Json }
  /** Position, as shown to people. `line` counts from 1, and is `null` if lines do not help in this format. */
  readonly place: { readonly file: string; readonly line: number | null }
}

/** Meaning of a value, if the format declares more than the value itself shows. */
export type SourceValue =
  | { readonly is: 'text' | 'html' | 'markdown' | 'time' | 'number' | 'boolean' | 'slug' | 'status' | 'json' }
  | { readonly is: 'reference'; readonly kind: string; readonly many: boolean }
  | { readonly is: 'file'; readonly many: boolean }

/** Name of a value, or a list of names: the first one that a record has is used. */
export type ValueNames = string | readonly string[]

/** Kind of record, as the format declares it. The form of its values is learned from the records. */
export interface SourceKind {
  readonly name: string
  /** Meanings by name, in the order in which they are shown to people. */
  readonly values: { readonly [name: string]: SourceValue }
  /**
   * Names of the values that contain the times of creation and change, and of those that say whether and since when a
   * record is public.
   */
  readonly system: {
    readonly createdAt?: ValueNames
    readonly updatedAt?: ValueNames
    readonly publishedAt?: ValueNames
    readonly status?: string
  }
  /** Tells whether all records of the kind are public, since their system has no other state. */
  readonly isPublic?: boolean
}

/** Picture or other file that records refer to by its key. */
export interface SourceAsset {
  readonly key: string
  /** Absolute path of the file on disk; `null` if it is not there. */
  readonly path: string | null
  /** Address to download the file from; `null` if the source has none. */
  readonly url: string | null
  /** Path below a folder of uploads: `2024/05/harbor.jpg`. It is looked up in the folder that the user names. */
  readonly filename: string
  readonly alt: string | null
  readonly title: string | null
}

/**
 * Export that has been opened. Records and assets can be read any number of times, but not in parallel. In HTML and
 * Markdown, pictures and links refer to files of the export by an address from `sourceFileAddress`.
 */
export interface Source {
  readonly format: SourceFormat
  readonly kinds: readonly SourceKind[]
  /** Reads the records one by one: memory use does not grow with the export. */
  readonly records: () => AsyncIterable<SourceRecord>
  readonly assets: () => AsyncIterable<SourceAsset>
  /** Everything that the reader leaves out, with counts: `12 comments`. Complete after all records have been read. */
  readonly leftOut: readonly string[]
  /** Parts of the export that cannot be read. Complete after all records have been read. */
  readonly problems: SourceProblems
  /** Removes temporary files. */
  readonly dispose: () => Promise<void>
}

/** Options of a reader that the mapping file may set, for example `delimiter` for CSV. */
export type SourceOptions = { readonly [name: string]: string }

/** Reader of one format. */
export interface SourceReader {
  readonly format: SourceFormat
  /** Description of the files, for people: `an .xml export of WordPress`. */
  readonly reads: string
  /** Names of the possible options. */
  readonly options: readonly string[]
  /** Tells whether a file or folder looks like this format; reads only its beginning. */
  readonly accepts: (path: string) => Promise<boolean>
  /** Opens an export. @throws Failure with the position if the file has another format */
  readonly open: (path: string, options: SourceOptions) => Promise<Source>
}

import type { Json } from '../fields/field-type.ts'

/**
 * Objects of the bucket that belong to rows of a plugin's tables, for `cms doctor`. Each object's key is a folder, then the
 * name of its file.
 */
export interface BucketFiles {
  /** Folder of the files themselves, which must all be there: `media/`. */
  readonly folder: string
  /** Folders of objects made from files, or about to become one. */
  readonly others: readonly string[]
  /** Regular expression that each name of a file matches. Other objects belong to somebody else. */
  readonly names: string
  /**
   * SELECT of files whose name comes after ?1, by name, at most ?2: `filename`, `name` for people, and `at`, the time of
   * their upload in milliseconds since the epoch.
   */
  readonly files: string
  /** SELECT of `filename` for uploads under way, and for files whose objects are still to be deleted. */
  readonly unsettled: string
  /** Settings under which files are in a storage that only the worker can read: `{ storageProvider: 's3' }`. */
  readonly elsewhere: { readonly [setting: string]: Json }
  /** Command that deletes objects of no file: `cms media sweep`. It takes `--env` and `--dry-run`. */
  readonly sweep: string
}

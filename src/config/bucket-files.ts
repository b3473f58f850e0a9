import type { Json } from '../fields/field-type.ts'

/**
 * Describes the bucket's objects that belong to rows of a plugin's tables, so that `cms doctor` can check them. Each
 * object's key is a folder followed by the file's name.
 */
export interface BucketFiles {
  /** Folder of the files themselves, all of which must exist: `media/`. */
  readonly folder: string
  /** Folders of objects that are made from files, or that become files later. */
  readonly others: readonly string[]
  /** Regular expression that the name of every file matches. Other objects are not checked. */
  readonly names: string
  /**
   * SELECT of at most ?2 files whose name sorts after ?1, ordered by name. Columns: `filename`, `name` (for people) and
   * `at` (time of upload, in milliseconds since the epoch).
   */
  readonly files: string
  /** SELECT of the `filename` of uploads in progress, and of deleted files whose objects still exist. */
  readonly unsettled: string
  /** Settings that store files elsewhere, where only the worker can read them: `{ storageProvider: 's3' }`. */
  readonly elsewhere: { readonly [setting: string]: Json }
  /** Command that deletes objects that belong to no file: `cms media sweep`. It takes `--env` and `--dry-run`. */
  readonly sweep: string
}

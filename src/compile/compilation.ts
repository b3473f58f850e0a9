import type { Config } from '../config/config.ts'
import type { Manifest, Schema } from '../manifest/index.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { MigrationFile } from './schema/files/migration-file.ts'

/** Result of compiling a project. */
export interface Compilation {
  /** Absolute, links resolved. */
  readonly root: string
  /** Errors first, then warnings; each by file and line. */
  readonly diagnostics: readonly Diagnostic[]
  /** The config as evaluated; `null` when there are errors. */
  readonly config: Config | null
  /** `null` when there are errors. */
  readonly manifest: Manifest | null
  /** The database that the manifest needs; `null` when there are errors. */
  readonly schema: Schema | null
  /** The migrations as this compilation leaves them. Empty when there are errors. */
  readonly chain: readonly MigrationFile[]
  /** Texts by path relative to the project: `.cms/*`, `cms.lock.json`, `migrations/*`. Empty when there are errors. */
  readonly outputs: ReadonlyMap<string, string>
  /** More of them: the OpenAPI document, which takes longer than the rest and is made when it is asked for. */
  readonly reference: () => ReadonlyMap<string, string>
  /**
   * The types of the collections as a file of their own, which imports nothing but `client`. `command` stands in its
   * header. Empty when there are errors.
   */
  readonly clientTypes: (client: string, command: string) => string
  /** Files that an earlier build wrote and that are no longer wanted, relative to the project. */
  readonly removed: readonly string[]
  /** Files of the project that took part, absolute and sorted: what a watch must look at. */
  readonly files: readonly string[]
}

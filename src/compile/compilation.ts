import type { Config } from '../config/config.ts'
import type { Manifest, Schema } from '../manifest/index.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { MigrationFile } from './schema/files/migration-file.ts'

/** Result of compiling a project. */
export interface Compilation {
  /** Absolute path of the project, with links resolved. */
  readonly root: string
  /** Errors first, then warnings; each sorted by file and line. */
  readonly diagnostics: readonly Diagnostic[]
  /** The evaluated config; `null` if there are errors. */
  readonly config: Config | null
  /** The manifest; `null` if there are errors. */
  readonly manifest: Manifest | null
  /** The database schema that the manifest needs; `null` if there are errors. */
  readonly schema: Schema | null
  /** The migrations after this compilation. Empty if there are errors. */
  readonly chain: readonly MigrationFile[]
  /**
   * Contents of the files to write, by path relative to the project: `.cms/*`, `cms.lock.json`, `migrations/*`. Empty
   * if there are errors.
   */
  readonly outputs: ReadonlyMap<string, string>
  /** Returns outputs that take longer than the rest: the OpenAPI document and the worker's static files. */
  readonly reference: () => ReadonlyMap<string, string>
  /**
   * Returns the types of the collections as one file that only imports `client`. Its header contains `command`. The
   * text is empty if there are errors.
   */
  readonly clientTypes: (client: string, command: string) => string
  /** Returns the project's own modules in a part of the code, by their paths relative to the project. */
  readonly modulesOf: ModulesOf
  /** Obsolete files of an earlier build, relative to the project. */
  readonly removed: readonly string[]
  /** Config files relative to the project: its own, then those of its layers, the nearest first. */
  readonly configFiles: readonly string[]
  /** Absolute paths of the files that were read, sorted, for watch mode. */
  readonly files: readonly string[]
}

/** A part of a program's code of which the lock contains a hash. */
export interface CodePart {
  readonly kind: 'function' | 'plugin' | 'worker'
  /** Key of an access rule, `posts.read`, or name of a plugin; empty for the worker. */
  readonly name: string
}

/** Returns the names of the project's own modules in a part of the code, sorted. */
export type ModulesOf = (part: CodePart) => readonly string[]

import type { PluginSpec } from '../config/plugin.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { AccessFunction } from '../ground/access.ts'
import type { Manifest } from './manifest.ts'
import type { Migration, MigrationHead } from './migration.ts'

/** The program that `.cms/program.ts` exports and the runtime runs: manifest, handlers, validators and migrations. */
export interface Program {
  readonly manifest: Manifest
  /** Field types by kind, built-in ones and those of plugins. */
  readonly fieldTypes: { readonly [kind: string]: FieldType }
  /** Plugins by name: their handlers, hooks and settings schemas. */
  readonly plugins: { readonly [name: string]: PluginSpec }
  /** Access rules that are functions, by key: `posts.read`. */
  readonly functions: { readonly [key: string]: AccessFunction }
  readonly migrations: readonly MigrationHead[]
  /** Loads the migrations with their statements, in the order of `migrations`. */
  readonly loadMigrations: () => Promise<readonly Migration[]>
  /** Paths of files for browsers, by name: `admin.css`. */
  readonly assets: Readonly<Record<string, string>>
}

import { collectionFacts } from '../../../src/compile/lock/collection-facts.ts'
import { printLock } from '../../../src/compile/lock/lock-text.ts'
import { localize } from '../../../src/compile/lower/localize.ts'
import { lowerRoles } from '../../../src/compile/lower/roles.ts'
import { type MigrationFile, parseMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import type { PluginTables } from '../../../src/compile/schema/model/plugin-tables.ts'
import { type MigrationPlan, planMigrations } from '../../../src/compile/schema/plan/plan-migrations.ts'
import type { Collection, Config } from '../../../src/config/index.ts'
import { fieldTypes } from '../../../src/config/index.ts'
import type { ManifestCollection } from '../../../src/manifest/index.ts'
import { CONTENT_COLUMNS, coreTables, loweredIn } from './lowered.ts'

const ROLES = lowerRoles({ name: 'test', collections: [], environments: {} })

/** A project's migrations over time, without files: every migration that `seal` is called on is one that git has. */
export class ProjectHistory {
  files: MigrationFile[] = []
  sealed = new Set<string>()
  readonly collectionColumns = [...CONTENT_COLUMNS]
  /** The lock that was committed with them. */
  lock: string | null = null

  readonly core: readonly PluginTables[]
  /** The collections of the last build. */
  #built: readonly ManifestCollection[] = []

  /** @param core tables that the service has anyway. Default: those that every service has */
  constructor(core: readonly PluginTables[] = coreTables) {
    this.core = core
  }

  /** Builds; takes over what the build wrote. */
  build(
    collections: readonly Collection[],
    options: Partial<Config> = {},
    plugins: PluginTables[] = [],
  ): MigrationPlan {
    const config = localize({ name: 'test', environments: { development: {} }, ...options, collections })
    const manifest = loweredIn(options.locales, config.collections)
    this.#built = manifest
    const plan = planMigrations({
      history: {
        files: this.files,
        seal: () => ({
          isSealed: (file) => this.sealed.has(file.name),
          compare: () => 'unknown',
          notesPending: false,
          noted: [],
        }),
        locks: () => (this.lock === null ? [] : [this.lock]),
      },
      config,
      collections: manifest,
      schema: modelSchema(manifest, [...this.core, ...plugins]),
      types: fieldTypes,
      collectionColumns: this.collectionColumns,
    })
    const removed = new Set(plan.removed)
    const written = [...plan.files].map(([path, text]) => parseMigration(path.replace('migrations/', ''), text))
    const kept = this.files.filter(
      (file) => !removed.has(`migrations/${file.name}`) && !written.some(({ name }) => name === file.name),
    )
    this.files = [...kept, ...written]
    return plan
  }

  /** Commits what there is. */
  seal(): void {
    this.sealed = new Set(this.files.map((file) => file.name))
    if (this.#built.length === 0) return
    const facts = this.#built.map((collection) => [collection.name, collectionFacts(collection, ROLES)] as const)
    this.lock = printLock({ collections: Object.fromEntries(facts) })
  }
}

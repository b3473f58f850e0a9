import type { Loss } from '../../compile/local/losses.ts'
import {
  type Archive,
  archivesOf,
  lossesOfPending,
  type Move,
  type MoveSource,
  planMove,
} from '../../compile/local/plan-move.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import { collectionColumnsOf } from '../../compile/schema/model/collection-columns.ts'
import { quote } from '../../ground/sql.ts'
import type { Applied, FoundDatabase, LedgerMove } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { fieldTypesOf } from '../field-types.ts'
import type { ApplyTo, ProjectDatabase } from './project-database.ts'

/** Change that brings a developer's own database to the schema of a project, whatever was applied to it before. */
export interface LocalChange {
  /** Current state of the database. */
  readonly found: FoundDatabase
  /**
   * Move of the database from its applied migrations to those of the project; `null` if the ledger agrees with the
   * migrations, so that the runner only applies the pending ones.
   */
  readonly move: Move | null
  /** Migrations that are not applied yet. */
  readonly pending: readonly MigrationFile[]
  /**
   * Carries out the change, completely or not at all. Lost data is kept in copies of the tables.
   * @throws Failure if the database refuses, or belongs to another project
   */
  run(database: ProjectDatabase, options?: ApplyTo): Promise<LocalOutcome>
}

export interface LocalOutcome extends Pick<Applied, 'applied'> {
  /** Names of migrations that the database no longer has, since they were rewritten or are on another branch. */
  readonly replaced: readonly string[]
  readonly archived: readonly ArchivedTable[]
}

/** Table that lost something, with a copy of its former state. */
export interface ArchivedTable {
  readonly table: string
  readonly copy: string
  /** Number of lost values by field; a `field` of `null` counts rows. */
  readonly lost: readonly { readonly field: string | null; readonly count: number }[]
}

export interface LocalSource {
  readonly compilation: Compiled
  /** Former versions of migrations, which the database may have applied. */
  readonly former: readonly MigrationFile[]
}

/**
 * Plans the changes that bring a database to a project's schema.
 * @returns `null` if the database has the current version of every migration
 */
export async function planLocalChange(found: FoundDatabase, source: LocalSource): Promise<LocalChange | null> {
  const { compilation } = source
  const files = compilation.chain
  const moveSource = { ...describe(compilation), files, former: source.former }
  const move = planMove(found, moveSource)
  const names = new Set(found.ledger.map(({ name }) => name))
  const pending = files.filter(({ name }) => !names.has(name))
  if (!move && pending.length === 0) return null
  const losses = move ? move.losses : lossesOfPending(found, files)
  return {
    found,
    move,
    pending,
    async run(database, options = {}) {
      const migrations = migrationsOf(compilation)
      if (options.owner && !options.adopt) await database.status(migrations, options.owner)
      const lost = await countLosses(losses, database)
      const archives = archivesOf([...lost.keys()], found, compilation.schema)
      if (move) await database.move(withArchives(move, archives))
      // After a move nothing is pending, but the owner has to be written into the database.
      const apply = () => database.apply(migrations, options)
      const { applied } = await (move ? apply() : keeping(archives, database, apply))
      return {
        applied: [...(move?.recorded ?? []).map(({ name }) => name), ...applied],
        replaced: move?.forgotten ?? [],
        archived: archives.map(({ table, copy }) => ({ table, copy, lost: lost.get(table) ?? [] })),
      }
    },
  }
}

function describe({ config, manifest, schema }: Compiled): Omit<MoveSource, 'files' | 'former'> {
  return {
    config,
    schema,
    collections: manifest.collections,
    types: fieldTypesOf(config),
    collectionColumns: collectionColumnsOf(manifest),
  }
}

type Lost = ArchivedTable['lost']

/** Counts the existing values that a change loses, by table. */
async function countLosses(losses: readonly Loss[], database: ProjectDatabase): Promise<ReadonlyMap<string, Lost>> {
  if (losses.length === 0) return new Map()
  const results = await database.query<{ readonly lost: number }>(...losses.map(({ sql }) => sql))
  const found = losses
    .map(({ table, field }, index) => ({ table, field, count: results[index]?.[0]?.lost ?? 0 }))
    .filter(({ count }) => count > 0)
  return new Map(
    found.map(({ table }) => [
      table,
      found.filter((loss) => loss.table === table).map(({ field, count }) => ({ field, count })),
    ]),
  )
}

function withArchives({ statements, forgotten, recorded }: Move, archives: readonly Archive[]): LedgerMove {
  return { statements: [...archives.map(({ sql }) => sql), ...statements], forgotten, recorded }
}

/** Copies tables before a change, and drops the copies if the change fails. */
async function keeping<Result>(
  archives: readonly Archive[],
  database: ProjectDatabase,
  change: () => Promise<Result>,
): Promise<Result> {
  if (archives.length === 0) return change()
  await database.query(...archives.map(({ sql }) => sql))
  try {
    return await change()
  } catch (error) {
    await database.query(...archives.map(({ copy }) => `DROP TABLE ${quote(copy)}`))
    throw error
  }
}

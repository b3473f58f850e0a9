import type { Schema } from '../../../manifest/index.ts'
import { isWrittenByHand, type MigrationFile } from './migration-file.ts'
import { isLarge, replayInParts } from './replay-in-parts.ts'
import { findReshaping, objectsIn, objectsOf, type Reshaping } from './reshaping.ts'
import { openDatabase, runStatements, schemaOf } from './run-statements.ts'

/** The schema that a chain of migrations creates in an empty database. */
export interface Replay {
  readonly schema: Schema
  /** Migrations written by hand that change the schema. */
  readonly reshaping: readonly Reshaping[]
  /** Returns the schema after one more migration, without changing this one. */
  after(migration: MigrationFile): Schema
}

/**
 * Runs migrations in order on an empty database. The result for the last chain is cached, so that watch mode does not
 * replay a chain that has not changed.
 * @throws ReplayError for the first statement that fails
 */
export function replay(chain: readonly MigrationFile[]): Replay {
  const key = chain.map((file) => file.checksum).join()
  if (kept?.key !== key) kept = { key, replay: replayAnew(chain) }
  return kept.replay
}

let kept: { readonly key: string; readonly replay: Replay } | undefined

function replayAnew(chain: readonly MigrationFile[]): Replay {
  if (!isLarge(chain)) return replayWhole(chain)
  const reshaping: Reshaping[] = []
  const schema = chain.reduce<Schema>(
    (before, file) => {
      const after = replayInParts(before, [file])
      if (isWrittenByHand(file)) reshaping.push(...findReshaping(file, objectsOf(before), objectsOf(after)))
      return after
    },
    { tables: [], triggers: [] },
  )
  return { schema, reshaping, after: (migration) => replayInParts(schema, [migration]) }
}

/** Replays a chain in one database, with a transaction for each migration as on D1. */
function replayWhole(chain: readonly MigrationFile[]): Replay {
  const database = openDatabase()
  const reshaping: Reshaping[] = []
  for (const file of chain) {
    const before = isWrittenByHand(file) ? objectsIn(database) : null
    database.exec('BEGIN')
    runStatements(database, file)
    database.exec('COMMIT')
    if (before) reshaping.push(...findReshaping(file, before, objectsIn(database)))
  }
  const schema = schemaOf(database)
  return {
    schema,
    reshaping,
    after(migration) {
      if (isLarge([...chain, migration])) return replayInParts(schema, [migration])
      database.exec('BEGIN')
      try {
        runStatements(database, migration)
        return schemaOf(database)
      } finally {
        database.exec('ROLLBACK')
      }
    },
  }
}

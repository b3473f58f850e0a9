import { namesIn } from '../../../ground/sql-tokens.ts'
import { isOrdinary } from '../compare/match-tables.ts'
import { isWrittenByHand, type MigrationFile } from '../files/migration-file.ts'
import { statementsOf } from '../files/run-statements.ts'
import type { Proof, Stage } from './proof.ts'
import { DERIVED } from './sample-rows.ts'

/** A table that a migration names and that had no sample rows, so that its effect there is not proven. */
export interface Unproven {
  /** Name of the migration: `0007_tidy_up.sql`. */
  readonly migration: string
  readonly table: string
  /** Reason why there were no rows, as text. */
  readonly reason: string
}

export function unprovenIn({ stages, refused }: Proof): Unproven[] {
  return stages.flatMap((stage) =>
    emptyTables(stage).map((table) => {
      const reason = refused.get(table) ?? 'no sample row can be created from its columns alone'
      return { migration: stage.file.name, table, reason }
    }),
  )
}

function emptyTables({ file, before }: Stage): string[] {
  const words = wordsIn(file)
  return (
    before.schema.tables
      .filter((table) => isOrdinary(table) && words.has(table.name.toLowerCase()))
      .map(({ name }) => name)
      .filter((name) => (before.rows.get(name) ?? []).length === 0)
      // Generated triggers name the tables that they maintain.
      .filter((name) => isWrittenByHand(file) || !DERIVED.has(name))
  )
}

function wordsIn(file: MigrationFile): ReadonlySet<string> {
  return new Set(statementsOf(file).flatMap((sql) => namesIn(sql).map((name) => name.toLowerCase())))
}

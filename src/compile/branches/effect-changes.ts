import type { DatabaseChange } from '../review/change.ts'
import type { Review } from '../review/review.ts'
import { MIGRATIONS_FOLDER } from '../schema/files/history.ts'
import type { ChainVerdict, MigrationJudgedBySql, SqlEffect } from './verdict.ts'

/**
 * Returns a review in which computed effects replace a migration's own description, for migrations that are written by
 * hand, and for generated ones that cannot be reproduced.
 */
export function withEffects<Given extends Pick<Review, 'database'>>(review: Given, verdict: ChainVerdict): Given {
  const judged = new Map(
    verdict.migrations.flatMap((migration): [string, MigrationJudgedBySql][] =>
      migration.kind === 'judged-by-sql' ? [[`${MIGRATIONS_FOLDER}/${migration.file.name}`, migration]] : [],
    ),
  )
  const reported = new Set<string>()
  const database = review.database.flatMap((change): readonly DatabaseChange[] => {
    const migration = judged.get(change.migration)
    if (!migration) return [change]
    if (reported.has(change.migration)) return []
    reported.add(change.migration)
    return changesOf(change.migration, migration)
  })
  return { ...review, database }
}

function changesOf(path: string, { effects, reason }: MigrationJudgedBySql): DatabaseChange[] {
  const notes = reason === null ? ['judged by its SQL, since it is handwritten'] : [`judged by its SQL: ${reason}`]
  return effects.map((effect) => changeOf(path, effect, notes))
}

function changeOf(path: string, effect: SqlEffect, notes: readonly string[]): DatabaseChange {
  const { table, columns, line, statement, message, kind } = effect
  const [column, ...others] = columns
  const subject = column !== undefined && others.length === 0 ? `${table}.${column}` : (table ?? '')
  const source = `${path}:${line}`
  return {
    class: effect.class,
    kind,
    subject,
    message,
    source,
    migration: path,
    operation: null,
    notes,
    sql: [statement],
  }
}

import type { DatabaseChange } from '../review/change.ts'
import type { MigrationOrigin, Review } from '../review/review.ts'
import { MIGRATIONS_FOLDER } from '../schema/files/history.ts'
import type { ChainVerdict, EffectClass, JudgedMigration, MigrationJudgedBySql, SqlEffect } from './verdict.ts'

/**
 * Returns a review in which computed effects replace what a handwritten migration says about itself. A generated
 * migration that cannot be planned again keeps its operations, with what its SQL does besides them.
 */
export function withEffects<Given extends Pick<Review, 'database' | 'origins'>>(
  review: Given,
  { migrations }: ChainVerdict,
): Given {
  const judged = new Map(migrations.map((migration) => [pathOf(migration), migration]))
  const byFile = Map.groupBy(review.database, ({ migration }) => migration)
  const database = [...byFile].flatMap(([path, steps]): readonly DatabaseChange[] => {
    const migration = judged.get(path)
    if (migration?.kind !== 'judged-by-sql') return steps
    if (migration.reason === null) return migration.effects.map((effect) => changeOf(path, effect))
    return [...steps.map(notPlannedAgain), ...changesBesides(path, migration)]
  })
  return { ...review, database, origins: migrations.map(originOf) }
}

function pathOf({ file }: JudgedMigration): string {
  return `${MIGRATIONS_FOLDER}/${file.name}`
}

function originOf(migration: JudgedMigration): MigrationOrigin {
  const path = pathOf(migration)
  if (migration.kind === 'recomputed') return { migration: path, kind: 'recomputed', reason: null }
  return { migration: path, kind: migration.origin, reason: migration.reason }
}

function changeOf(path: string, effect: SqlEffect): DatabaseChange {
  const { table, columns, line, statement, message, kind } = effect
  const [column, ...others] = columns
  const subject = column !== undefined && others.length === 0 ? `${table}.${column}` : (table ?? '')
  return {
    class: effect.class,
    kind,
    subject,
    message,
    source: `${path}:${line}`,
    migration: path,
    operation: null,
    notes: ['judged by its SQL, since it is handwritten'],
    sql: [statement],
  }
}

function notPlannedAgain(step: DatabaseChange): DatabaseChange {
  return { ...step, notes: [...step.notes, 'not planned again'] }
}

/** Returns one change for each class of effects that do not follow from the operations of a migration. */
function changesBesides(path: string, { effects, reason }: MigrationJudgedBySql): DatabaseChange[] {
  const grave = effects.filter((effect) => effect.class !== 'caution')
  return [...Map.groupBy(grave, (effect) => effect.class)].map(([grade, found]) => {
    const [{ line, kind } = { line: 1, kind: 'overwrites' }] = found
    const messages = [...new Set(found.map((effect) => `${effect.message} (line ${effect.line})`))]
    return {
      class: grade,
      kind,
      subject: '',
      message: `the SQL of ${path} ${WORDS[grade]}; this migration was not planned again`,
      source: `${path}:${line}`,
      migration: path,
      operation: null,
      notes: [...messages, ...(reason === null ? [] : [`not planned again: ${reason}`])],
      sql: [],
    }
  })
}

const WORDS: Readonly<Record<EffectClass, string>> = {
  destructive: 'may lose values that its operations do not mention',
  opens: 'may give somebody access',
  caution: 'changes rows',
}

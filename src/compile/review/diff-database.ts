import { MIGRATIONS_FOLDER } from '../schema/history.ts'
import type { MigrationFile } from '../schema/migration-file.ts'
import { type Operation, visit } from '../schema/operation.ts'
import { classOfStep, headingOf, notesOfStep, type Step, sourceOfStep } from '../schema/step.ts'
import { SUBJECTS } from '../schema/subject.ts'
import type { DatabaseChange } from './change.ts'

/** The steps of the migrations that the base does not have, in their order. */
export function diffDatabase(migrations: readonly MigrationFile[]): DatabaseChange[] {
  return migrations.flatMap(({ name, steps }) => {
    const rebuilt = new Set(
      steps.flatMap(({ operation }) => (operation?.kind === 'rebuild-table' ? [operation.table] : [])),
    )
    return steps.map((step) => ({
      class: classOfStep(step),
      kind: step.operation?.kind ?? 'statement',
      subject: step.operation ? visit(step.operation, SUBJECTS) : '',
      message: headingOf(step) || 'SQL without a heading',
      source: sourceOfStep(step),
      migration: `${MIGRATIONS_FOLDER}/${name}`,
      notes: [...notesOfStep(step), ...whereItIsDone(step, rebuilt)],
      sql: step.statements,
    }))
  })
}

/** A step without SQL of its own, where another step does its work. */
function whereItIsDone({ operation, statements }: Step, rebuilt: ReadonlySet<string>): string[] {
  if (!operation || statements.length > 0) return []
  const table = tableOf(operation)
  if (table !== null && rebuilt.has(table)) return [`done by the rebuild of ${table}`]
  return ['nothing to do in the database']
}

function tableOf(operation: Operation): string | null {
  if ('table' in operation) return operation.table
  return 'field' in operation ? operation.collection : null
}

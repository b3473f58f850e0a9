import { namesIn } from '../../ground/sql-tokens.ts'
import { isVariant } from '../../ground/variants.ts'
import type { Lock } from '../lock/read-lock.ts'
import { MIGRATIONS_FOLDER } from '../schema/files/history.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { columnName } from '../schema/model/names.ts'
import { type Operation, visit } from '../schema/steps/operation.ts'
import { classOfStep, headingOf, notesOfStep, type Step } from '../schema/steps/step.ts'
import { SUBJECTS } from '../schema/steps/subject.ts'
import { fieldOfIndex, type LayoutOf, placeInIndexes, placeOfOperation } from '../sources/place-of-operation.ts'
import type { Sources } from '../sources/sources.ts'
import type { ChangeClass, DatabaseChange } from './change.ts'

/** Returns the steps of the migrations that the base lacks, in order. */
export function diffDatabase(migrations: readonly MigrationFile[], head: Lock, sources: Sources): DatabaseChange[] {
  const layoutOf = layoutsIn(head)
  return migrations.flatMap(({ name, steps }) => {
    const rebuilds = new Map(
      steps.flatMap((step) =>
        step.operation?.kind === 'rebuild-table' ? [[step.operation.table, step.statements] as const] : [],
      ),
    )
    return steps.map((step) => ({
      class: classOfDatabase(step),
      kind: step.operation?.kind ?? 'statement',
      subject: step.operation ? subjectOf(step.operation, layoutOf) : '',
      message: headingOf(step) || 'SQL without a heading',
      source: step.operation
        ? (placeOfOperation(step.operation, sources, layoutOf) ?? step.operation.at ?? null)
        : null,
      migration: `${MIGRATIONS_FOLDER}/${name}`,
      operation: step.operation,
      notes: [...notesOfStep(step), ...whereItIsDone(step, rebuilds)],
      ...takenOver(step, steps),
      sql: step.statements.length > 0 ? step.statements : rebuildFor(step, rebuilds),
    }))
  })
}

/** Returns a function that looks up the layout of a collection in the lock. */
function layoutsIn({ collections }: Lock): LayoutOf {
  return (name) => {
    const collection = collections[name]
    return collection && { fields: Object.keys(collection.fields), indexes: collection.indexes }
  }
}

/** Returns the fields that a migration fills from one that it drops. */
function takenOver({ operation }: Step, steps: readonly Step[]): Pick<DatabaseChange, 'takenOver'> {
  if (operation?.kind !== 'drop-field') return {}
  const column = columnName(operation.field)
  const isFilledFrom = (sql: string) => /^UPDATE\b/i.test(sql) && namesIn(sql).includes(column)
  const fields = steps.flatMap(({ operation: other, statements }) => {
    const isFilling = other?.kind === 'add-field' || other?.kind === 'change-field'
    return isFilling && statements.some(isFilledFrom) ? [`${other.collection}.${other.field}`] : []
  })
  return fields.length > 0 ? { takenOver: fields } : {}
}

/**
 * Returns the class of a database change. It does not cover effects on clients: these are reported with the API,
 * according to the config, because a default value may prevent them.
 */
function classOfDatabase(step: Step): ChangeClass {
  const { operation } = step
  // Clients know a localized field by one name, and what they must send is reported with it.
  if (operation?.kind === 'add-field' && isVariant(operation.field) && classOfStep(step) === 'breaking')
    return 'caution'
  if (operation?.kind !== 'change-field' || operation.lossy !== null || operation.before === null)
    return classOfStep(step)
  const { before, after } = operation
  if (classOfStep(step) === 'safe') return 'safe'
  const isOther = before.kind !== after.kind || before.storage !== after.storage || before.target !== after.target
  return isOther ? 'breaking' : after.required ? 'caution' : 'safe'
}

/**
 * Returns the subject of an operation under the name that other parts of a review use: for an index of one field, the
 * field.
 */
function subjectOf(operation: Operation, layoutOf: LayoutOf): string {
  if (operation.kind !== 'create-index' && operation.kind !== 'drop-index') return visit(operation, SUBJECTS)
  const field = fieldOfIndex(operation, layoutOf)
  if (field !== undefined) return `${operation.table}.${field}`
  // Indexes of a collection that are neither declared in `indexes` nor unique are grouped.
  const isDeclared = placeInIndexes(operation, layoutOf) !== -1 || operation.unique || !layoutOf(operation.table)
  return isDeclared ? operation.index : `${operation.table}.indexes`
}

type Rebuilds = ReadonlyMap<string, readonly string[]>

/** Returns a note for a step without SQL: a rebuild or another step does its work, or there is nothing to do. */
function whereItIsDone({ operation, statements }: Step, rebuilds: Rebuilds): string[] {
  if (!operation || statements.length > 0) return []
  if (operation.kind === 'change-choices') return ['stored values are rewritten in a separate step']
  const table = tableOf(operation)
  if (table !== null && rebuilds.has(table)) return [`part of the rebuild of ${table}`]
  return ['nothing to do in the database']
}

function rebuildFor({ operation }: Step, rebuilds: Rebuilds): readonly string[] {
  const table = operation && operation.kind !== 'change-choices' ? tableOf(operation) : null
  return (table === null ? undefined : rebuilds.get(table)) ?? []
}

function tableOf(operation: Operation): string | null {
  if ('table' in operation) return operation.table
  return 'field' in operation ? operation.collection : null
}

import { namesIn } from '../../ground/sql-tokens.ts'
import { isVariant } from '../../ground/variants.ts'
import type { Lock } from '../lock/read-lock.ts'
import { MIGRATIONS_FOLDER } from '../schema/files/history.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { columnName, indexName, uniqueIndexName } from '../schema/model/names.ts'
import { fieldOfOperation } from '../schema/steps/field-path.ts'
import { LIMITS } from '../schema/steps/limits.ts'
import { type ByKind, type Operation, visit } from '../schema/steps/operation.ts'
import { classOfStep, headingOf, notesOfStep, type Step } from '../schema/steps/step.ts'
import { SUBJECTS } from '../schema/steps/subject.ts'
import type { ChangeClass, DatabaseChange } from './change.ts'
import type { Sources } from './sources.ts'

/** Returns the steps of the migrations that the base lacks, in order. */
export function diffDatabase(migrations: readonly MigrationFile[], head: Lock, sources: Sources): DatabaseChange[] {
  return migrations.flatMap(({ name, steps }) => {
    const rebuilds = new Map(
      steps.flatMap((step) =>
        step.operation?.kind === 'rebuild-table' ? [[step.operation.table, step.statements] as const] : [],
      ),
    )
    return steps.map((step) => ({
      class: classOfDatabase(step),
      kind: step.operation?.kind ?? 'statement',
      subject: step.operation ? subjectOf(step.operation, head) : '',
      message: headingOf(step) || 'SQL without a heading',
      source: step.operation ? (visit(step.operation, places(sources, head)) ?? step.operation.at ?? null) : null,
      migration: `${MIGRATIONS_FOLDER}/${name}`,
      operation: step.operation,
      notes: [...notesOfStep(step), ...whereItIsDone(step, rebuilds)],
      ...takenOver(step, steps),
      sql: step.statements.length > 0 ? step.statements : rebuildFor(step, rebuilds),
    }))
  })
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
 * Returns the class of a database change. Effects on clients are reported with the API, from the config, because a
 * default may prevent them.
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
function subjectOf(operation: Operation, head: Lock): string {
  if (operation.kind !== 'create-index' && operation.kind !== 'drop-index') return visit(operation, SUBJECTS)
  const field = fieldOfIndex(operation, head)
  if (field !== undefined) return `${operation.table}.${field}`
  // Indexes of a collection that are neither declared in `indexes` nor unique are grouped.
  const isDeclared = placeInIndexes(operation, head) !== -1 || operation.unique || !head.collections[operation.table]
  return isDeclared ? operation.index : `${operation.table}.indexes`
}

interface Index {
  readonly table: string
  readonly index: string
  readonly unique: boolean
}

function fieldOfIndex({ table, index, unique }: Index, head: Lock): string | undefined {
  const nameFor = (column: string) => (unique ? uniqueIndexName(table, column) : indexName(table, [column]))
  return Object.keys(head.collections[table]?.fields ?? {}).find((name) => nameFor(columnName(name)) === index)
}

/**
 * Returns functions that find the option that caused an operation, by its kind. They return `null` if no option did, or
 * its position is not known.
 */
function places(sources: Sources, head: Lock): ByKind<string | null> {
  const none = () => null
  const dropped = ({ table }: { readonly table: string }) => sources.config('dropped', table)
  const index = (of: Index) => placeOfIndex(of, sources, head)
  const at = (collection: string, field: string, ...option: string[]) =>
    sources.field(`${collection}.${pathInLock(collection, field, head)}`, ...option)
  return {
    'create-collection': ({ collection }) => sources.collection(collection),
    'rename-collection': ({ to }) => sources.collection(to, 'renamedFrom'),
    'drop-collection': ({ collection }) => sources.config('dropped', collection),
    'add-field': ({ collection, field }) => at(collection, field),
    'rename-field': ({ collection, to }) => at(collection, to, 'renamedFrom'),
    'change-field': ({ collection, field, before, after, lossy }) => {
      const isRequired = before?.kind === after.kind && before.required !== after.required
      if (lossy !== null) return sources.collection(collection, 'lossy', field)
      return at(collection, field, ...(isRequired ? ['required'] : []))
    },
    'change-choices': ({ collection, field }) => at(collection, field),
    'describe-field': none,
    'drop-field': ({ collection, field }) => sources.collection(collection, 'dropped', field),
    'limit-collection': ({ collection, limit }) => sources.collection(collection, LIMITS[limit].option),
    'create-table': none,
    'drop-table': dropped,
    'add-column': none,
    'drop-column': dropped,
    'rebuild-table': none,
    'create-index': index,
    'drop-index': index,
    'free-names': none,
    'rewrite-values': none,
    'carry-names': none,
    'set-aside': none,
    derive: none,
    'defer-foreign-keys': none,
    'by-hand': none,
  }
}

/** Returns the path of a field in the lock: `seo.fields.title` for `seo.title`. */
function pathInLock(collection: string, field: string, head: Lock): string {
  const paths = Object.keys(head.collections[collection]?.fields ?? {})
  return paths.find((path) => fieldOfOperation(`${collection}.${path}`) === `${collection}.${field}`) ?? field
}

/**
 * Returns the position of an index: the option of its single field, the entry of `indexes`, or else the whole list;
 * `null` if there is no such collection any more.
 */
function placeOfIndex(about: Index, sources: Sources, head: Lock): string | null {
  const collection = head.collections[about.table]
  if (!collection) return null
  const field = fieldOfIndex(about, head)
  if (field !== undefined) return sources.field(`${about.table}.${field}`, about.unique ? 'unique' : 'index')
  const entry = placeInIndexes(about, head)
  return sources.collection(about.table, 'indexes', ...(entry === -1 ? [] : [entry]))
}

function placeInIndexes({ table, index }: Index, { collections }: Lock): number {
  return collections[table]?.indexes.findIndex((keys) => indexName(table, keys.map(keyName)) === index) ?? -1
}

/** Returns the name of an index key as the planner writes it: `-createdAt` is `created_at_desc`. */
function keyName(key: string): string {
  return key.startsWith('-') ? `${columnName(key.slice(1))}_desc` : columnName(key)
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

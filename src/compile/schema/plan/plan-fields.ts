import { quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { isVariant } from '../../../ground/variants.ts'
import type { ManifestField, SchemaIndex } from '../../../manifest/index.ts'
import { backfillOf } from '../compare/backfill.ts'
import { convert } from '../compare/convert.ts'
import {
  type AddedField,
  type DroppedField,
  isChanged,
  type KeptCollection,
  type KeptField,
} from '../compare/diff-collections.ts'
import type { TableChange } from '../compare/diff-table.ts'
import type { TableChanges } from '../compare/match-tables.ts'
import type { FieldTypes } from '../model/collection-triggers.ts'
import { createTable } from '../sql/create.ts'
import { mentions } from '../sql/identifiers.ts'
import { printColumn, printIndex } from '../sql/print.ts'
import { columnOf, type FieldFacts, fieldFacts, joinOf } from '../steps/facts.ts'
import { isSameField, type Operation } from '../steps/operation.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { requireValues } from './guard.ts'
import { rewriteRows } from './plan-values.ts'
import { rebuildWithIndexes } from './rebuild.ts'

export interface FieldPlan {
  readonly steps: readonly Step[]
  /** Columns whose values change, as `posts.title`. */
  readonly rewritten: readonly string[]
}

/** Plans changes to the fields of an existing collection, after renames. */
export function planFields(kept: KeptCollection, tables: TableChanges, types: FieldTypes, isLocal: boolean): FieldPlan {
  const change = tables.kept.find(({ after }) => after.name === kept.collection.table)
  if (!change) throw new Error(`the table of ${kept.collection.name} is not among those kept`)
  const context: Context = { kept, change, tables, types, isLocal, others: othersBy(kept, []) }
  const changed = kept.fields.filter(isChanged)
  const widened = changed.filter((field) => field.before.storage !== 'join' && field.field.join !== null)
  const others = changed.filter((field) => !widened.includes(field))
  return {
    steps: [
      ...widened.map((field) => widenField(field, context)),
      ...(change.isRebuilt ? [rebuild(context)] : []),
      ...kept.added.map((field) => addField(field, context)),
      // Missing values are filled in below, already in the new form.
      ...rewriteRows(kept),
      ...others.flatMap((field, index) => [
        ...(isOfChoices(field)
          ? []
          : [
              changeField(field, {
                ...context,
                others: othersBy(kept, change.isRebuilt ? others : others.slice(0, index)),
              }),
            ]),
        ...field.inner.map((operation) => makeStep(operation)),
      ]),
      ...kept.dropped.map((field) => dropField(field, context)),
      ...kept.fields.flatMap((field) => rebuildJoin(field, context)),
      ...indexSteps(context),
    ],
    rewritten: [...kept.added, ...changed]
      .flatMap(({ field }) => field.column ?? [])
      .map((name) => `${change.after.name}.${name}`),
  }
}

/** Tells whether only the choices of a field change, which their own operation describes. */
function isOfChoices({ before, after, change }: KeptField): boolean {
  return change.form === 'names' && isSameField(before, after)
}

interface Context {
  readonly kept: KeptCollection
  readonly change: TableChange
  readonly tables: TableChanges
  readonly types: FieldTypes
  readonly isLocal: boolean
  /** Facts of the fields that a backfill may name, by that name. */
  readonly others: ReadonlyMap<string, FieldFacts>
}

/**
 * Returns the facts of fields, by name, as a backfill finds them: with their new names, and with their old types unless
 * they are in `converted`. Dropped fields are included.
 */
function othersBy(kept: KeptCollection, converted: readonly KeptField[]): Map<string, FieldFacts> {
  return new Map([
    ...kept.dropped.map(({ name, facts }) => [name, facts] as const),
    ...kept.fields.map(
      (keptField) =>
        [keptField.field.name, converted.includes(keptField) ? keptField.after : keptField.before] as const,
    ),
  ])
}

function addField(added: AddedField, context: Context): Step {
  const { field, backfill } = added
  const { kept, change, types, others } = context
  const operation = {
    kind: 'add-field',
    collection: kept.collection.name,
    field: field.name,
    facts: fieldFacts(field, types),
    demanded: isDemanded(field),
    at: field.source,
  } as const
  if (field.join !== null) {
    const statements = context.tables.created.filter((table) => table.name === field.join).flatMap(createTable)
    return makeStep(operation, statements)
  }
  const table = quote(change.after.name)
  const column = change.after.columns.find(({ name }) => name === field.column)
  if (!column) throw new Error(`${field.source}: ${field.name} has no column in the model`)
  const value = backfillOf(field, backfill, others, types)
  const adding = `ALTER TABLE ${table} ADD COLUMN ${printColumn(column, change.after.foreignKeys)}`
  const filled = value === null ? [] : [`UPDATE ${table} SET ${quote(column.name)} = ${value.sql}`]
  return makeStep(operation, [
    ...(change.isRebuilt ? [] : [adding]),
    ...(change.isRebuilt ? [] : filled),
    ...(field.required && !value?.isConstant ? guard(field, context) : []),
    ...indexesOf(column.name, context),
  ])
}

/** Tells whether documents without a value are rejected. A list of references may be empty in existing documents. */
function isDemanded(field: ManifestField): boolean {
  return field.required && field.options.default === undefined && field.join === null
}

/** Returns the indexes of one new column. Those of a rebuilt table are created with the table. */
function indexesOf(column: string, { change }: Context): string[] {
  if (change.isRebuilt) return []
  return change.indexes.created
    .filter((index) => comesWith(index, column, change))
    .map((index) => printIndex(change.after.name, index))
}

/**
 * Tells whether an index is created with a column. An index on several new columns is created with the last of them.
 */
function comesWith(index: SchemaIndex, column: string, { added }: TableChange): boolean {
  const others = added.map(({ name }) => name).filter((name) => name !== column)
  return leadsWith(index, column) && !index.columns.some((key) => mentions(key, new Set(others)))
}

function leadsWith(index: SchemaIndex, column: string): boolean {
  return index.columns[0] === quote(column)
}

/** Plans the change from a reference to a list with one element. */
function widenField(kept: KeptField, context: Context): Step {
  const { field, before } = kept
  const table = context.change.after.name
  const ownColumn = columnOf(kept.from, before) ?? ''
  const column = context.change.parked.get(ownColumn) ?? ownColumn
  const join = quote(field.join ?? '')
  return makeStep(changeOf(kept, context), [
    ...context.tables.created.filter(({ name }) => name === field.join).flatMap(createTable),
    sqlText`
      INSERT INTO ${join} ("owner_id", "target_id", "position")
      SELECT "id", ${quote(column)}, 0
      FROM ${quote(table)}
      WHERE ${quote(column)} IS NOT NULL
    `,
    ...(context.change.isRebuilt ? [] : [dropColumn(table, column)]),
  ])
}

function rebuild({ kept, change, types, others }: Context): Step {
  const byColumn = new Map(kept.fields.map((field) => [field.field.column, field]))
  const values = new Map(
    change.after.columns.map(({ name }) => {
      const field = byColumn.get(name)
      const added = kept.added.find((candidate) => candidate.field.column === name)
      if (added) return [name, backfillOf(added.field, added.backfill, others, types)?.sql ?? 'NULL'] as const
      if (!field) return [name, quote(name)] as const
      if (field.before.storage === 'join') return [name, 'NULL'] as const
      return [name, convert(field.before, field.after, quote(name)).sql] as const
    }),
  )
  return makeStep(
    { kind: 'rebuild-table', table: change.after.name, dropped: {}, lossy: {}, at: kept.collection.source },
    rebuildWithIndexes(change, values),
  )
}

/** Plans the rebuild of a join table whose target changes. */
function rebuildJoin({ field }: KeptField, { tables }: Context): Step[] {
  const change = tables.kept.find(({ after }) => after.name === field.join)
  if (!change?.isRebuilt) return []
  const values = new Map(change.after.columns.map(({ name }) => [name, quote(name)]))
  return [
    makeStep(
      { kind: 'rebuild-table', table: change.after.name, dropped: {}, lossy: {}, at: field.source },
      rebuildWithIndexes(change, values),
    ),
  ]
}

function changeField(kept: KeptField, context: Context): Step {
  const { field, before } = kept
  const narrowed = before.storage === 'join'
  const conversion = narrowed ? null : convert(before, kept.after, quote(field.column ?? ''))
  // A value that cannot be converted becomes NULL.
  const becomesRequired = field.required && (!before.required || kept.lossy !== null)
  return makeStep(changeOf(kept, context), [
    ...(narrowed ? narrowField(kept, context) : []),
    ...(conversion?.isChange && !context.change.isRebuilt ? convertInPlace(field, conversion.sql, context) : []),
    ...(becomesRequired ? fillMissing(kept, context) : []),
  ])
}

function changeOf({ field, before, after, lossy }: KeptField, { kept }: Context): Operation {
  const { name, source } = field
  return { kind: 'change-field', collection: kept.collection.name, field: name, before, after, lossy, at: source }
}

function convertInPlace(field: ManifestField, sql: string, { change }: Context): string[] {
  return [`UPDATE ${quote(change.after.name)} SET ${quote(field.column ?? '')} = ${sql}`]
}

/** Returns the statements that reduce a list of references to its first one. */
function narrowField({ from, field, before }: KeptField, context: Context): string[] {
  const { change, kept } = context
  const join = currentName(joinOf(kept.from, from, before) ?? '', context)
  const table = quote(change.after.name)
  const column = change.after.columns.find(({ name }) => name === field.column)
  if (!column) return []
  const first = `SELECT "target_id" FROM ${quote(join)} WHERE "owner_id" = ${table}."id" ORDER BY "position" LIMIT 1`
  return [
    ...(change.isRebuilt ? [] : [`ALTER TABLE ${table} ADD COLUMN ${printColumn(column, change.after.foreignKeys)}`]),
    `UPDATE ${table} SET ${quote(column.name)} = (${first})`,
    `DROP TABLE ${quote(join)}`,
    ...indexesOf(column.name, context),
  ]
}

function fillMissing({ field, backfill }: KeptField, context: Context): string[] {
  const { change, types, others } = context
  if (field.column === null) return []
  const value = backfillOf(field, backfill, others, types)
  const column = quote(field.column)
  const filled = value
    ? [`UPDATE ${quote(change.after.name)} SET ${column} = ${value.sql} WHERE ${column} IS NULL`]
    : []
  return [...filled, ...(value?.isConstant ? [] : guard(field, context))]
}

/**
 * Returns statements that fail while a row lacks a required value; none for a developer's own database, and none for
 * translations, which may be missing.
 */
function guard(field: ManifestField, { kept, isLocal }: Context): string[] {
  return isLocal || isVariant(field.name) ? [] : requireValues(kept.collection, field)
}

/** Returns the current name of a join table that will be dropped. */
function currentName(join: string, { tables }: Context): string {
  return tables.parked.find(({ table }) => table.name === join)?.to ?? join
}

function dropField({ name, facts, reason }: DroppedField, context: Context): Step {
  const { kept, change } = context
  const column = columnOf(name, facts)
  const join = joinOf(kept.from, name, facts)
  const drops =
    column === null || change.isRebuilt ? [] : [dropColumn(change.after.name, change.parked.get(column) ?? column)]
  return makeStep(
    { kind: 'drop-field', collection: kept.collection.name, field: name, reason, at: kept.collection.source },
    join === null ? drops : [`DROP TABLE ${quote(currentName(join, context))}`],
  )
}

function dropColumn(table: string, column: string): string {
  return `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`
}

/** Plans indexes that are not created with a new column. */
function indexSteps(context: Context): Step[] {
  const { change } = context
  const { after, added, indexes } = change
  const isWithField = (index: SchemaIndex) => added.some((column) => comesWith(index, column.name, change))
  return [
    ...indexes.dropped.map((index) =>
      makeStep({ kind: 'drop-index', ...aboutIndex(index, context) }, [`DROP INDEX ${quote(index.name)}`]),
    ),
    ...indexes.created
      .filter((index) => !isWithField(index))
      .map((index) =>
        makeStep({ kind: 'create-index', ...aboutIndex(index, context) }, [printIndex(after.name, index)]),
      ),
  ]
}

function aboutIndex(index: SchemaIndex, { kept, change }: Context) {
  const field = kept.collection.fields.find(({ column }) => column !== null && leadsWith(index, column))
  const at = field?.source ?? kept.collection.source
  return { table: change.after.name, index: index.name, unique: index.unique, at }
}

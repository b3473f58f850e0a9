import type { Config } from '../../config/index.ts'
import { SYSTEM_COLUMNS } from '../../ground/system-columns.ts'
import type { ManifestCollection, Schema, SchemaColumn, SchemaTable } from '../../manifest/index.ts'
import { columnName, searchTableName, triggerName } from '../schema/model/names.ts'
import { type Facts, type FieldFacts, factsOf, type Types } from '../schema/steps/facts.ts'

/** Columns that every collection's table has. */
const OF_EVERY_COLLECTION: ReadonlySet<string> = new Set(Object.values(SYSTEM_COLUMNS).map(({ column }) => column))

/** Returns the tables in a database that are in the target or belong to a collection, with their triggers. */
export function ownTables(found: Schema, target: Schema): Schema {
  const collections = collectionTables(found)
  const tableNames = new Set([
    ...target.tables.map((table) => table.name),
    ...collections.flatMap((name) => [name, searchTableName(name)]),
  ])
  const isOwn = (table: SchemaTable) => tableNames.has(table.name) || ownerOf(table.name, collections) !== undefined
  const tables = found.tables.filter(isOwn)
  const names = new Set(tables.map((table) => table.name))
  return { tables, triggers: found.triggers.filter((trigger) => names.has(trigger.table)) }
}

/** Returns the names of the tables with a trigger that maintains the content index: those of collections. */
function collectionTables(found: Schema): string[] {
  const triggers = new Set(found.triggers.map((trigger) => trigger.name))
  return found.tables.map((table) => table.name).filter((name) => triggers.has(triggerName(name, 'content', 'insert')))
}

/** Returns the collection that a join table belongs to; `undefined` for other tables. */
function ownerOf(table: string, collections: readonly string[]): string | undefined {
  return collections.find((name) => table.startsWith(`${name}__`))
}

/**
 * Derives facts about fields from the tables. Columns show neither the declared type nor the spelling of a field: these
 * come from known migrations, from the config, or are guessed.
 */
export function factsOfDatabase(
  found: Schema,
  known: Facts,
  collections: readonly ManifestCollection[],
  config: Config,
  types: Types,
): Facts {
  const names = collectionTables(found)
  return new Map(
    names.map((name) => {
      const successor = config.collections.find((spec) => spec.renamedFrom === name)?.name ?? name
      const candidates = [...(known.get(name) ?? []), ...(factsOf(collections, types).get(successor) ?? [])]
      const spellings = formerNames(config, successor)
      return [name, new Map(found.tables.flatMap((table) => fieldsOf(table, name, candidates, spellings)))]
    }),
  )
}

type Named = readonly [string, FieldFacts]

function formerNames(config: Config, collection: string): string[] {
  const spec = config.collections.find(({ name }) => name === collection)
  // The types of these options have been checked.
  const former = Object.values(spec?.fields ?? {}).map(
    (field) => (field.options as { renamedFrom?: string }).renamedFrom,
  )
  return former.filter((name) => name !== undefined)
}

function fieldsOf(
  table: SchemaTable,
  owner: string,
  candidates: readonly Named[],
  spellings: readonly string[],
): Named[] {
  if (table.name === owner) {
    return table.columns
      .filter((column) => !OF_EVERY_COLLECTION.has(column.name))
      .map((column) => {
        const known = candidates.find(([name, facts]) => columnName(name) === column.name && fits(facts, column))
        const target = table.foreignKeys.find((key) => key.columns[0] === column.name)?.table ?? null
        const facts = known?.[1] ?? guess(column)
        return [known?.[0] ?? spelled(column.name, spellings), { ...facts, target }] as const
      })
  }
  if (!table.name.startsWith(`${owner}__`) || table.kind !== 'table') return []
  const column = table.name.slice(owner.length + 2)
  const known = candidates.find(([name, facts]) => columnName(name) === column && facts.storage === 'join')
  const target = table.foreignKeys.find((key) => key.columns[0] === 'target_id')?.table ?? null
  return [
    [
      known?.[0] ?? spelled(column, spellings),
      { kind: 'references', storage: 'join', required: known?.[1].required ?? false, target },
    ],
  ]
}

const TYPES: Readonly<Record<FieldFacts['storage'], SchemaColumn['type'] | null>> = {
  text: 'TEXT',
  json: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  datetime: 'INTEGER',
  real: 'REAL',
  join: null,
}

function fits(facts: FieldFacts, column: SchemaColumn): boolean {
  return TYPES[facts.storage] === column.type
}

function guess(column: SchemaColumn): FieldFacts {
  const number = { kind: 'number', required: false, target: null }
  if (column.type === 'INTEGER') return { ...number, storage: 'integer' }
  if (column.type === 'REAL') return { ...number, storage: 'real' }
  return { kind: 'text', storage: 'text', required: false, target: null }
}

function spelled(column: string, spellings: readonly string[]): string {
  return spellings.find((name) => columnName(name) === column) ?? column
}

import type { ManifestCollection, Schema, SchemaTable } from '../../../manifest/index.ts'
import type { CollectionChanges } from '../compare/diff-collections.ts'
import { createTable } from '../sql/create.ts'
import { factsOf, type Types } from '../steps/facts.ts'
import { makeStep, type Step } from '../steps/step.ts'

/**
 * Plans new tables: those of plugins, then collections with everything that belongs to them. Join tables of new fields
 * in existing collections are planned with those fields.
 */
export function planCreation(
  created: readonly SchemaTable[],
  target: Schema,
  collections: readonly ManifestCollection[],
  changes: CollectionChanges,
  types: Types,
): Step[] {
  const createdNames = new Set(changes.created.map((collection) => collection.name))
  const plugins = created.filter((table) => !table.owner.startsWith('collection:'))
  return [
    ...plugins.map((table) => createPluginTable(table, target)),
    ...collections
      .filter(({ name }) => createdNames.has(name))
      .map((collection) => createCollection(collection, target, types)),
  ]
}

function createPluginTable(table: SchemaTable, target: Schema): Step {
  const [, plugin = table.owner] = table.owner.split(':')
  const triggers = target.triggers.filter((trigger) => trigger.table === table.name)
  return makeStep({ kind: 'create-table', table: table.name, owner: plugin }, [
    ...createTable(table),
    ...triggers.map((trigger) => trigger.sql),
  ])
}

function createCollection(collection: ManifestCollection, target: Schema, types: Types): Step {
  const facts = factsOf([collection], types).get(collection.name) ?? new Map()
  const tables = target.tables.filter((table) => isOf(table, collection))
  const triggers = target.triggers.filter((trigger) => trigger.table === collection.table)
  return makeStep(
    {
      kind: 'create-collection',
      collection: collection.name,
      fields: Object.fromEntries(facts),
      at: collection.source,
    },
    [...tables.flatMap(createTable), ...triggers.map((trigger) => trigger.sql)],
  )
}

function isOf(table: SchemaTable, collection: ManifestCollection): boolean {
  const owner = `collection:${collection.name}`
  return table.owner === owner || table.owner.startsWith(`${owner}.`)
}

import type { Config } from '../../../config/index.ts'
import { literal, quote } from '../../../ground/sql.ts'
import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import { acknowledgement } from '../compare/acknowledge.ts'
import type { CollectionChanges, DroppedCollection } from '../compare/diff-collections.ts'
import { COPIES, REFERENCES } from '../model/copies.ts'
import { joinOf, joinsOf } from '../steps/facts.ts'
import { makeStep, type Step } from '../steps/step.ts'

/**
 * Plans the removal of a collection, with its documents, the copies of them, and their rows in the index of all
 * content.
 */
export function planCollectionDrop(
  dropped: DroppedCollection,
  base: Schema,
): { readonly name: string; readonly step: Step } {
  const { name, reason } = dropped
  const joins = joinsOf(dropped.name, dropped.fields)
  const has = (table: string) => base.tables.some((candidate) => candidate.name === table)
  const statements = [
    ...['content', ...COPIES, REFERENCES]
      .filter(has)
      .map((table) => `DELETE FROM ${quote(table)} WHERE "collection_id" = ${literal(name)}`),
    ...[...joins, name].map((table) => `DROP TABLE ${quote(table)}`),
  ]
  const step = makeStep({ kind: 'drop-collection', collection: name, reason }, statements)
  return { name, step }
}

/** Plans the removal of tables that no plugin declares any more. Each must be acknowledged, like a collection. */
export function planTableDrops(
  dropped: readonly SchemaTable[],
  changes: CollectionChanges,
  config: Config,
): { readonly steps: readonly Step[]; readonly findings: readonly Finding[] } {
  const planned = new Set([
    ...changes.dropped.flatMap((collection) => [collection.name, ...joinsOf(collection.name, collection.fields)]),
    ...changes.kept.flatMap(({ from, fields, dropped }) => [
      ...fields.flatMap(({ from: name, before }) => joinOf(from, name, before) ?? []),
      ...dropped.flatMap(({ name, facts }) => joinOf(from, name, facts) ?? []),
    ]),
  ])
  const tables = childrenFirst(dropped.filter((table) => !planned.has(table.name)))
  const unsaid = tables.filter((table) => config.dropped?.[table.name] === undefined)
  const acknowledged = acknowledgement(
    'the config',
    config,
    unsaid.map(({ name }) => name),
  )
  return {
    steps: tables.map(({ name }) => {
      const reason = config.dropped?.[name] ?? ''
      const statements = [`DROP TABLE ${quote(name)}`]
      return makeStep({ kind: 'drop-table', table: name, reason }, statements)
    }),
    findings: unsaid.map((table) => ({
      code: 'drop-unacknowledged',
      message: `no plugin declares the table ${table.name} any longer: its rows would be lost`,
      hint: `to drop it, ${acknowledged}`,
      at: atValue(config),
    })),
  }
}

/** Sorts tables so that each precedes those that it refers to. */
function childrenFirst(tables: readonly SchemaTable[]): SchemaTable[] {
  const waiting = [...tables]
  const ordered: SchemaTable[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ name }) => !waiting.some((other) => other.name !== name && refersTo(other, name)))
    ordered.push(...waiting.splice(Math.max(free, 0), 1))
  }
  return ordered
}

function refersTo(table: SchemaTable, name: string): boolean {
  return table.foreignKeys.some((key) => key.table === name)
}

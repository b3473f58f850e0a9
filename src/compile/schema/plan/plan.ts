import type { Config } from '../../../config/index.ts'
import { quote } from '../../../ground/sql.ts'
import type { ManifestCollection, Schema, SchemaTable } from '../../../manifest/index.ts'
import type { Finding } from '../../diagnostics/diagnostic.ts'
import type { CollectionChanges } from '../compare/diff-collections.ts'
import type { TableChange } from '../compare/diff-table.ts'
import { matchTables, type TableChanges } from '../compare/match-tables.ts'
import type { CollectionColumn } from '../model/collection-columns.ts'
import type { FieldTypes } from '../model/collection-triggers.ts'
import { columnName } from '../model/names.ts'
import { type Reshaped, setAside } from '../model/set-aside.ts'
import type { KnownLimits } from '../steps/facts-in-lock.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { planCreation } from './plan-creation.ts'
import { planDerived } from './plan-derived.ts'
import { planCollectionDrop, planTableDrops } from './plan-drops.ts'
import { planFields } from './plan-fields.ts'
import { planLimits } from './plan-limits.ts'
import { planPluginTable } from './plan-plugin-table.ts'
import { planRenames } from './plan-renames.ts'
import { rewriteCopies } from './plan-values.ts'
import { DEFER_FOREIGN_KEYS } from './rebuild.ts'

export interface PlanSource {
  readonly base: Schema
  readonly target: Schema
  readonly changes: CollectionChanges
  readonly collections: readonly ManifestCollection[]
  readonly config: Config
  readonly types: FieldTypes
  /** Columns of plugins' tables that contain names of collections. */
  readonly collectionColumns: readonly CollectionColumn[]
  /** Limits of collections before the migration, keyed by their former names. Default: none are known. */
  readonly limits?: ReadonlyMap<string, KnownLimits>
  /**
   * True if the plan is for a developer's own database, in which rows may lack newly required values. Default `false`.
   */
  readonly isLocal?: boolean
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly findings: readonly Finding[]
}

/**
 * Plans the steps from one schema to another, in an order in which each finds what it needs: derived objects are
 * dropped, names change, tables are created, columns change, undeclared objects are dropped, and derived objects are
 * created again.
 */
export function planSteps(source: PlanSource): Plan {
  const { base, target, changes, collections, config, types } = source
  const tables = matchTables(base, target, changes)
  const aside = setAside(base, target, reshaped(tables))
  const taken = new Set([...tables.created, ...tables.kept.map((change) => change.after)].map((table) => table.name))
  const drops = changes.dropped.map((dropped) => planCollectionDrop(dropped, base))
  const inTheWay = drops.filter((drop) => taken.has(drop.name))
  const limits = planLimits(changes, base, config, source.limits ?? new Map())
  const tableDrops = planTableDrops(tables.dropped, changes, config)
  const plugins = tables.kept
    .filter((change) => !isOfCollection(change.after))
    .map((change) => planPluginTable(change, config))
  const fields = changes.kept.map((kept) => planFields(kept, tables, types, source.isLocal ?? false))
  const derived = planDerived({
    aside,
    tables,
    changes,
    collections,
    types,
    rewritten: fields.flatMap((plan) => plan.rewritten),
  })
  const steps = [
    ...limits.steps,
    ...derived.before,
    ...inTheWay.map((drop) => leaveFirst(drop, changes)),
    ...planRenames(changes, tables, columnsIn(base, source.collectionColumns)),
    ...planCreation(tables.created, target, collections, changes, types),
    ...plugins.flatMap((plan) => plan.steps),
    ...fields.flatMap((plan) => plan.steps),
    ...changes.kept.flatMap((kept) => rewriteCopies(kept, base)),
    ...tableDrops.steps,
    ...drops.filter((drop) => !inTheWay.includes(drop)).map((drop) => drop.step),
    ...derived.after,
  ]
  const defers = tables.dropped.length > 0 || tables.kept.some((change) => change.isRebuilt)
  return {
    steps: defers ? [deferStep, ...steps] : steps,
    findings: [...limits.findings, ...tableDrops.findings, ...plugins.flatMap((plan) => plan.findings)],
  }
}

/**
 * Prepares a collection to be dropped before the fields that refer to it, because another collection takes its name.
 * The references are emptied first, since SQLite would otherwise count them as violated. The same migration drops those
 * fields.
 */
function leaveFirst({ name, step }: { readonly name: string; readonly step: Step }, { kept }: CollectionChanges): Step {
  const emptied = kept.flatMap(({ from, dropped }) =>
    dropped
      .filter(({ facts }) => facts.target === name && facts.storage !== 'join')
      .map((field) => `UPDATE ${quote(from)} SET ${quote(columnName(field.name))} = NULL`),
  )
  return { ...step, statements: [...emptied, ...step.statements] }
}

/** Returns the columns that exist before the migration. New tables contain no rows to change. */
function columnsIn({ tables }: Schema, columns: readonly CollectionColumn[]): CollectionColumn[] {
  const has = ({ table, column }: CollectionColumn) =>
    tables.some(
      ({ name, columns: tableColumns }) =>
        name === table && tableColumns.some((candidate) => candidate.name === column),
    )
  return columns.filter(has)
}

const deferStep = makeStep({ kind: 'defer-foreign-keys' }, [DEFER_FOREIGN_KEYS])

export function isOfCollection(table: SchemaTable): boolean {
  return table.owner.startsWith('collection:')
}

function reshaped({ kept, dropped }: TableChanges): Reshaped {
  const isRenamed = ({ before, after }: TableChange) => before.name !== after.name
  const isMoved = (change: TableChange) => isRenamed(change) || change.isRebuilt
  const namesOf = (changes: readonly TableChange[]) => [...changes.map(({ before }) => before), ...dropped]
  return {
    tables: new Set(namesOf(kept.filter(isMoved)).map(({ name }) => name)),
    left: new Set(namesOf(kept.filter(isRenamed)).map(({ name }) => name)),
    columns: new Map(
      kept
        .filter((change) => !isMoved(change))
        .map(({ before, renamed, dropped }) => [before.name, new Set([...renamed.values(), ...dropped])] as const)
        .filter(([, columns]) => columns.size > 0),
    ),
  }
}

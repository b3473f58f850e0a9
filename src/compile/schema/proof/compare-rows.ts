import { namesIn } from '../../../ground/sql-tokens.ts'
import { isOrdinary } from '../compare/match-tables.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import { statementsOf } from '../files/run-statements.ts'
import { type Facts, joinsOf } from '../steps/facts.ts'
import { compareCollection } from './compare-collection.ts'
import { compareTable } from './compare-table.ts'
import { limitedState } from './limited-rows.ts'
import type { Lineage } from './lineage.ts'
import { DERIVED } from './sample-rows.ts'
import type { Loss, State } from './state.ts'

/**
 * Compares the rows before and after a migration: each must exist, with every value that the migration does not name in
 * a step that drops, renames or changes a field. Tables that a handwritten migration names are not compared.
 */
export function compareRows(found: State, after: State, lineage: Lineage, file: MigrationFile): Loss[] {
  const named = file.header?.origin === 'build' ? new Set<string>() : namedBy(file)
  const before = limitedState(found, after, lineage, file.steps)
  const losses: Loss[] = []
  for (const [name, now] of lineage.collections) {
    if (now !== null && !named.has(name) && !named.has(now)) {
      losses.push(...compareCollection(name, now, before, after, lineage))
    }
  }
  const joins = joinNames(before.facts)
  for (const table of before.schema.tables.filter(isOrdinary)) {
    const isOther = !before.facts.has(table.name) && !joins.has(table.name) && !DERIVED.has(table.name)
    if (isOther && !named.has(table.name)) losses.push(...compareTable(table, before, after, lineage, file))
  }
  return losses
}

/** Returns the tables that a handwritten migration names, and so may change. */
function namedBy(file: MigrationFile): Set<string> {
  return new Set(statementsOf(file).flatMap(namesIn))
}

function joinNames(facts: Facts): Set<string> {
  return new Set([...facts].flatMap(([name, fields]) => joinsOf(name, fields)))
}

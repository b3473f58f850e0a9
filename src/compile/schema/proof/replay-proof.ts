import { searchTableName } from '../names.ts'
import { statementsOf } from '../run-statements.ts'
import { quote } from '../sql.ts'
import type { State } from './compare-rows.ts'
import type { Proof, ProofFailure, Stage } from './prove-chain.ts'
import { ROWID, type Row, snapshotQueries } from './snapshot.ts'

/** Runs statements as one transaction; gives the rows of each. Rejects where the database refuses. */
export type RunBatch = (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>

/**
 * Does on another, empty database what a proof has done: the same migrations, the same sample rows in between. What it
 * comes to must be the same, row by row.
 * @returns the first migration that comes to something else; empty where all agree.
 */
export async function replayProof({ stages }: Proof, run: RunBatch): Promise<readonly ProofFailure[]> {
  for (const stage of stages) {
    const refusal = await refusalOf(stage, run)
    if (refusal) return [refusal]
    const differences = await differencesOf(stage, run)
    if (differences.length > 0) return differences
    if (stage.inserted.length > 0) await run(['PRAGMA defer_foreign_keys = ON', ...stage.inserted])
  }
  return []
}

async function refusalOf({ file }: Stage, run: RunBatch): Promise<ProofFailure | null> {
  const statements = statementsOf(file)
  if (statements.length === 0) return null
  try {
    await run(statements)
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { migration: file, message: `D1 refuses it: ${reason}`, table: null, field: null, ids: [], statement: null }
  }
}

async function differencesOf({ file, after }: Stage, run: RunBatch): Promise<ProofFailure[]> {
  const queries = snapshotQueries(after.schema)
  const searched = searchedTables(after)
  const asked = [...queries.map(({ sql }) => sql), ...searched.map(rowidsOf)]
  if (asked.length === 0) return []
  const answers = await run(asked)
  const failure = (table: string, message: string, ids: readonly string[]): ProofFailure[] =>
    ids.length === 0 ? [] : [{ migration: file, message, table, field: null, ids, statement: null }]
  return [
    ...queries.flatMap(({ table }, index) => {
      const ids = differing(after.rows.get(table) ?? [], answers[index] ?? [])
      return failure(table, `rows of ${table} come to something else on D1`, ids)
    }),
    ...searched.flatMap((table, index) => {
      const wanted = (after.rows.get(table) ?? []).map((row) => String(row[ROWID]))
      const found = new Set((answers[queries.length + index] ?? []).map((row) => String(row[ROWID])))
      const ids = [...wanted.filter((id) => !found.has(id)), ...[...found].filter((id) => !wanted.includes(id))]
      return failure(searchTableName(table), `search on D1 does not find the rows of ${table}`, ids)
    }),
  ]
}

function searchedTables({ schema }: State): string[] {
  const virtual = new Set(schema.tables.filter((table) => table.kind === 'virtual').map((table) => table.name))
  return schema.tables.map((table) => table.name).filter((name) => virtual.has(searchTableName(name)))
}

function rowidsOf(table: string): string {
  return `SELECT rowid AS ${quote(ROWID)} FROM ${quote(searchTableName(table))}`
}

function differing(wanted: readonly Row[], found: readonly Row[]): string[] {
  const text = (row: Row) => JSON.stringify(row)
  const expected = new Set(wanted.map(text))
  const there = new Set(found.map(text))
  const different = [
    ...wanted.filter((row) => !there.has(text(row))),
    ...found.filter((row) => !expected.has(text(row))),
  ]
  return [...new Set(different.map((row) => String(row.id ?? Object.values(row)[0])))]
}

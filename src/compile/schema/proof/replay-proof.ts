import { quote } from '../../../ground/sql.ts'
import { statementsOf } from '../files/run-statements.ts'
import { searchTableName } from '../model/names.ts'
import { createSchema } from '../sql/create.ts'
import type { Proof, ProofFailure, Stage } from './proof.ts'
import { ROWID, type Row, snapshotQueries } from './snapshot.ts'
import type { State } from './state.ts'

/** Statements that run in one transaction, and queries about the result. */
export interface Transaction {
  readonly statements: readonly string[]
  readonly queries: readonly string[]
}

export type Outcome =
  /** The rows of each query. */
  | { readonly kind: 'done'; readonly rows: readonly (readonly Row[])[] }
  /** The rejected statement; `null` if the transaction as a whole was rejected. */
  | { readonly kind: 'refused'; readonly message: string; readonly statement: string | null }

/** Runs transactions on an empty database in order, up to the first that is rejected. */
export type RunTransactions = (transactions: readonly Transaction[]) => Promise<readonly Outcome[]>

/** Work to repeat on another database, and how to judge the outcome. */
export interface Rerun {
  readonly transactions: readonly Transaction[]
  /** Returns failures for the first migration with a different outcome; empty if all agree. */
  readonly judge: (outcomes: readonly Outcome[]) => readonly ProofFailure[]
}

/**
 * Repeats a proof on another, empty database: the same migrations, with the same sample rows in between. The result
 * must be the same, row by row.
 */
export async function replayProof(proof: Proof, run: RunTransactions): Promise<readonly ProofFailure[]> {
  const { transactions, judge } = rerunOf(proof)
  return judge(await run(transactions))
}

export function rerunOf({ start, stages }: Proof): Rerun {
  const prepared = [createSchema(start.schema), ...insertions(start.inserted)]
  const parts = stages.map((stage) => [
    { statements: statementsOf(stage.file), queries: queriesAbout(stage.after) },
    ...insertions(stage.inserted).map((statements) => ({ statements, queries: [] })),
  ])
  return {
    transactions: [...prepared.map((statements) => ({ statements, queries: [] })), ...parts.flat()],
    judge(outcomes) {
      let position = prepared.length
      for (const [index, stage] of stages.entries()) {
        const outcome = outcomes[position]
        position += parts[index]?.length ?? 0
        const failures = outcome ? failuresOf(stage, outcome) : []
        if (failures.length > 0) return failures
        const [refused] = outcomes.slice(0, position).filter(({ kind }) => kind === 'refused')
        if (refused?.kind === 'refused') return [failureOf(stage, `its sample rows are refused: ${refused.message}`)]
      }
      return []
    },
  }
}

function insertions(statements: readonly string[]): string[][] {
  return statements.length === 0 ? [] : [['PRAGMA defer_foreign_keys = ON', ...statements]]
}

function failuresOf(stage: Stage, outcome: Outcome): readonly ProofFailure[] {
  if (outcome.kind === 'refused') return [failureOf(stage, `D1 refuses it: ${outcome.message}`, outcome.statement)]
  return differencesOf(stage, outcome.rows)
}

function failureOf({ file }: Stage, message: string, statement: string | null = null): ProofFailure {
  return { migration: file, message, table: null, field: null, ids: [], statement }
}

function queriesAbout(state: State): string[] {
  return [...snapshotQueries(state.schema).map(({ sql }) => sql), ...searchedTables(state).map(rowidsOf)]
}

function differencesOf({ file, after }: Stage, responses: readonly (readonly Row[])[]): ProofFailure[] {
  const queries = snapshotQueries(after.schema)
  const failure = (table: string, message: string, ids: readonly string[]): ProofFailure[] =>
    ids.length === 0 ? [] : [{ migration: file, message, table, field: null, ids, statement: null }]
  return [
    ...queries.flatMap(({ table }, index) => {
      const ids = differing(after.rows.get(table) ?? [], responses[index] ?? [])
      return failure(table, `rows of ${table} differ on D1`, ids)
    }),
    ...searchedTables(after).flatMap((table, index) => {
      const expected = (after.rows.get(table) ?? []).map((row) => String(row[ROWID]))
      const found = new Set((responses[queries.length + index] ?? []).map((row) => String(row[ROWID])))
      const ids = [...expected.filter((id) => !found.has(id)), ...[...found].filter((id) => !expected.includes(id))]
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

function differing(rows: readonly Row[], found: readonly Row[]): string[] {
  const text = (row: Row) => JSON.stringify(row)
  const expected = new Set(rows.map(text))
  const there = new Set(found.map(text))
  const different = [...rows.filter((row) => !there.has(text(row))), ...found.filter((row) => !expected.has(text(row)))]
  return [...new Set(different.map((row) => String(row.id ?? Object.values(row)[0])))]
}

import type { FieldType } from '../../../fields/field-type.ts'
import type { ManifestCollection, Schema } from '../../../manifest/index.ts'
import { factsAfter } from '../files/facts-after.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import { replay } from '../files/replay.ts'
import { creationParts, isCreation, isLarge } from '../files/replay-in-parts.ts'
import { type LostByName, lostByName } from './lost-by-name.ts'
import type { Proof, ProofFailure } from './proof.ts'
import { proveChain } from './prove-chain.ts'
import { partOf, type Start } from './prove-migration.ts'
import { type Outcome, type Rerun, rerunOf } from './replay-proof.ts'
import { type Unproven, unprovenIn } from './unproven.ts'

export interface AddedSource {
  /** The whole chain. */
  readonly files: readonly MigrationFile[]
  /** The last migrations of the chain, which are tried. */
  readonly added: readonly MigrationFile[]
  readonly collections: readonly ManifestCollection[]
  readonly types: Readonly<Record<string, FieldType>>
}

/** Effects of the last migrations of a chain on sample rows in the tables that they change. */
export interface AddedProof {
  /** Failures on Node's SQLite. */
  readonly failures: readonly ProofFailure[]
  /** Scripts to repeat on D1's engine, each in its own database. */
  readonly reruns: readonly Rerun[]
  readonly figures: ProofFigures
}

/** Number of sample rows in a proof, and the declared losses that it found. */
export interface ProofFigures {
  readonly migrations: number
  /** Number of sample rows, and of the tables that had any. */
  readonly rows: number
  readonly tables: number
  readonly lost: readonly LostByName[]
  /** Tables without sample rows that the migrations name, with the reasons. */
  readonly unproven: readonly Unproven[]
}

/**
 * Tries the last migrations of a chain on sample rows. Tables that they do not affect are left out, so that it is fast
 * even for a large schema.
 */
export function proveAdded(source: AddedSource): AddedProof {
  const { files, added, collections, types } = source
  if (added.length === 0) return NOTHING
  const first = files.indexOf(added[0] as MigrationFile) // it is among them
  const groups = isLarge(files) ? added.map((file) => [file]) : [added]
  const tried = groups.flatMap((group) => {
    const before = files.slice(0, isLarge(files) ? files.indexOf(group[0] as MigrationFile) : first)
    if (isLarge(files) && group.every(isCreation)) return group.flatMap(creations)
    return [proofOf(proveChain({ files: group, start: partOf(stateAfter(before), group), collections, types }))]
  })
  const proofs = tried.flatMap(({ proof }) => proof ?? [])
  const starts = proofs.flatMap(({ start, stages }) =>
    [start.inserted, ...stages.map(({ inserted }) => inserted)].flat(),
  )
  return {
    failures: proofs.flatMap(({ failures }) => failures),
    reruns: tried.map(({ rerun }) => rerun),
    figures: {
      migrations: added.length,
      rows: starts.length,
      tables: new Set(starts.map(tableOf)).size,
      lost: proofs.flatMap(({ stages }) => stages.flatMap(lostByName)),
      unproven: proofs.flatMap(unprovenIn),
    },
  }
}

const NOTHING: AddedProof = {
  failures: [],
  reruns: [],
  figures: { migrations: 0, rows: 0, tables: 0, lost: [], unproven: [] },
}

interface Tried {
  readonly proof: Proof | null
  readonly rerun: Rerun
}

function proofOf(proof: Proof): Tried {
  return { proof, rerun: rerunOf(proof) }
}

/**
 * Returns the reruns of a migration that only creates tables: one for each part of it, in a database of its own. There
 * are no rows to lose.
 */
function creations(file: MigrationFile): Tried[] {
  return creationParts(file).map((statements) => ({
    proof: null,
    rerun: { transactions: [{ statements, queries: [] }], judge: (outcomes) => outcomes.flatMap(refusalOf(file)) },
  }))
}

function refusalOf(migration: MigrationFile): (outcome: Outcome) => ProofFailure[] {
  return (outcome) => {
    if (outcome.kind === 'done') return []
    const { message, statement } = outcome
    return [{ migration, message: `D1 refuses it: ${message}`, table: null, field: null, ids: [], statement }]
  }
}

function stateAfter(files: readonly MigrationFile[]): Start {
  const schema: Schema = files.length === 0 ? { tables: [], triggers: [] } : replay(files).schema
  return { schema, facts: factsAfter(files) }
}

/** Returns the table of a sample row, which is a single INSERT. */
function tableOf(insert: string): string {
  return /^INSERT INTO "(\w+)"/.exec(insert)?.[1] ?? ''
}

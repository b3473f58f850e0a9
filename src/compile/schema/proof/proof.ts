import type { FieldType } from '../../../fields/field-type.ts'
import type { ManifestCollection, Schema } from '../../../manifest/index.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import type { Facts } from '../steps/facts.ts'
import type { Link } from './lineage.ts'
import type { State } from './state.ts'

export interface ProofSource {
  readonly files: readonly MigrationFile[]
  /** As the config declares them now: their options make better sample values. */
  readonly collections: readonly ManifestCollection[]
  readonly types: Readonly<Record<string, FieldType>>
  /** Place where the chain starts; default: an empty database. */
  readonly start?: { readonly schema: Schema; readonly facts: Facts }
}

/** A migration that does to sample rows what it does not say, or that refuses them. */
export interface ProofFailure {
  readonly migration: MigrationFile
  readonly message: string
  readonly table: string | null
  readonly field: string | null
  /** Of the sample rows concerned. */
  readonly ids: readonly string[]
  /** The statement that was refused, where one was. */
  readonly statement: string | null
}

/** One migration with the rows that met it. */
export interface Stage {
  readonly link: Link
  readonly file: MigrationFile
  readonly before: State
  readonly after: State
  /** Sample rows that were put in after it, for the migrations that follow. */
  readonly inserted: readonly string[]
}

export interface Proof {
  /** The schema before the first migration, and the sample rows that were put into it. */
  readonly start: { readonly schema: Schema; readonly inserted: readonly string[] }
  readonly stages: readonly Stage[]
  readonly failures: readonly ProofFailure[]
  /** Reason why sample rows could not be put into a table, by its name. */
  readonly refused: ReadonlyMap<string, string>
}

import type { FieldType } from '../../../fields/field-type.ts'
import type { ManifestCollection, Schema } from '../../../manifest/index.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import type { Facts } from '../steps/facts.ts'
import type { Link } from './lineage.ts'
import type { State } from './state.ts'

export interface ProofSource {
  readonly files: readonly MigrationFile[]
  /** The declared collections, whose options make better sample values. */
  readonly collections: readonly ManifestCollection[]
  readonly types: Readonly<Record<string, FieldType>>
  /** Start of the chain. Default: an empty database. */
  readonly start?: { readonly schema: Schema; readonly facts: Facts }
}

/** A failure on sample rows: a migration has an undeclared effect, or is rejected. */
export interface ProofFailure {
  readonly migration: MigrationFile
  readonly message: string
  readonly table: string | null
  readonly field: string | null
  /** Ids of the affected sample rows. */
  readonly ids: readonly string[]
  /** The rejected statement; `null` without one. */
  readonly statement: string | null
}

/** One migration with the rows on which it ran. */
export interface Stage {
  readonly link: Link
  readonly file: MigrationFile
  readonly before: State
  readonly after: State
  /** Sample rows that were inserted after the migration, for the following ones. */
  readonly inserted: readonly string[]
}

export interface Proof {
  /** The schema before the first migration, and the sample rows inserted into it. */
  readonly start: { readonly schema: Schema; readonly inserted: readonly string[] }
  readonly stages: readonly Stage[]
  readonly failures: readonly ProofFailure[]
  /** Reasons why no sample rows could be inserted, by table. */
  readonly refused: ReadonlyMap<string, string>
}

import type { Invocation } from '../command.ts'
import type { Output } from '../output.ts'
import type { OnConflict } from '../transfer/import-documents.ts'

/** Importers of exports from other systems, which the package `@lintel/import` exports under the name `importers`. */
export interface Importers {
  /** Detects the format of an export from another system; `null` for anything else. */
  readonly formatOf: (path: string) => Promise<string | null>
  /** Writes a mapping for an export, and describes the export. */
  readonly planImport: (invocation: Planning) => Promise<ImportOutcome>
  /** Imports an export by a mapping, and writes a report. */
  readonly importByMapping: (invocation: Importing, policies: Policies) => Promise<ImportOutcome>
}

/** Outcome of an import from another system, or of its plan. */
export interface ImportOutcome {
  /** `false` if problems prevented the import. */
  readonly ok: boolean
  readonly print: (output: Output) => void
  /** Returns the outcome as `--json` writes it. */
  readonly toJson: () => unknown
}

/** Invocation of `cms import --plan`. */
export interface Planning extends Omit<Invocation, 'options'> {
  readonly argument: string
  readonly options: { readonly out: string; readonly force: boolean; readonly format: string | undefined }
}

/** Invocation of `cms import --mapping`. */
export interface Importing extends Omit<Invocation, 'options'> {
  readonly argument: string
  readonly options: {
    readonly env: string
    readonly persist: string
    readonly url: string | undefined
    readonly mapping: string | undefined
    readonly report: string | undefined
    readonly 'dry-run': boolean
  }
}

/** Treatment of documents that exist, and of records that cannot be imported. */
export interface Policies {
  readonly onConflict: OnConflict
  readonly skipProblems: boolean
}

import type { DiagnosticCode } from './codes.ts'

/** A mistake in the project's files, or something worth knowing, ready to be printed. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  /** Errors stop the build; warnings do not. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Remedy. */
  readonly hint: string | null
  /** Relative to the project, with `/`; `null` where no file is to blame. */
  readonly file: string | null
  /** From 1; `null` where only the file is known. */
  readonly line: number | null
  readonly column: number | null
  /** The lines around, with the place marked; `null` where there are none to show. */
  readonly frame: string | null
  /** Section of the documentation that explains it: `node_modules/lintel/docs/diagnostics.md#unknown-option`. */
  readonly docs: string
}

/** A spot in a file, relative to the project. `length` is how many characters to mark. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length?: number
}

/**
 * Place where a mistake lies, in terms of what was declared: the declaration whose call site is known, and the way
 * from its
 * options to the culprit. `part` says whether the name or the value of the last step is to be marked.
 */
export interface Position {
  readonly declaration: object
  readonly path: readonly (string | number)[]
  readonly part: 'key' | 'value'
}

/** Finding of a check. The position is worked out once all checks are done, and only if there is something to print. */
export interface Finding {
  readonly code: DiagnosticCode
  readonly severity?: 'error' | 'warning'
  readonly message: string
  readonly hint?: string
  /** Lines to show with it. Default: those around its position. */
  readonly frame?: string
  /** `null`: the project as a whole. */
  readonly at: Position | Spot | { readonly file: string } | null
}

export function hasErrors(findings: readonly { readonly severity?: string }[]): boolean {
  return findings.some((finding) => finding.severity !== 'warning')
}

/** Marks the name of an option: `atKey(field, 'requird')`. */
export function atKey(declaration: object, ...path: (string | number)[]): Position {
  return { declaration, path, part: 'key' }
}

/** Marks an option's value. With an empty path, the whole declaration. */
export function atValue(declaration: object, ...path: (string | number)[]): Position {
  return { declaration, path, part: 'value' }
}

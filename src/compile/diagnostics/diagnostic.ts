import type { DiagnosticCode } from './codes.ts'

/** A mistake in the project's files, or a warning, ready to be printed. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  /** Errors stop the build; warnings do not. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Suggestion for fixing it; `null` without one. */
  readonly hint: string | null
  /** Path relative to the project, with `/`; `null` if no file is the cause. */
  readonly file: string | null
  /** Line from 1; `null` if no line is known. */
  readonly line: number | null
  readonly column: number | null
  /** The surrounding lines, with the position marked; `null` without a position. */
  readonly frame: string | null
  /** Section of the documentation that explains the code: `node_modules/lintel/docs/diagnostics.md#unknown-option`. */
  readonly docs: string
}

/** A position in a file, relative to the project. `length` is the number of characters to mark. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length?: number
}

/**
 * Position of a mistake in a declaration: the declaration, whose call site is known, and the path from its options to
 * the mistake. `part` is what to mark of the last step: its name or its value.
 */
export interface Position {
  readonly declaration: object
  readonly path: readonly (string | number)[]
  readonly part: 'key' | 'value'
}

/** A finding of a check. Its position is resolved after all checks, and only if it is printed. */
export interface Finding {
  readonly code: DiagnosticCode
  readonly severity?: 'error' | 'warning'
  readonly message: string
  readonly hint?: string
  /** Lines to show with the finding. Default: those around its position. */
  readonly frame?: string
  /** Position of the finding; `null` for the project as a whole. */
  readonly at: Position | Spot | { readonly file: string } | null
}

export function hasErrors(findings: readonly { readonly severity?: string }[]): boolean {
  return findings.some((finding) => finding.severity !== 'warning')
}

/** Returns the position of an option's name: `atKey(field, 'requird')`. */
export function atKey(declaration: object, ...path: (string | number)[]): Position {
  return { declaration, path, part: 'key' }
}

/** Returns the position of an option's value or, with an empty path, of the whole declaration. */
export function atValue(declaration: object, ...path: (string | number)[]): Position {
  return { declaration, path, part: 'value' }
}

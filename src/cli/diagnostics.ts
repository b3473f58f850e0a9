import type { Diagnostic } from '../compile/diagnostics/diagnostic.ts'
import { counted } from '../ground/counted.ts'
import type { EditMistake } from '../manifest/source-edit.ts'
import type { Output } from './output.ts'

/** Diagnostic of this compiler, or of the one that a running `cms dev` uses. */
export type Printed = Diagnostic | EditMistake

/**
 * Prints diagnostics on standard error, each with its position, code frame and hint, followed by their number. The
 * first diagnostic of each code ends with the section of the documentation that explains it.
 */
export function printDiagnostics(diagnostics: readonly Printed[], output: Output): void {
  const explained = new Set<string>()
  for (const diagnostic of diagnostics) {
    printDiagnostic(diagnostic, output)
    if (!explained.has(diagnostic.code)) output.note(`  ${output.noteStyle('dim', diagnostic.docs)}`)
    explained.add(diagnostic.code)
    output.note('')
  }
  output.note(countOf(diagnostics))
}

/** Returns the position of a diagnostic: `collections/posts.ts:14:3`; `null` if it has no file. */
export function positionOf({ file, line, column }: Printed): string | null {
  return file === null ? null : [file, line, column].filter((part) => part !== null).join(':')
}

function printDiagnostic(diagnostic: Printed, output: Output): void {
  const { severity, code, message, frame, hint } = diagnostic
  const position = positionOf(diagnostic)
  const label = output.noteStyle([severity === 'error' ? 'red' : 'yellow', 'bold'], severity)
  output.note(`${label} ${output.noteStyle('bold', message)} ${output.noteStyle('dim', code)}`)
  if (position !== null) output.note(`  ${output.noteStyle('cyan', position)}`)
  if (frame !== null) output.note(indent(colourFrame(frame, output)))
  if (hint !== null) output.note(`  ${output.noteStyle('green', hint)}`)
}

/** Highlights the marked line, which is above the carets, and the carets themselves. */
function colourFrame(frame: string, output: Output): string {
  return frame
    .split('\n')
    .map((line) => {
      if (/^[\s>|\d]*\^+\s*$/.test(line)) return output.noteStyle('red', line)
      return line.startsWith('>') ? line : output.noteStyle('dim', line)
    })
    .join('\n')
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}

function countOf(diagnostics: readonly Printed[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(', ')
}

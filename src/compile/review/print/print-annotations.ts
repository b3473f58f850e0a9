import { visible } from '../../../ground/visible.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { type Report, SECTIONS } from '../report.ts'
import { visibleReport } from './visible-report.ts'

/**
 * Prints the review as GitHub workflow commands, one per line, which mark the affected lines. Safe changes are left
 * out.
 */
export function printReviewAnnotations(data: Report, prefix: string): string[] {
  const report = visibleReport(data)
  return SECTIONS.flatMap(({ items }) => report[items])
    .filter((item) => item.class !== 'safe')
    .map((item) => {
      const level = item.class === 'caution' ? 'notice' : 'warning'
      const [, file = null, line = null] = /^(.+):(\d+)$/.exec(item.source ?? '') ?? []
      const text = [item.message, ...item.reasons.map((reason) => `why: ${reason}`), ...item.lines].join('\n')
      return annotation(level, { file, line, title: `cms diff: ${item.class}` }, text, prefix)
    })
}

/** Prints diagnostics of the compiler as GitHub workflow commands. */
export function printDiagnosticAnnotations(diagnostics: readonly Diagnostic[], prefix: string): string[] {
  return diagnostics.map(({ severity, file, line, code, message, hint }) => {
    const text = hint === null ? message : `${message}\n${hint}`
    return annotation(severity, { file, line: line === null ? null : String(line), title: code }, text, prefix)
  })
}

interface Position {
  readonly file: string | null
  readonly line: string | null
  readonly title: string
}

/**
 * Prints a command. `prefix` is the path from the repository to the project, because GitHub expects paths from the
 * repository.
 */
function annotation(level: string, { file, line, title }: Position, message: string, prefix: string): string {
  const properties = [
    file === null ? null : `file=${escapeProperty(prefix + file)}`,
    file === null || line === null ? null : `line=${line}`,
    `title=${escapeProperty(title)}`,
  ]
  return `::${level} ${properties.filter((property) => property !== null).join(',')}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return visible(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}

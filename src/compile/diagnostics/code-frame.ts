/** Number of lines shown before and after the marked one. */
const CONTEXT = 2
/** Maximum number of characters shown of a line, and of those before the mark in a longer line. */
const WIDTH = 160
const LEAD = 40

/**
 * Returns the lines around a position, marked by carets. `line` and `column` count from 1. Long lines are truncated.
 */
export function codeFrame(source: string, line: number, column: number, length = 1): string {
  const lines = source.split(/\r?\n/)
  const first = Math.max(1, line - CONTEXT)
  const last = Math.min(lines.length, line + CONTEXT)
  const width = String(last).length
  const skippedOf = (text: string) => (text.length > WIDTH ? Math.max(0, column - 1 - LEAD) : 0)
  const shown: string[] = []
  for (let number = first; number <= last; number += 1) {
    const whole = lines[number - 1] ?? ''
    const skipped = skippedOf(whole)
    const text = whole.slice(skipped, skipped + WIDTH)
    const mark = number === line ? '>' : ' '
    shown.push(`${mark} ${String(number).padStart(width)} | ${text}`.trimEnd())
    if (number === line) shown.push(`  ${' '.repeat(width)} | ${carets(text, column - skipped, length)}`)
  }
  return shown.join('\n')
}

/** Returns the line with carets. Tabs are kept, so that the carets are aligned. */
function carets(text: string, column: number, length: number): string {
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ')
  return before + '^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)))
}

import type { Failure } from 'lintel/importing'
import { sourceFailure } from '../text/source-failure.ts'

/** Maximum number of columns in a table; a collection has far fewer fields. */
export const MOST_COLUMNS = 2000

/**
 * Returns the names of the columns, without the empty ones at the end that spreadsheets write.
 * @throws Failure for a name that is empty or occurs twice, and if there are no columns or too many
 */
export function checkColumns(cells: readonly string[], file: string, line: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  const columns = cells.slice(0, last + 1).map((cell) => cell.trim())
  if (columns.length === 0) throw sourceFailure(file, line, 'The first row contains no column names.')
  if (columns.length > MOST_COLUMNS) throw tooWide(file)
  const empty = columns.indexOf('')
  if (empty !== -1) {
    throw sourceFailure(
      file,
      line,
      `Column ${empty + 1} has no name.`,
      'The first row must contain a name for every column.',
    )
  }
  const seen = new Set<string>()
  for (const name of columns) {
    if (seen.has(name)) throw sourceFailure(file, line, `Two columns are named ${name}.`, 'Rename one of them.')
    seen.add(name)
  }
  return columns
}

export function tooWide(file: string): Failure {
  return sourceFailure(
    file,
    1,
    `The first row contains more than ${MOST_COLUMNS} columns.`,
    'Check that the file is a table and that its delimiter is right.',
  )
}

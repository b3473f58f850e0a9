import { LONGEST_RECORD, readText } from './read-text.ts'
import { sourceFailure } from './source-failure.ts'

export interface TextLine {
  readonly text: string
  /** Number of the line, from 1. */
  readonly line: number
}

/**
 * Reads the lines of a text file that are not empty.
 * @throws Failure for a line that is too long to be a record
 */
export async function* readLines(path: string, name: string): AsyncGenerator<TextLine> {
  let line = 0
  let rest = ''
  for await (const text of readText(path, { name })) {
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      line += 1
      const whole = rest + text.slice(from, end)
      rest = ''
      from = end + 1
      if (whole.trim() !== '') yield { text: whole, line }
    }
    rest += text.slice(from)
    if (rest.length > LONGEST_RECORD) throw sourceFailure(name, line + 1, 'The line is longer than 16 MB.')
  }
  if (rest.trim() !== '') yield { text: rest, line: line + 1 }
}

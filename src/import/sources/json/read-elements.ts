import type { TextLine } from '../text/read-lines.ts'
import { LONGEST_RECORD, readText } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'

/** Property of an object whose value is the list of records, as in the lists of REST APIs. */
const LIST = 'docs'

/**
 * Reads the text of each element of a JSON list, one after the other, so that the whole file is never in memory. The
 * list is the file itself or its property `docs`.
 * @throws Failure for a file without such a list, or if the file ends within the list
 */
export async function* readElements(path: string, name: string): AsyncGenerator<TextLine> {
  const cut = createCutter(name)
  for await (const text of readText(path, { name })) yield* cut.take(text)
  cut.end()
}

/** Splits text that arrives in pieces into the elements of its list. */
function createCutter(name: string) {
  let line = 1
  let depth = 0
  /** Depth of the elements; -1 before the list, and -2 after it. */
  let level = -1
  let inString = false
  let escaped = false
  /** Last string that was read in the outermost object. */
  let label = ''
  /** Text of an element that began in an earlier piece; `null` outside elements. */
  let element: string | null = null
  let elementLine = 1

  function* take(text: string): Generator<TextLine> {
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] as string // `at` is within the text
      if (character === '\n') line += 1
      if (inString) {
        readString(character)
        continue
      }
      if (level === -2 && depth === 0 && !/[\s}\]]/.test(character)) {
        throw sourceFailure(name, line, 'Text follows the end of the list.')
      }
      if (element === null && depth === level && !/[\s,{\]]/.test(character)) {
        throw sourceFailure(name, line, 'Not a record: a JSON object in braces is expected.')
      }
      if (character === '"') {
        inString = true
        label = ''
      } else if (character === '{' || character === '[') {
        if (depth === level) {
          element = ''
          elementLine = line
          from = at
        } else if (level === -1 && character === '[' && (depth === 0 || (depth === 1 && label === LIST))) {
          level = depth + 1
        }
        depth += 1
      } else if (character === '}' || character === ']') {
        depth -= 1
        if (element !== null && depth === level) {
          yield { text: element + text.slice(from, at + 1), line: elementLine }
          element = null
        } else if (depth === level - 1) level = -2
      }
    }
    if (element !== null) element += text.slice(from)
    if (element !== null && element.length > LONGEST_RECORD) {
      throw sourceFailure(name, elementLine, 'The record is longer than 16 MB.')
    }
  }

  function readString(character: string) {
    if (escaped) escaped = false
    else if (character === '\\') escaped = true
    else if (character === '"') inString = false
    else if (depth === 1 && label.length < LIST.length + 1) label += character
  }

  function end() {
    if (level === -1) {
      const hint = 'If each line is a record of its own, name the file .ndjson.'
      throw sourceFailure(
        name,
        null,
        `No list of records: the file is neither a JSON list nor an object with ${LIST}.`,
        hint,
      )
    }
    if (depth > 0) throw sourceFailure(name, line, 'The file ends within a record: it is not complete.')
  }

  return { take, end }
}

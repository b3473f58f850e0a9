import { extname } from 'node:path'
import type { JsonObject } from '../../../fields/field-data.ts'
import type { ProblemCollector } from '../source-problems.ts'
import type { KindFile } from '../text/files.ts'
import { readLines } from '../text/read-lines.ts'
import { parseRecord } from './parse-record.ts'
import { readElements } from './read-elements.ts'

export interface JsonRecord {
  readonly values: JsonObject
  readonly line: number
}

/**
 * Records of a file: the elements of its list if it ends in `.json`, else its lines.
 * @param problems takes what is no record, and where reading ends early
 * @throws Failure for that, with the line, where nobody takes it
 */
export async function* readRecords(
  { path, name }: Pick<KindFile, 'path' | 'name'>,
  problems?: ProblemCollector,
): AsyncGenerator<JsonRecord> {
  const texts = extname(path).toLowerCase() === '.json' ? readElements(path, name) : readLines(path, name)
  const note = (error: unknown, isEnd = false): void => {
    if (problems === undefined) throw error
    problems.add(error, name, isEnd)
  }
  try {
    for await (const { text, line } of texts) {
      const values = attempt(() => parseRecord(text, name, line), note)
      if (values !== undefined) yield { values, line }
    }
  } catch (error) {
    note(error, true)
  }
}

function attempt<Value>(act: () => Value, note: (error: unknown) => void): Value | undefined {
  try {
    return act()
  } catch (error) {
    note(error)
    return undefined
  }
}

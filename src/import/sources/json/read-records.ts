import { extname } from 'node:path'
import type { JsonObject } from 'lintel/importing'
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
 * Reads the records of a file: the elements of its list if its name ends with `.json`, otherwise its lines.
 * @param problems collects entries that are not records, and a file that ends too early
 * @throws Failure with the line of the first problem, if `problems` is absent
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

import { extname } from 'node:path'
import type { KindFile } from '../text/files.ts'
import { readLines } from '../text/read-lines.ts'
import { type JsonObject, parseRecord } from './parse-record.ts'
import { readElements } from './read-elements.ts'

export interface JsonRecord {
  readonly values: JsonObject
  readonly line: number
}

/**
 * Records of a file: the elements of its list if it ends in `.json`, else its lines.
 * @throws Failure for what is no record, with the line
 */
export async function* readRecords({ path, name }: Pick<KindFile, 'path' | 'name'>): AsyncGenerator<JsonRecord> {
  const texts = extname(path).toLowerCase() === '.json' ? readElements(path, name) : readLines(path, name)
  for await (const { text, line } of texts) yield { values: parseRecord(text, name, line), line }
}

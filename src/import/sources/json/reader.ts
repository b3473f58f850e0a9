import { beginsLikeExport, Failure, isJsonObject, type JsonObject } from 'lintel/importing'
import { learnKinds } from '../learn-values.ts'
import type { Source, SourceOptions, SourceReader, SourceRecord } from '../source.ts'
import { createProblemCollector, type ProblemCollector } from '../source-problems.ts'
import { hasEnding, isFolder, type KindFile, kindFiles } from '../text/files.ts'
import { readBeginning } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'
import { readRecords } from './read-records.ts'

export const JSON_ENDINGS = ['.ndjson', '.jsonl', '.json']

/** Properties whose value identifies a record; the first one that exists is used. */
const KEYS = ['id', '_id', 'key', 'slug']

/**
 * Reads records that are JSON: one per line, or the elements of a list. Each file, alone or in a folder, contains the
 * records of one kind.
 */
export const jsonReader: SourceReader = {
  format: 'ndjson',
  reads: 'an .ndjson, .jsonl or .json file of records, or a folder of them',
  options: ['key'],
  async accepts(path) {
    if (!isFolder(path) && !hasEnding(path, JSON_ENDINGS)) return false
    // An export of `cms export` has an empty file for each collection without documents.
    for (const file of kindFiles(path, JSON_ENDINGS)) {
      const beginning = await readBeginning(file.path)
      if (beginning.trim() !== '') return !beginsLikeExport(beginning)
    }
    return false
  },
  open,
}

async function open(path: string, options: SourceOptions): Promise<Source> {
  const files = kindFiles(path, JSON_ENDINGS)
  if (files.length === 0) throw new Failure(`${path} contains no .ndjson or .json file.`)
  const learned = learnKinds()
  const problems = createProblemCollector()
  let records = 0
  for (const file of files) {
    learned.learn(file.kind, {})
    for await (const { values } of readRecords(file, problems)) {
      learned.learn(file.kind, values)
      records += 1
    }
  }
  if (records === 0) problems.throwFirst()
  return {
    format: 'ndjson',
    kinds: learned.names().map((name) => ({ name, values: learned.valuesOf(name), system: {} })),
    records: async function* () {
      problems.clear()
      for (const file of files) yield* recordsOf(file, options, problems)
    },
    assets: async function* () {},
    leftOut: [],
    problems,
    dispose: async () => {},
  }
}

async function* recordsOf(
  file: KindFile,
  { key }: SourceOptions,
  problems: ProblemCollector,
): AsyncGenerator<SourceRecord> {
  let number = 0
  for await (const { values, line } of readRecords(file, problems)) {
    number += 1
    const found = keyOf(values, key === undefined ? KEYS : [key])
    if (found === null && key !== undefined) {
      problems.add(sourceFailure(file.name, line, `The record has no ${key}.`), file.name)
      continue
    }
    const place = { file: file.name, line }
    yield { kind: file.kind, key: found ?? `record ${number}`, values, place }
  }
}

function keyOf(values: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = values[name]
    if (isJsonObject(value) && typeof value.$oid === 'string') return value.$oid // an id in an export of MongoDB
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value)
  }
  return null
}

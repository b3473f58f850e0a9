import { Failure } from 'lintel/importing'
import { learnKinds } from '../learn-values.ts'
import type { Source, SourceOptions, SourceReader, SourceRecord } from '../source.ts'
import { createProblemCollector, type ProblemCollector } from '../source-problems.ts'
import { hasEnding, isFolder, type KindFile, kindFiles } from '../text/files.ts'
import { readRows } from './read-rows.ts'

const ENDINGS = ['.csv', '.tsv']

/** Columns whose value identifies a row; the first one that exists is used. */
const KEYS = ['id', '_id', 'key', 'slug']

/**
 * Reads tables. Each file, alone or in a folder, contains the records of one kind. The first row contains the names of
 * the columns.
 */
export const csvReader: SourceReader = {
  format: 'csv',
  reads: 'a .csv file, or a folder of them',
  options: ['delimiter', 'encoding', 'key'],
  accepts: async (path) => (isFolder(path) ? kindFiles(path, ENDINGS).length > 0 : hasEnding(path, ENDINGS)),
  open,
}

async function open(path: string, options: SourceOptions): Promise<Source> {
  const files = kindFiles(path, ENDINGS)
  if (files.length === 0) throw new Failure(`${path} contains no .csv file.`)
  const learned = learnKinds()
  const problems = createProblemCollector()
  for (const file of files) {
    const columns = await readColumns(file, options, problems)
    if (columns.length === 0) continue
    learned.learn(file.kind, Object.fromEntries(columns.map((name) => [name, ''])))
  }
  if (learned.names().length === 0) problems.throwFirst()
  return {
    format: 'csv',
    kinds: files.map(({ kind }) => ({ name: kind, values: learned.valuesOf(kind), system: {} })),
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

async function readColumns(
  file: KindFile,
  options: SourceOptions,
  problems: ProblemCollector,
): Promise<readonly string[]> {
  for await (const { columns } of readRows(file, options, problems)) {
    const { key } = options
    if (key === undefined || columns.includes(key)) return columns
    throw new Failure(`${file.name} has no column ${key}.`, { hint: `Its columns are ${columns.join(', ')}.` })
  }
  return []
}

async function* recordsOf(
  file: KindFile,
  options: SourceOptions,
  problems: ProblemCollector,
): AsyncGenerator<SourceRecord> {
  let number = 0
  for await (const { columns, cells, line } of readRows(file, options, problems)) {
    if (cells === null) continue
    number += 1
    const values = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
    const column = options.key ?? KEYS.find((name) => columns.includes(name))
    const key = (column !== undefined && values[column]?.trim()) || `row ${number}`
    yield { kind: file.kind, key, values, place: { file: file.name, line } }
  }
}

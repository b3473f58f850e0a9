import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { median } from '../print.ts'
import { LAYOUTS, type Layout } from './layouts.ts'

/**
 * Compares ways to store three languages in SQLite: the CPU time of common queries and the size on disk, relative to
 * one language.
 */
const { values } = parseArgs({ options: { documents: { type: 'string', default: '100000' } } })
const documents = Number(values.documents)
if (!Number.isSafeInteger(documents) || documents < 1000)
  throw new Error('--documents takes a whole number from 1000 on: npm run bench:locales -- --documents 100000')

/**
 * Number of batches, in which the layouts take turns, and of queries in a batch (`ROUNDS`). A batch that takes longer
 * than `LONGEST` ends early.
 */
const BATCHES = 9
const ROUNDS = 60
const LONGEST = 1_000_000 // microseconds for a batch
const QUERIES = ['newest', 'sorted', 'slug', 'search'] as const

const folder = mkdtempSync(join(tmpdir(), 'lintel-locales-'))
try {
  const subjects = LAYOUTS.map((layout, index) => ({ layout, ...filled(layout, join(folder, `${index}.sqlite`)) }))
  const rows: Record<string, Record<string, unknown>> = {}
  for (const { layout, megabytes } of subjects) rows[layout.name] = { MB: megabytes }
  for (const query of QUERIES) {
    const samples = subjects.map((): number[] => [])
    for (let batch = 0; batch <= BATCHES; batch += 1)
      for (const [index, { layout, database }] of subjects.entries()) {
        const cpu = cpuOf(database, layout.queries[query], parametersOf(query), batch * ROUNDS)
        if (batch > 0) samples[index]?.push(cpu) // the first one is a warm-up
      }
    const base = median(samples[0] ?? [])
    for (const [index, { layout }] of subjects.entries()) {
      const cpu = median(samples[index] ?? [])
      Object.assign(rows[layout.name] ?? {}, { [query]: `${cpu.toFixed(1)} (${(cpu / base).toFixed(2)}x)` })
    }
  }
  for (const { database } of subjects) database.close()
  console.log(`${documents.toLocaleString('en')} documents, microseconds of CPU for a query, times one language`)
  console.table(rows)
} finally {
  rmSync(folder, { recursive: true })
}

function filled(layout: Layout, path: string) {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000')
  layout.fill(database, documents)
  database.exec('ANALYZE')
  return { database, megabytes: Math.round(statSync(path).size / 1e6) }
}

/** Returns a function that yields a query's parameters for a round, spread over all documents. */
function parametersOf(name: string): (round: number) => SQLInputValue[] {
  const document = (round: number) => (round * 7919) % documents
  if (name === 'slug') return (round) => [`slug-${document(round)}`]
  if (name === 'search') return (round) => [`word${document(round)}`]
  return () => []
}

function cpuOf(
  database: DatabaseSync,
  sql: string,
  parameters: (round: number) => SQLInputValue[],
  first: number,
): number {
  const statement = database.prepare(sql)
  const before = process.cpuUsage()
  for (let round = 0; ; round += 1) {
    const { user, system } = process.cpuUsage(before)
    if (round === ROUNDS || (round > 0 && user + system > LONGEST)) return (user + system) / round
    statement.all(...parameters(first + round))
  }
}

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { LAYOUTS, type Layout } from './layouts.ts'

/** Compares ways to keep three languages in SQLite: CPU of the usual queries and size on disk, beside one language. */
const { values } = parseArgs({ options: { documents: { type: 'string', default: '100000' } } })
const documents = Number(values.documents)
if (!Number.isSafeInteger(documents) || documents < 1000)
  throw new Error('--documents takes a whole number from 1000 on: npm run bench:locales -- --documents 100000')

const ROUNDS = 300
const baseline = measure(LAYOUTS[0])
const results = LAYOUTS.map((layout, index) => (index === 0 ? baseline : measure(layout)))
console.log(`${documents.toLocaleString('en')} documents, microseconds of CPU for a query, times one language`)
console.table(Object.fromEntries(results.map(({ name, size, queries }) => [name, { MB: size, ...told(queries) }])))

function told(queries: Readonly<Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(queries).map(([name, cpu]) => [
      name,
      `${cpu.toFixed(1)} (${(cpu / (baseline.queries[name] ?? cpu)).toFixed(2)}x)`,
    ]),
  )
}

function measure(layout: Layout) {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-locales-'))
  try {
    const path = join(folder, 'bench.sqlite')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000')
    layout.fill(database, documents)
    database.exec('ANALYZE')
    const queries = Object.fromEntries(
      Object.entries(layout.queries).map(([name, sql]) => [name, cpuOf(database, sql, parametersOf(name))]),
    )
    database.close()
    return { name: layout.name, size: Math.round(statSync(path).size / 1e6), queries }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Values of the query of a round, spread over all documents. */
function parametersOf(name: string): (round: number) => SQLInputValue[] {
  const document = (round: number) => (round * 7919) % documents
  if (name === 'slug') return (round) => [`slug-${document(round)}`]
  if (name === 'search') return (round) => [`word${document(round)}`]
  return () => []
}

function cpuOf(database: DatabaseSync, sql: string, parameters: (round: number) => SQLInputValue[]): number {
  const statement = database.prepare(sql)
  for (let round = 0; round < 20; round += 1) statement.all(...parameters(round))
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) statement.all(...parameters(round))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ROUNDS
}

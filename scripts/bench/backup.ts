/**
 * Backs up a local database, and restores it into an empty one: `npm run bench:backup -- 1000000` sets the number of
 * rows. The restored database is backed up again, and the checksums of all tables are compared.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { withLocalDatabase } from '../../src/cli/workerd/with-local-database.ts'
import { FOOTER_LINE } from '../../src/runtime/backup/index.ts'
import { printTable } from './print.ts'

const run = promisify(execFile)

/** Number of rows of a document: its own, one in the index of all collections, and a version. */
const ROWS_A_DOCUMENT = 3
/** Number of documents that a statement inserts. */
const AT_ONCE = 10_000

const rows = Number(process.argv[2] ?? 100_000)
if (!Number.isSafeInteger(rows) || rows < ROWS_A_DOCUMENT) {
  console.error(`The number of rows must be a whole number, at least ${ROWS_A_DOCUMENT}.`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'lintel-bench-backup-'))
try {
  await bench(Math.floor(rows / ROWS_A_DOCUMENT))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function bench(documents: number): Promise<void> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const [file, again] = [join(folder, 'first.sql.gz'), join(folder, 'second.sql')]
  await cms('migrate', 'apply', '--persist', first)
  const filled = await timed(() => fill(first, documents))
  const backup = await timed(() => cms('backup', '--persist', first, '--output', file))
  const restore = await timed(() => cms('restore', file, '--persist', second))
  await cms('backup', '--persist', second, '--output', again)
  const sqlite = await timed(async () => restoreBySqlite(again))
  const [original, restored] = [footerOf(gunzipSync(readFileSync(file))), footerOf(readFileSync(again))]
  if (original !== restored) throw new Error('the restored database is not what was backed up')
  const plain = statSync(again).size
  printTable(
    `A database of ${(documents * ROWS_A_DOCUMENT).toLocaleString('en')} rows, every table's checksum the same afterwards`,
    ['step', 'seconds', 'MB'],
    [
      ['filling it', seconds(filled), ''],
      ['cms backup, compressed', seconds(backup), megabytes(statSync(file).size)],
      ['cms restore, verified', seconds(restore), ''],
      ['SQLite alone, from SQL', seconds(sqlite), megabytes(plain)],
    ],
  )
}

async function fill(persist: string, documents: number): Promise<void> {
  await withLocalDatabase(resolve('.'), persist, async (database) => {
    for (let from = 0; from < documents; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, documents - from)
      await database.query(documentsSql(from, count), versionsSql(from, count))
    }
  })
}

function documentsSql(from: number, count: number): string {
  return `INSERT INTO "posts" ("id", "status", "title", "slug", "summary", "body", "kind", "featured", "views", "created_at", "updated_at", "published_at", "version")
${numbers(from, count)} SELECT printf('01900000-0000-7000-8000-%012d', i), 'published', 'Title of document ' || i, 'document-' || i, 'What it says, in a sentence: it''s number ' || i || '.', json_object('type', 'doc', 'content', json_array(json_object('type', 'text', 'text', 'Körper ' || hex(randomblob(80))))), 'news', i % 2, i, 1700000000000 + i, 1700000000000 + i, 1700000000000 + i, 1 FROM n`
}

function versionsSql(from: number, count: number): string {
  return `INSERT INTO "content_versions" ("document_id", "version", "collection_id", "status", "data", "created_at")
${numbers(from, count)} SELECT printf('01900000-0000-7000-8000-%012d', i), 1, 'posts', 'published', json_object('title', 'Title of document ' || i, 'body', hex(randomblob(120))), 1700000000000 + i FROM n`
}

function numbers(from: number, count: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n LIMIT ${count})`
}

function restoreBySqlite(path: string): void {
  const database = new DatabaseSync(join(folder, 'sqlite.db'))
  database.exec(readFileSync(path, 'utf8'))
  database.close()
}

/** Returns the last line, with the checksum of each table, which does not cover the records about backups. */
function footerOf(bytes: Buffer): string {
  const text = bytes.subarray(-100_000).toString('utf8')
  return text.slice(text.lastIndexOf(FOOTER_LINE))
}

async function cms(...args: string[]): Promise<void> {
  await run(process.execPath, [resolve('src/cli/cms.js'), ...args])
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function seconds(time: number): string {
  return time.toFixed(1)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

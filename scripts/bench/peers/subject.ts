import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asker } from './ask.ts'
import type { Peer } from './peer.ts'
import { FIRST } from './posts.ts'
import { run } from './processes.ts'
import { type Running, startServer } from './server.ts'

/** System that is installed, with an account and its first post. */
export interface Subject {
  readonly peer: Peer
  readonly folder: string
  readonly headers: Readonly<Record<string, string>>
  /** Path of the database. */
  readonly database: string
  /** Path of a copy of the database that contains only the first post. */
  readonly base: string
  /** Response to a request for the first post, as the API created it. */
  readonly first: unknown
}

/** Running system with posts. */
export interface Filled {
  readonly subject: Subject
  readonly running: Running
  /** Ids and titles of the posts that requests use in turn. */
  readonly ids: readonly { readonly id: string; readonly title: string }[]
}

/** Maximum number of posts that requests by id use in turn. */
const SAMPLE = 500

/** File with the manifest of the installed packages. A run with `--keep` leaves the packages for the next one. */
const INSTALLED = 'node_modules/.installed.json'

/** Installs a system in a folder of its own, builds it, and creates the first post through its API. */
export async function installSubject(peer: Peer, folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (peer.packages && ['node_modules', 'package.json', 'package-lock.json'].includes(name)) continue
    rmSync(join(folder, name), { recursive: true })
  }
  for (const [path, text] of Object.entries(peer.files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await installPackages(peer, folder)
  await peer.prepare(folder)
  const running = await startServer(peer, folder, peer.health, {})
  try {
    const headers = await peer.signIn(running.url, folder)
    const ask = asker(running.url, headers)
    await peer.makeSchema?.(ask)
    const { create, byId, rowOf } = peer.requests
    const id = String(rowOf(await ask('POST', create.path, create.body(FIRST))).id)
    await peer.publish?.(ask, id)
    const first = await ask('GET', byId(id))
    await running.stop()
    const database = join(folder, peer.database(folder))
    const base = join(folder, 'base.db')
    emptyLog(database)
    copyFileSync(database, base)
    return { peer, folder, headers, database, base, first }
  } finally {
    await running.stop()
  }
}

async function installPackages({ packages }: Peer, folder: string): Promise<void> {
  if (!packages) return
  const { dependencies, overrides = {}, compiled = [], type = 'commonjs' } = packages
  const manifest = JSON.stringify({ name: 'peer', version: '0.0.0', private: true, type, dependencies, overrides })
  const note = join(folder, INSTALLED)
  if (existsSync(note) && readFileSync(note, 'utf8') === manifest) return
  writeFileSync(join(folder, 'package.json'), manifest)
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {})
  // Native code without a binary is compiled here, because npm would run the scripts of all packages.
  for (const name of compiled) await run(folder, 'npm', ['rebuild', name, '--loglevel=error'], {})
  writeFileSync(note, manifest)
}

/**
 * Fills the database of a system with posts.
 * @param posts path of a database that `writePosts` created
 */
export function fillSubject({ peer, database, base }: Subject, posts: string): void {
  for (const end of ['-wal', '-shm', '-journal']) rmSync(`${database}${end}`, { force: true })
  copyFileSync(base, database)
  const opened = new DatabaseSync(database, { enableForeignKeyConstraints: false })
  try {
    opened.prepare('ATTACH ? AS filling').run(posts)
    opened.exec('BEGIN')
    peer.fill(opened)
    opened.exec('COMMIT; DETACH filling')
  } finally {
    opened.close()
  }
  emptyLog(database)
}

/** Drops the indexes that the project declares, while the system runs: a start might create them again. */
export function dropDeclaredIndexes({ peer: { declaredIndexes }, database }: Subject): void {
  const opened = new DatabaseSync(database, { timeout: 10_000 })
  try {
    for (const name of declaredIndexes) opened.exec(`DROP INDEX "${name}"`)
  } finally {
    opened.close()
  }
}

/** Starts a system with posts, and waits for its first response: the newest list, as an administrator. */
export function startSubject({ peer, folder, headers }: Subject): Promise<Running> {
  return startServer(peer, folder, peer.requests.newest, headers)
}

/** Returns posts from all parts of the table. */
export function sampleOf({ peer, database }: Subject, total: number): Filled['ids'] {
  const { name, id } = peer.table
  const opened = new DatabaseSync(database, { readOnly: true })
  try {
    const step = Math.max(1, Math.floor(total / SAMPLE))
    return opened
      .prepare(`SELECT "${id}" AS id, title FROM "${name}" WHERE rowid % ${step} = 0 LIMIT ${SAMPLE}`)
      .all()
      .map((row) => ({ id: String(row.id), title: String(row.title) }))
  } finally {
    opened.close()
  }
}

/** Writes the contents of a database's write-ahead log to the database, so that its file is complete. */
function emptyLog(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`)
  const opened = new DatabaseSync(path)
  opened.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  opened.close()
}

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asker } from './ask.ts'
import type { Peer } from './peer.ts'
import { FIRST } from './posts.ts'
import { run } from './processes.ts'
import { type Running, startServer } from './server.ts'

/** A peer that is installed, with an account and its first post. */
export interface Subject {
  readonly peer: Peer
  readonly folder: string
  readonly headers: Readonly<Record<string, string>>
  /** Path of its database. */
  readonly database: string
  /** Path of a copy of it with the first post alone. */
  readonly base: string
  /** Answer to a request for the first post, as its API has written it. */
  readonly first: unknown
}

/** A running subject with posts. */
export interface Filled {
  readonly subject: Subject
  readonly running: Running
  /** Ids among which requests go round, with their titles. */
  readonly ids: readonly { readonly id: string; readonly title: string }[]
}

/** Posts among which requests by id go round. */
const SAMPLE = 500

/** Packages that are installed, as the manifest that asked for them. A run with `--keep` leaves them for the next. */
const INSTALLED = 'node_modules/.installed.json'

/** Installs a peer in a folder of its own, builds it, and lets it write the first post. */
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
  // Native code that comes with no binary is compiled: npm would run the scripts of all that it installs.
  for (const name of compiled) await run(folder, 'npm', ['rebuild', name, '--loglevel=error'], {})
  writeFileSync(note, manifest)
}

/** Gives a subject so many posts. @param posts path of a database that `writePosts` has made */
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

/** Takes the indexes away that the project has declared, while it runs: a start may bring them back. */
export function dropDeclaredIndexes({ peer: { declaredIndexes }, database }: Subject): void {
  const opened = new DatabaseSync(database, { timeout: 10_000 })
  try {
    for (const name of declaredIndexes) opened.exec(`DROP INDEX "${name}"`)
  } finally {
    opened.close()
  }
}

/** Starts a subject with posts; its first answer is the newest list, as an administrator. */
export function startSubject({ peer, folder, headers }: Subject): Promise<Running> {
  return startServer(peer, folder, peer.requests.newest, headers)
}

/** Posts all over the table. */
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

/** Writes what stands in the log of a database into it, so that its file is all of it. */
function emptyLog(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`)
  const opened = new DatabaseSync(path)
  opened.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  opened.close()
}

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fingerprint } from '../api/dataset.ts'
import { fill } from '../api/fill.ts'
import type { Subject } from '../api/subject.ts'
import { run } from './running.ts'

/** Folder in which filled databases are kept between runs; git ignores it. */
const FOLDER = '.wrangler/bench-node'

/**
 * Returns the data folder of a service with `rows` posts: a new copy of a database that is kept between runs.
 * @param main module of a built server, which creates the schema
 */
export async function dataFolder(main: string, rows: number): Promise<string> {
  const kept = resolve(FOLDER, `${rows}-${await fingerprint()}`)
  if (!existsSync(kept)) await make(main, rows, kept)
  const folder = resolve(FOLDER, 'run')
  rmSync(folder, { recursive: true, force: true })
  cpSync(kept, folder, { recursive: true })
  return folder
}

async function make(main: string, rows: number, kept: string): Promise<void> {
  const unfinished = `${kept}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const server = await run({ main, path: '/api/posts', processes: 1, dataFolder: unfinished })
  await server.stop()
  const db = new DatabaseSync(join(unfinished, 'lintel.db'))
  await fill({ sql: async (...statements) => together(db, statements) }, rows, () => {})
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  cpSync(unfinished, kept, { recursive: true })
  rmSync(unfinished, { recursive: true })
}

function together(db: DatabaseSync, statements: readonly string[]): ReturnType<Subject['sql']> {
  db.exec('BEGIN')
  const rows = statements.map((sql) => db.prepare(sql).all())
  db.exec('COMMIT')
  return rows as unknown as ReturnType<Subject['sql']> // rows contain only text, numbers and `null`
}

/** Turns the cache on or off, and turns off the plugins in `demos`. */
export function setPlugins(folder: string, { cache, demos }: { cache: boolean; demos: readonly string[] }): void {
  const db = new DatabaseSync(join(folder, 'lintel.db'), { timeout: 5000 })
  db.prepare('UPDATE "plugins" SET "active" = ? WHERE "name" = ?').run(cache ? 1 : 0, 'cache')
  for (const name of demos) db.prepare('UPDATE "plugins" SET "active" = 0 WHERE "name" = ?').run(name)
  db.close()
}

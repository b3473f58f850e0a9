import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Bundled } from '../served.ts'
import { fill } from './fill.ts'
import { startSubject } from './subject.ts'

/** Folder in which filled databases are kept between runs; git ignores it. */
const FOLDER = '.wrangler/bench'

/**
 * Returns the folder of a database with `rows` posts. The database is created if there is none for the current schema
 * and contents.
 * @param worker the bundled subject, which creates the schema
 */
export async function dataset(worker: Bundled, rows: number, root: string = FOLDER): Promise<string> {
  const name = `${rows}-${await fingerprint()}`
  const folder = resolve(root, name)
  if (existsSync(folder)) return folder
  await removeOutdated(root, rows)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const subject = await startSubject(worker, unfinished)
  try {
    await makeSchema(subject.url)
    await fill(subject, rows, (posts) => showProgress(posts, rows))
  } finally {
    await subject.dispose()
  }
  await rename(unfinished, folder)
  return folder
}

/** Returns a hash of everything that a database is made from: the migrations, and the code that fills it. */
export async function fingerprint(): Promise<string> {
  const migrations = (await readdir('migrations')).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256')
  for (const path of [...migrations.map((name) => join('migrations', name)), join(import.meta.dirname, 'fill.ts')]) {
    hash.update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 12)
}

async function removeOutdated(root: string, rows: number): Promise<void> {
  const entries = await readdir(root).catch(() => [])
  for (const entry of entries.filter((name) => name.startsWith(`${rows}-`))) {
    await rm(join(root, entry), { recursive: true, force: true })
  }
}

async function makeSchema(url: URL): Promise<void> {
  const answer = await fetch(new URL('/api/posts', url))
  if (!answer.ok) throw new Error(`The service does not start: ${await answer.text()}`)
}

function showProgress(posts: number, rows: number): void {
  if (!process.stderr.isTTY && posts < rows) return
  const end = posts < rows ? '' : '\n'
  process.stderr.write(`\rmaking ${rows.toLocaleString('en')} posts: ${Math.round((100 * posts) / rows)} %${end}`)
}

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that programs and bundles of tests are made of, besides the packages. */
const FOLDERS = ['src', 'plugins', 'collections', 'migrations', 'dist', 'test']

const KEPT = 'node_modules/.cache/lintel-tests'

/** Folders of earlier states that are kept, for who goes back and forth. */
const COUNT = 4

/**
 * The folder in which programs and bundles of the tests' projects are kept from one run to the next. It is another one
 * as soon as a file that they are made of differs.
 */
export function keptFolder(): string {
  const folder = join(KEPT, hashOfInputs())
  mkdirSync(folder, { recursive: true })
  utimesSync(folder, new Date(), new Date())
  const older = readdirSync(KEPT)
    .map((name) => ({ name, used: statSync(join(KEPT, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used)
    .slice(COUNT)
  for (const { name } of older) rmSync(join(KEPT, name), { recursive: true, force: true })
  return folder
}

function hashOfInputs(): string {
  const hash = createHash('sha256').update(process.version)
  // Which migrations are sealed, by git and by the note of the pending one.
  hash.update(spawnSync('git', ['rev-parse', 'HEAD']).stdout ?? '')
  const note = ['.cms/pending'].filter((path) => existsSync(path))
  for (const path of [...note, ...filesAtTop(), ...FOLDERS.flatMap(filesBelow)]) {
    hash.update(`\0${path}\0`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

function filesAtTop(): string[] {
  const entries = readdirSync('.', { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

/** Files of a folder but for tests themselves, which no program is made of. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hashOfFile } from './inputs.ts'

/** Environment variable with the path of the folder that test processes share programs and bundles in. */
export const BUNDLES = 'TEST_BUNDLES'

/** Folder in which programs and bundles are kept between runs. */
const KEPT = 'node_modules/.cache/lintel-tests/made'

/** Maximum number of kept files: enough for several states of the sources, such as when branches are switched. */
const COUNT = 150

/** Value, and the files that it was made from and that its key does not cover. */
export interface Made<Value> {
  readonly value: Value
  /** Hashes by absolute path. */
  readonly inputs: Readonly<Record<string, string | null>>
}

/** Creates the folder of kept files, deletes all but the most recently used ones, and returns its absolute path. */
export function keptFolder(): string {
  mkdirSync(KEPT, { recursive: true })
  const oldest = readdirSync(KEPT)
    .map((name) => ({ name, used: statSync(join(KEPT, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used)
    .slice(COUNT)
  for (const { name } of oldest) rmSync(join(KEPT, name), { recursive: true, force: true })
  return resolve(KEPT)
}

/** Values that this process has made or read, by the path of their file. */
const known = new Map<string, Made<unknown>>()

/**
 * Returns a kept value with the same key and unchanged inputs, or makes and keeps it. Without `BUNDLES`, makes it.
 * @param kind beginning of the file's name
 * @param key texts that identify the value
 */
export async function madeOnce<Value>(
  kind: string,
  key: readonly string[],
  make: () => Promise<Made<Value>>,
): Promise<Value> {
  const folder = process.env[BUNDLES]
  if (folder === undefined) return (await make()).value
  const hash = createHash('sha256')
  for (const text of key) hash.update('\0').update(text)
  const path = join(folder, `${kind}-${hash.digest('hex').slice(0, 32)}.json`)
  const kept = (known.get(path) ?? read(path)) as Made<Value> | null
  const made = kept && isCurrent(kept) ? kept : await make()
  if (made !== kept) keep(path, made)
  known.set(path, made)
  return made.value
}

function isCurrent({ inputs }: Made<unknown>): boolean {
  return Object.entries(inputs).every(([path, hash]) => hashOfFile(path) === hash)
}

function read(path: string): Made<unknown> | null {
  if (!statSync(path, { throwIfNoEntry: false })) return null
  utimesSync(path, new Date(), new Date())
  return JSON.parse(readFileSync(path, 'utf8')) as Made<unknown>
}

/** Writes the file atomically, because other processes may read it at the same time. */
function keep(path: string, made: Made<unknown>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(made))
  renameSync(`${path}.${process.pid}`, path)
}

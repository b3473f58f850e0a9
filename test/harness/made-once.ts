import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hashOfFile } from './inputs.ts'

/** Names the folder in which test runs keep the programs and bundles that they share. */
export const BUNDLES = 'TEST_BUNDLES'

/** Programs and bundles are kept here from one run to the next. */
const KEPT = 'node_modules/.cache/lintel-tests/made'

/** Files that are kept: those of some states of the sources, for who goes back and forth. */
const COUNT = 150

/** Something that was made, with the files that it is made from and that its key does not tell. */
export interface Made<Value> {
  readonly value: Value
  /** Hashes by absolute path. */
  readonly inputs: Readonly<Record<string, string | null>>
}

/** The folder of what is kept, without what nobody has used for the longest time. */
export function keptFolder(): string {
  mkdirSync(KEPT, { recursive: true })
  const oldest = readdirSync(KEPT)
    .map((name) => ({ name, used: statSync(join(KEPT, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used)
    .slice(COUNT)
  for (const { name } of oldest) rmSync(join(KEPT, name), { recursive: true, force: true })
  return resolve(KEPT)
}

/** Values that this process has made or read, by their file. */
const known = new Map<string, Made<unknown>>()

/**
 * Makes something, or takes it over where this process, another one or an earlier run has made it from the same.
 * @param kind begins the name of its file
 * @param key texts that tell it apart
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

/** Whole or not at all: another process may look for it at this moment. */
function keep(path: string, made: Made<unknown>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(made))
  renameSync(`${path}.${process.pid}`, path)
}

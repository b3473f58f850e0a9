import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { testRunner } from '../test-run.ts'
import type { WorkCopy } from '../work-copy.ts'
import { mark } from './mark.ts'
import { FOLDER } from './write.ts'

/** Result of a test file on instrumented but otherwise unchanged source code. */
export interface Measured {
  readonly file: string
  readonly seconds: number
  /**
   * Full names of the tests that fail because they look at the text of the source code, which would fail at every
   * change.
   */
  readonly failed: readonly string[]
  /** Functions that the test file reaches, as `file:position`. */
  readonly reached: readonly string[]
}

/** Result of an earlier run, with the hashes of the test file and of the sources that it reaches, by path. */
type Kept = Measured & { readonly hash: string; readonly sources: Readonly<Record<string, string>> }

/** Maximum time for all tests of an area, in seconds. */
const PATIENCE = 3600

/**
 * Runs test files once to learn which functions of the sources they reach, in this process, in workerd and in commands.
 * Uses the results of earlier runs if neither the sources nor the test file have changed.
 */
export async function measure(
  copy: WorkCopy,
  area: string,
  sources: ReadonlyMap<string, string>,
  tests: readonly string[],
): Promise<Measured[]> {
  const cache = resolve('node_modules/.cache/lintel-mutate', `${area}.json`)
  const known: Kept[] = existsSync(cache) ? (JSON.parse(readFileSync(cache, 'utf8')) as Kept[]) : []
  const current = known.filter((kept) => isCurrent(kept, sources))
  const asked = tests.filter((file) => !current.some((kept) => kept.file === file))
  const fresh = asked.length === 0 ? [] : await reachedBy(copy, sources, asked)
  const all = [
    ...current.filter(({ file }) => tests.includes(file)),
    ...fresh.map((measured) => ({ ...measured, ...hashesOf(measured, sources) })),
  ]
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify(all))
  return all
}

/**
 * Tells whether neither the test file nor a source that it reaches has changed. Only such a change can make it reach
 * other functions.
 */
function isCurrent(kept: Kept, sources: ReadonlyMap<string, string>): boolean {
  if (!existsSync(kept.file)) return false
  const { hash, sources: hashes } = hashesOf(kept, sources)
  return kept.hash === hash && Object.entries(hashes).every(([file, hash]) => kept.sources[file] === hash)
}

function hashesOf({ file, reached }: Measured, sources: ReadonlyMap<string, string>): Pick<Kept, 'hash' | 'sources'> {
  const files = [...new Set(reached.map((place) => place.slice(0, place.lastIndexOf(':'))))]
  return {
    hash: hashOf(...MEANS, readFileSync(file, 'utf8')),
    sources: Object.fromEntries(files.map((source) => [source, hashOf(sources.get(source) ?? '')])),
  }
}

/** Text of the modules that record what a test file reaches. */
const MEANS = ['./mark.ts', './write.ts'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))

function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}

async function reachedBy(
  copy: WorkCopy,
  sources: ReadonlyMap<string, string>,
  tests: readonly string[],
): Promise<Measured[]> {
  const folder = mkdtempSync(join(copy.root, '.reached-'))
  const places: string[] = []
  for (const [file, text] of sources) {
    const marked = mark(file, text, places.length)
    places.push(...marked.functions.map(({ start }) => `${file}:${start}`))
    copy.write(file, marked.text)
  }
  try {
    const env = {
      [FOLDER]: folder,
      NODE_OPTIONS: `--import ${join(copy.root, 'scripts/mutate/reached/in-children.ts')}`,
    }
    const runner = testRunner(copy.root, { env })
    const results = await runner.run({ files: tests, patience: PATIENCE })
    runner.end()
    if (results === null) throw new Error(`the tests take longer than ${PATIENCE} seconds`)
    return results
      .filter(({ isBroken }) => !isBroken)
      .map(({ file, seconds, failed }) => ({ file, seconds, failed, reached: readReached(folder, file, places) }))
  } finally {
    for (const [file, text] of sources) copy.write(file, text)
    rmSync(folder, { recursive: true })
  }
}

function readReached(folder: string, test: string, places: readonly string[]): string[] {
  const path = join(folder, encodeURIComponent(test))
  if (!existsSync(path)) return []
  const ids = new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number))
  return [...ids].flatMap((id) => places[id] ?? [])
}

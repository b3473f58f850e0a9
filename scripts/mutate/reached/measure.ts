import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runTests } from '../test-run.ts'
import type { WorkCopy } from '../work-copy.ts'
import { mark } from './mark.ts'
import { FOLDER } from './write.ts'

/** A test file as it runs when nothing is changed but that functions note that they run. */
export interface Measured {
  readonly file: string
  readonly seconds: number
  /** Tests that fail then, by their full names: they look at the text of the source, and would fail at every change. */
  readonly failed: readonly string[]
  /** Functions that it reaches, as `file:place`. */
  readonly reached: readonly string[]
}

type Kept = Measured & { readonly hash: string }

/** Longest time for all tests of an area, in seconds. */
const PATIENCE = 3600

/**
 * Runs test files once to learn which functions of the sources they reach, here, in workerd and in commands. What is
 * known from before is taken where neither the sources nor the test file have changed.
 */
export async function measure(
  copy: WorkCopy,
  area: string,
  sources: ReadonlyMap<string, string>,
  tests: readonly string[],
): Promise<Measured[]> {
  const cache = resolve('node_modules/.cache/lintel-mutate', `${area}.json`)
  const known: Kept[] = existsSync(cache) ? (JSON.parse(readFileSync(cache, 'utf8')) as Kept[]) : []
  const hashOf = hasher(sources)
  const isKnown = (file: string) => known.some((kept) => kept.file === file && kept.hash === hashOf(file))
  const asked = tests.filter((file) => !isKnown(file))
  const fresh = asked.length === 0 ? [] : await reachedBy(copy, sources, asked)
  const all = [
    ...known.filter(({ file }) => tests.includes(file) && !asked.includes(file)),
    ...fresh.map((measured) => ({ ...measured, hash: hashOf(measured.file) })),
  ]
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify(all))
  return all
}

/** A test file is known by its text, by the texts of the sources, whose places it reaches, and by how that is noted. */
function hasher(sources: ReadonlyMap<string, string>): (file: string) => string {
  const means = ['./mark.ts', './write.ts'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  const base = createHash('sha256').update(JSON.stringify([means, ...sources]))
  return (file) => base.copy().update(readFileSync(file)).digest('hex')
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
    const results = await runTests(copy.root, { files: tests, patience: PATIENCE, env })
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

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Test files that detected a mutant of a source file. */
export interface Killers {
  /** Returns the test files for a source file, the latest first. */
  of(source: string): readonly string[]
  note(source: string, test: string): void
}

/** Reads the results of earlier runs, which only determine the order of the tests. */
export function readKillers(): Killers {
  const path = resolve('node_modules/.cache/lintel-mutate/killers.json')
  const known: Record<string, readonly string[]> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    of: (source) => known[source] ?? [],
    note: (source, test) => {
      known[source] = [test, ...(known[source] ?? []).filter((file) => file !== test)]
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(known))
    },
  }
}

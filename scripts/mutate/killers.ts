import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The test files that have noticed a change of a source file, the last one first. */
export interface Killers {
  of(source: string): readonly string[]
  note(source: string, test: string): void
}

/** Reads what earlier runs have found; it only says which tests to ask first. */
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

import { createHash } from 'node:crypto'
import { atFileEnd } from './at-file-end.ts'
import { COMMIT, SCOPE } from './scope.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Number of table rows in the file that this run leaves out, and the number of all. */
    rows?: { readonly left: number; readonly all: number }
  }
}

/** The share of `npm test` is one row in this number. */
const SHARES = 10

/**
 * Returns the rows of a table that this run tests. `npm test` tests about a tenth, which differs between commits.
 * `npm run test:rest` tests the other rows; `npm run test:all`, and a run of the file on its own, test all rows.
 * @param nameOf returns the unique name of a row, which is the same at each commit
 */
export function shareOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  const { [SCOPE]: scope, [COMMIT]: commit = '' } = process.env
  const chosen = chosenOf(rows, (row) => hashOf(commit, nameOf(row)))
  const others = rows.filter((row) => !chosen.includes(row))
  // A file without tests fails, so `rest` also runs the only row of a table.
  const tried = scope === undefined ? rows : scope === 'often' || others.length === 0 ? chosen : others
  atFileEnd((meta) => {
    const { left = 0, all = 0 } = meta.rows ?? {}
    meta.rows = { left: left + rows.length - tried.length, all: all + rows.length }
  })
  return tried
}

/**
 * Returns the number of random cases that this run tests: a tenth of `count` for `npm test`, all otherwise.
 * @param count number of cases of `npm run test:all`
 */
export function shareOfRuns(count: number): number {
  return process.env[SCOPE] === 'often' ? Math.ceil(count / SHARES) : count
}

/** Returns a whole number from 0 that differs between commits, for tests that choose cases without `shareOf`. */
export function turn(): number {
  return hashOf(process.env[COMMIT] ?? '', 'turn')
}

/** Returns about one row in ten, and at least one if there are rows. */
function chosenOf<Row>(rows: readonly Row[], hashOf: (row: Row) => number): readonly Row[] {
  const hashes = new Map(rows.map((row) => [row, hashOf(row)]))
  const least = Math.min(...hashes.values())
  const chosen = rows.filter((row) => Number(hashes.get(row)) % SHARES === 0)
  return chosen.length > 0 ? chosen : rows.filter((row) => hashes.get(row) === least)
}

function hashOf(commit: string, name: string): number {
  return createHash('sha256').update(`${commit}\0${name}`).digest().readUInt32BE()
}

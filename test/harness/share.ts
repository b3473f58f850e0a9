import { createHash } from 'node:crypto'
import { atFileEnd } from './at-file-end.ts'
import { COMMIT, SCOPE } from './scope.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the file's tables that this run leaves out, and all that there are. */
    rows?: { readonly left: number; readonly all: number }
  }
}

/** One row in so many is a share. */
const SHARES = 10

/**
 * Gives the rows of a table that this run tries. `npm test` tries a tenth, another one at each commit, so that every row has its
 * turn; `npm run test:rest` tries the other nine, and a run of the file alone, like `npm run test:all`, tries them all.
 * @param nameOf tells rows apart; the same row keeps its name from commit to commit
 */
export function shareOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  const { [SCOPE]: scope, [COMMIT]: commit = '' } = process.env
  const chosen = chosenOf(rows, (row) => hashOf(commit, nameOf(row)))
  const others = rows.filter((row) => !chosen.includes(row))
  // A file without a test fails: of a table with one row both try it.
  const tried = scope === undefined ? rows : scope === 'often' || others.length === 0 ? chosen : others
  atFileEnd((meta) => {
    const { left = 0, all = 0 } = meta.rows ?? {}
    meta.rows = { left: left + rows.length - tried.length, all: all + rows.length }
  })
  return tried
}

/**
 * Gives how often this run tries a property. `npm test` tries a tenth.
 * @param count runs of `npm run test:all`
 */
export function shareOfRuns(count: number): number {
  return process.env[SCOPE] === 'often' ? Math.ceil(count / SHARES) : count
}

/** A whole number from 0 that is another one at each commit, for what chooses by other means than `shareOf`. */
export function turn(): number {
  return hashOf(process.env[COMMIT] ?? '', 'turn')
}

/** About one row in ten, and one in any case. */
function chosenOf<Row>(rows: readonly Row[], hashOf: (row: Row) => number): readonly Row[] {
  const hashes = new Map(rows.map((row) => [row, hashOf(row)]))
  const least = Math.min(...hashes.values())
  const chosen = rows.filter((row) => Number(hashes.get(row)) % SHARES === 0)
  return chosen.length > 0 ? chosen : rows.filter((row) => hashes.get(row) === least)
}

function hashOf(commit: string, name: string): number {
  return createHash('sha256').update(`${commit}\0${name}`).digest().readUInt32BE()
}

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
  const isTried = (row: Row) => scope === undefined || isChosen(commit, nameOf(row)) === (scope === 'often')
  const tried = rows.filter(isTried)
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

function isChosen(commit: string, name: string): boolean {
  return createHash('sha256').update(`${commit}\0${name}`).digest().readUInt32BE() % SHARES === 0
}

import type { SourceFile } from './read-batches.ts'
import type { LineProblem } from './read-line.ts'

/** A problem where people find it: the line is counted in its file. */
export interface LocatedProblem extends LineProblem {
  readonly file: string
}

/** Problems with an import: how much, and the first of it. */
export interface ProblemList {
  readonly total: number
  readonly first: readonly LocatedProblem[]
  readonly add: (problem: LineProblem) => void
  /** A file begins after so many lines. */
  readonly begin: (file: SourceFile, before: number) => void
}

/** Problems that are kept; the others are only counted. */
const KEPT = 100

export function createProblemList(): ProblemList {
  const starts: { file: string; before: number }[] = []
  const first: LocatedProblem[] = []
  let total = 0
  return {
    get total() {
      return total
    },
    first,
    add({ line, path, message }) {
      total += 1
      if (first.length === KEPT) return
      const start = starts.findLast(({ before }) => before < line)
      first.push({ file: start?.file ?? '', line: line - (start?.before ?? 0), path, message })
    },
    begin: ({ name }, before) => void starts.push({ file: name, before }),
  }
}

import type { SourceFile } from './read-batches.ts'
import type { LineProblem } from './read-line.ts'

/** Problem, with the file that contains its line. */
export interface LocatedProblem extends LineProblem {
  readonly file: string
}

/** Problems of an import: the total number, and the first ones. */
export interface ProblemList {
  readonly total: number
  readonly first: readonly LocatedProblem[]
  readonly add: (problem: LineProblem) => void
  /** Begins a file. `before` is the number of lines in the files before it. */
  readonly begin: (file: SourceFile, before: number) => void
}

/** Maximum number of problems that are kept; any others are only counted. */
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

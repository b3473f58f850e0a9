import { Failure } from 'lintel/importing'
import { SourceFailure } from './text/source-failure.ts'

/** File of an export, or part of a file, that cannot be read. Other files are still read. */
export interface SourceProblem {
  readonly file: string
  /** Line, from 1; `null` for the whole file. */
  readonly line: number | null
  /** Sentences that say what is wrong, and what to do. */
  readonly message: string
}

export interface SourceProblems {
  readonly total: number
  /** First thousand problems. */
  readonly first: readonly SourceProblem[]
}

/** Collects the parts of a source that cannot be read. */
export interface ProblemCollector extends SourceProblems {
  /**
   * Notes a problem with a record, or with a file.
   * @param isEnd true if the rest of the file is not read
   * @throws the error, if it is not a Failure
   */
  add(error: unknown, file: string, isEnd?: boolean): void
  /** Resets `total` and `first` before the source is read again. */
  clear(): void
  /**
   * Throws the first problem ever added, if there is one.
   * @throws Failure
   */
  throwFirst(): void
}

const KEPT = 1000

export function createProblemCollector(): ProblemCollector {
  let total = 0
  let failure: Failure | null = null
  const first: SourceProblem[] = []
  return {
    get total() {
      return total
    },
    first,
    add(error, file, isEnd = false) {
      if (!(error instanceof Failure)) throw error
      failure ??= error
      total += 1
      if (first.length < KEPT) first.push(problemOf(error, file, isEnd))
    },
    clear() {
      total = 0
      first.length = 0
    },
    throwFirst() {
      if (failure !== null) throw failure
    },
  }
}

function problemOf(error: Failure, file: string, isEnd: boolean): SourceProblem {
  const hint = error.hint === null ? '' : ` ${error.hint}`
  if (error instanceof SourceFailure) {
    const { file, line, sentence } = error
    const end = isEnd && line !== null && line > 1 ? ' The rest of the file was not read.' : ''
    return { file, line, message: sentence + end + hint }
  }
  return { file, line: null, message: error.message + hint }
}

import { Failure } from '../failure.ts'
import { SourceFailure } from './text/source-failure.ts'

/** A file of an export, or a part of it, that cannot be read. The others are read all the same. */
export interface SourceProblem {
  readonly file: string
  /** From 1; `null` for all of the file. */
  readonly line: number | null
  /** Sentences about what is wrong with it, and what to do. */
  readonly message: string
}

export interface SourceProblems {
  readonly total: number
  /** The first thousand. */
  readonly first: readonly SourceProblem[]
}

/** Collects what a reader cannot read. */
export interface ProblemCollector extends SourceProblems {
  /**
   * Notes what is wrong with a record, or with a file.
   * @param isEnd tells that nothing is read of the file behind that place
   * @throws the error, where it does not say what is wrong with a file
   */
  add(error: unknown, file: string, isEnd?: boolean): void
  /** Forgets everything: a new reading finds it anew. */
  clear(): void
  /** @throws Failure with the first problem, if there is one */
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
    const end = isEnd && line !== null && line > 1 ? ' The file is not read from there on.' : ''
    return { file, line, message: sentence + end + hint }
  }
  return { file, line: null, message: error.message + hint }
}

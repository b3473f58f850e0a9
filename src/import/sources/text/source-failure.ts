import { exitCodes, Failure, visibleInLine } from 'lintel/importing'

/** Failure at a position in an export: `posts.csv:12: The row has 3 values.` */
export class SourceFailure extends Failure {
  readonly file: string
  /** Number of the line, from 1. */
  readonly line: number | null
  /** Message without the position. */
  readonly sentence: string

  constructor(file: string, line: number | null, sentence: string, hint?: string) {
    super(`${visibleInLine(file)}${line === null ? '' : `:${line}`}: ${sentence}`, hint === undefined ? {} : { hint })
    this.file = file
    this.line = line
    this.sentence = sentence
  }
}

export function sourceFailure(file: string, line: number | null, sentence: string, hint?: string): SourceFailure {
  return new SourceFailure(file, line, sentence, hint)
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'does not exist.',
  EISDIR: 'is a folder; a file was expected.',
  EACCES: 'may not be read by this user.',
  EPERM: 'may not be read by this user.',
  ELOOP: 'is a symbolic link to itself.',
}

/** Turns an error of the file system into a failure with a sentence; returns any other error as it is. */
export function fileFailure(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]
  return reason === undefined ? error : new Failure(`${path} ${reason}`, { exitCode: exitCodes.usage })
}

import type { Node } from 'ts-morph'
import type { Source } from './source.ts'

export type RefusalReason = 'shape' | 'outside' | 'exists' | 'missing' | 'invalid'

/** An edit that is not made: nothing has been written. */
export class EditRefused extends Error {
  readonly why: RefusalReason
  /** Relative to the project; `null` where no file is to blame. */
  readonly file: string | null
  readonly line: number | null

  constructor(why: RefusalReason, message: string, file: string | null = null, line: number | null = null) {
    super(message)
    this.why = why
    this.file = file
    this.line = line
  }
}

/** A shape that would have to be rewritten: says where it stands. */
export function refuseShape({ path }: Source, node: Node, message: string): EditRefused {
  return new EditRefused('shape', message, path, node.getStartLineNumber())
}

import type { Node } from 'ts-morph'
import type { Source } from './source.ts'

export type RefusalReason = 'shape' | 'outside' | 'exists' | 'missing' | 'invalid'

/** Thrown if an edit cannot be made. Nothing has been written. */
export class EditRefused extends Error {
  readonly why: RefusalReason
  /** Path relative to the project; `null` if no file is the cause. */
  readonly file: string | null
  readonly line: number | null

  constructor(why: RefusalReason, message: string, file: string | null = null, line: number | null = null) {
    super(message)
    this.why = why
    this.file = file
    this.line = line
  }
}

/** Creates the refusal for code that cannot be changed in place, with its position. */
export function refuseShape({ path }: Source, node: Node, message: string): EditRefused {
  return new EditRefused('shape', message, path, node.getStartLineNumber())
}

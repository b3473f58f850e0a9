/** Parts of a review that a comment shows. */
export interface Limits {
  /** Maximum number of changes under Opens and Lost together. */
  readonly grave: number
  /** Maximum number of changes that break clients. */
  readonly breaks: number
  /** Maximum number of harmless changes. */
  readonly rest: number
  readonly withSql: boolean
  /** Maximum length of a reason, in characters; with 0, reasons are left out. */
  readonly reason: number
  /** Maximum length of a sentence, in characters. */
  readonly sentence: number
  /** True if the consequences of a change are listed below it. */
  readonly withLines: boolean
}

export const WHOLE: Limits = {
  grave: Number.POSITIVE_INFINITY,
  breaks: Number.POSITIVE_INFINITY,
  rest: Number.POSITIVE_INFINITY,
  withSql: true,
  reason: Number.POSITIVE_INFINITY,
  sentence: Number.POSITIVE_INFINITY,
  withLines: true,
}

/** What was found when the migrations that the base does not have were run on sample rows. */
export interface Proven {
  /** The engine that ran them: D1's own in workerd, or SQLite's as Node has it. */
  readonly engine: 'D1' | 'SQLite'
  /** Sample rows that were there before, and the tables that held them. */
  readonly rows: number
  readonly tables: number
  /** What did not survive, and was named as lost: `posts.legacy`, with how many values or rows. */
  readonly lost: readonly { readonly what: string; readonly count: number }[]
  /** What went wrong, a sentence each; empty where nothing did. */
  readonly failures: readonly string[]
}

/** `replayed on D1, 312 sample rows in 9 tables, nothing lost but 25 values of posts.legacy`. */
export function provenInWords({ engine, rows, tables, lost, failures }: Proven): string {
  const tried = `replayed on ${engine}, ${count(rows, 'sample row')} in ${count(tables, 'table')}`
  if (failures.length > 0) return `${tried}: ${failures.join('; ')}`
  const named = lost.map(({ what, count }) => `${what} (${count})`).join(', ')
  return lost.length === 0 ? `${tried}, nothing lost` : `${tried}, nothing lost but ${named}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

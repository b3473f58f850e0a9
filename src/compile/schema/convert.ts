import type { FieldFacts } from './facts.ts'

/** SQL that turns a stored value into one of another type; NULL stays NULL. */
export interface Conversion {
  readonly sql: string
  /** Values that the new type cannot say become NULL. */
  readonly isLossy: boolean
  /** Whether there is anything to do. */
  readonly isChange: boolean
}

type Stored = Exclude<FieldFacts['storage'], 'join'>

/**
 * How values of a column go over to another type of field. `column` is the old value as SQL.
 * Text becomes a number, a boolean or a point in time where it reads as one; rich text becomes its words, and words
 * become a paragraph.
 */
export function convert(before: FieldFacts, after: FieldFacts, column: string): Conversion {
  if (before.storage === 'join' || after.storage === 'join') throw new Error('a list of references has no column')
  if (before.kind === 'richText' && after.storage === 'text') return lossy(wordsOf(column))
  if (after.kind === 'richText' && before.storage !== 'json') return change(paragraphOf(column))
  if (before.kind === 'datetime' && after.kind === 'date') return lossy(moment(column, '%Y-%m-%d'))
  return CONVERSIONS[before.storage][after.storage](column)
}

const change = (sql: string): Conversion => ({ sql, isLossy: false, isChange: true })
const lossy = (sql: string): Conversion => ({ sql, isLossy: true, isChange: true })
const same = (column: string): Conversion => ({ sql: column, isLossy: false, isChange: false })

const asText = (column: string) => change(`CAST(${column} AS TEXT)`)
const asJson = (column: string) => change(`CASE WHEN ${column} IS NOT NULL THEN json_quote(${column}) END`)
const asReal = (column: string) => change(`CAST(${column} AS REAL)`)
const whole = (column: string) =>
  lossy(`CASE WHEN ${column} = CAST(${column} AS INTEGER) THEN CAST(${column} AS INTEGER) END`)
const truth = (column: string) => lossy(`${column} <> 0`)
const truthWord = (column: string) => `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
const moment = (column: string, format: string) => `strftime('${format}', ${column} / 1000.0, 'unixepoch')`
const instant = (column: string) => lossy(`CAST(round(unixepoch(${column}, 'subsec') * 1000) AS INTEGER)`)

/** What reads as a JSON number is one. */
const number = (column: string, type: 'INTEGER' | 'REAL') => {
  const accepted = type === 'INTEGER' ? `('integer')` : `('integer', 'real')`
  return lossy(
    `CASE WHEN json_valid(${column}) THEN CASE WHEN json_type(${column}) IN ${accepted} THEN CAST(${column} AS ${type}) END END`,
  )
}

const boolean = (column: string) =>
  lossy(`CASE lower(${column}) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END`)

const CONVERSIONS: Readonly<Record<Stored, Readonly<Record<Stored, (column: string) => Conversion>>>> = {
  text: {
    text: same,
    integer: (column) => number(column, 'INTEGER'),
    real: (column) => number(column, 'REAL'),
    boolean,
    datetime: instant,
    json: asJson,
  },
  integer: { text: asText, integer: same, real: asReal, boolean: truth, datetime: same, json: asJson },
  real: { text: asText, integer: whole, real: same, boolean: truth, datetime: whole, json: asJson },
  boolean: {
    text: (column) => change(truthWord(column)),
    integer: same,
    real: asReal,
    boolean: same,
    datetime: same,
    json: (column) => change(truthWord(column)),
  },
  datetime: {
    text: (column) => change(moment(column, '%Y-%m-%dT%H:%M:%fZ')),
    integer: same,
    real: asReal,
    boolean: truth,
    datetime: same,
    json: (column) => asJson(moment(column, '%Y-%m-%dT%H:%M:%fZ')),
  },
  json: {
    text: (column) => change(`CASE json_type(${column}) WHEN 'text' THEN ${column} ->> '$' ELSE ${column} END`),
    integer: (column) => number(column, 'INTEGER'),
    real: (column) => number(column, 'REAL'),
    boolean,
    datetime: (column) => instant(`${column} ->> '$'`),
    json: same,
  },
}

function wordsOf(column: string): string {
  return `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE key = 'text')`
}

function paragraphOf(column: string): string {
  const text = `json_object('type', 'text', 'text', CAST(${column} AS TEXT))`
  const paragraph = `json_object('type', 'paragraph', 'content', json_array(${text}))`
  return `CASE WHEN ${column} IS NOT NULL THEN json_object('type', 'doc', 'content', json_array(${paragraph})) END`
}

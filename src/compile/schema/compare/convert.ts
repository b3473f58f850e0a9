import { sqlText } from '../../../ground/sql-text.ts'
import type { FieldFacts } from '../steps/facts.ts'

/** SQL that converts a stored value to another type; NULL stays NULL. */
export interface Conversion {
  readonly sql: string
  /** True if values that the new type cannot represent become NULL. */
  readonly isLossy: boolean
  /** True if the conversion changes anything. */
  readonly isChange: boolean
}

type Stored = Exclude<FieldFacts['storage'], 'join'>

/**
 * Converts values of a column to another field type. Only a value that reads exactly as the new type is kept: text
 * becomes a number if it is a JSON number, a boolean if it is `true` or `false`, a date or time if it is ISO 8601, in
 * UTC unless it names a zone. A number becomes the text that JSON prints, rich text becomes its words, and text becomes
 * a paragraph.
 * @param column SQL of the old value
 */
export function convert(before: FieldFacts, after: FieldFacts, column: string): Conversion {
  if (before.storage === 'join' || after.storage === 'join') throw new Error('a list of references has no column')
  if (before.kind === after.kind && before.storage === after.storage) return same(column)
  if (after.inside || after.kind === 'richText') return structured(before, after, column)
  if (after.kind === 'date') return day(before, column)
  if (before.kind === 'richText' && after.storage === 'text') return lossy(wordsOf(column))
  return CONVERSIONS[before.storage][after.storage](column)
}

const change = (sql: string): Conversion => ({ sql, isLossy: false, isChange: true })
const lossy = (sql: string): Conversion => ({ sql, isLossy: true, isChange: true })
const same = (column: string): Conversion => ({ sql: column, isLossy: false, isChange: false })

/** Converts to a group, a list or rich text: JSON of the same form is kept, and text becomes a paragraph. */
function structured(before: FieldFacts, after: FieldFacts, column: string): Conversion {
  if (after.kind === 'richText' && before.storage !== 'json') {
    const text = before.storage === 'join' ? column : CONVERSIONS[before.storage].text(column).sql
    return change(paragraphOf(text))
  }
  if (before.kind !== 'json') return lossy('NULL')
  const form = after.inside?.form === 'object' || after.kind === 'richText' ? 'object' : 'array'
  return lossy(`CASE json_type(${column}) WHEN '${form}' THEN ${column} END`)
}

/** Returns the day, in UTC, of a point in time. */
function day(before: FieldFacts, column: string): Conversion {
  if (before.storage === 'datetime') return lossy(moment(column, '%Y-%m-%d'))
  if (before.storage === 'text') return lossy(`CASE WHEN ${isIsoTime(column)} THEN strftime('%Y-%m-%d', ${column}) END`)
  if (before.storage === 'json') return day({ ...before, storage: 'text' }, textIn(column))
  return lossy('NULL')
}

const asText = (column: string) => change(`CAST(${column} AS TEXT)`)
const asJson = (column: string) => change(`CASE WHEN ${column} IS NOT NULL THEN json_quote(${column}) END`)
const asReal = (column: string) => change(`CAST(${column} AS REAL)`)
/** Converts a number if it is an integer that JavaScript represents exactly. */
const whole = (column: string) =>
  lossy(
    `CASE WHEN ${column} = CAST(${column} AS INTEGER) AND abs(${column}) <= ${Number.MAX_SAFE_INTEGER} THEN CAST(${column} AS INTEGER) END`,
  )
const truth = (column: string) => lossy(`CASE ${column} WHEN 1 THEN 1 WHEN 0 THEN 0 END`)
const truthWord = (column: string) => `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
const moment = (column: string, format: string) => `strftime('${format}', ${column} / 1000.0, 'unixepoch')`
const textIn = (column: string) => `CASE json_type(${column}) WHEN 'text' THEN ${column} ->> '$' END`

/**
 * Returns the SQL condition that text is an ISO time. SQLite itself also accepts times without a day, Julian days,
 * `now`, and the 30th of February.
 */
const isIsoTime = (column: string) =>
  `${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' AND date(substr(${column}, 1, 10)) = substr(${column}, 1, 10) AND (length(${column}) = 10 OR substr(${column}, 11, 1) = 'T') AND ${column} NOT GLOB '* *' AND unixepoch(${column}) IS NOT NULL`

const instant = (column: string) =>
  lossy(`CASE WHEN ${isIsoTime(column)} THEN CAST(round(unixepoch(${column}, 'subsec') * 1000) AS INTEGER) END`)

/** Converts text that is a JSON number. */
const number = (column: string, type: 'INTEGER' | 'REAL') => {
  const accepted = type === 'INTEGER' ? `('integer')` : `('integer', 'real')`
  // Beyond this number, a cast returns the nearest number that exists.
  const largest = type === 'INTEGER' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE
  const isHeld = `json_type(${column}) IN ${accepted} AND abs(CAST(${column} AS REAL)) <= ${largest}`
  return lossy(`CASE WHEN json_valid(${column}) THEN CASE WHEN ${isHeld} THEN CAST(${column} AS ${type}) END END`)
}

/** SQL of milliseconds, for years that ISO 8601 writes with four digits. */
const inMilliseconds = (column: string) =>
  lossy(
    `CASE WHEN ${column} = CAST(${column} AS INTEGER) AND ${column} BETWEEN ${EARLIEST} AND ${LATEST} THEN CAST(${column} AS INTEGER) END`,
  )

const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

const boolean = (column: string) => lossy(`CASE ${column} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`)

/**
 * SQL of a number as JSON prints it: the fewest digits that read as the same number, integers without a point, an
 * exponent below 1e-6 and from 1e21 on (ECMA-262, Number::toString).
 */
const numeral = (column: string) => {
  const digits = `CASE WHEN CAST(printf('%!.15g', ${column}) AS REAL) = ${column} THEN printf('%!.15g', ${column}) WHEN CAST(printf('%!.16g', ${column}) AS REAL) = ${column} THEN printf('%!.16g', ${column}) ELSE printf('%!.17g', ${column}) END`
  const mantissa = `replace(replace(substr(${digits}, 1, instr(${digits}, 'e') - 1), '.', ''), '-', '')`
  return [
    `CASE WHEN ${column} IS NULL THEN NULL`,
    `WHEN ${column} = CAST(${column} AS INTEGER) AND abs(${column}) < 9007199254740992 THEN CAST(CAST(${column} AS INTEGER) AS TEXT)`,
    `WHEN abs(${column}) >= 9007199254740992 AND abs(${column}) < 1e21 THEN replace(printf('%!.0f', ${column}), '.0', '')`,
    `WHEN abs(${column}) >= 1e-6 AND abs(${column}) < 1e-4 THEN CASE WHEN ${column} < 0 THEN '-' ELSE '' END || CASE WHEN abs(${column}) < 1e-5 THEN '0.00000' ELSE '0.0000' END || rtrim(${mantissa}, '0')`,
    `ELSE replace(replace(replace(${digits}, '.0e', 'e'), 'e-0', 'e-'), 'e+0', 'e+') END`,
  ].join(' ')
}

const CONVERSIONS: Readonly<Record<Stored, Readonly<Record<Stored, (column: string) => Conversion>>>> = {
  text: {
    text: same,
    integer: (column) => number(column, 'INTEGER'),
    real: (column) => number(column, 'REAL'),
    boolean,
    datetime: instant,
    json: asJson,
  },
  integer: { text: asText, integer: same, real: asReal, boolean: truth, datetime: inMilliseconds, json: asJson },
  real: {
    text: (column) => change(numeral(column)),
    integer: whole,
    real: same,
    boolean: truth,
    datetime: inMilliseconds,
    json: (column) => change(numeral(column)),
  },
  boolean: {
    text: (column) => change(truthWord(column)),
    integer: same,
    real: asReal,
    boolean: same,
    datetime: () => lossy('NULL'),
    json: (column) => change(truthWord(column)),
  },
  datetime: {
    text: (column) => change(moment(column, '%Y-%m-%dT%H:%M:%fZ')),
    integer: same,
    real: asReal,
    boolean: () => lossy('NULL'),
    datetime: same,
    json: (column) => asJson(moment(column, '%Y-%m-%dT%H:%M:%fZ')),
  },
  json: {
    text: (column) => change(`CASE json_type(${column}) WHEN 'text' THEN ${column} ->> '$' ELSE ${column} END`),
    integer: (column) => number(column, 'INTEGER'),
    real: (column) => number(column, 'REAL'),
    boolean,
    datetime: (column) => instant(textIn(column)),
    json: same,
  },
}

/** Returns SQL of a rich text's words. The column may be called `key` or `value`, like those of `json_tree`. */
function wordsOf(column: string): string {
  return sqlText`
    (SELECT group_concat("w"."value", ' ')
    FROM (SELECT ${column} AS "doc") AS "d", json_tree("d"."doc") AS "w"
    WHERE "w"."key" = 'text')
  `
}

function paragraphOf(column: string): string {
  const text = `json_object('type', 'text', 'text', CAST(${column} AS TEXT))`
  const paragraph = `json_object('type', 'paragraph', 'content', json_array(${text}))`
  return `CASE WHEN ${column} IS NOT NULL THEN json_object('type', 'doc', 'content', json_array(${paragraph})) END`
}

/** Tells whether a conversion to another type may lose values. A list of references keeps only its first element. */
export function convertsLossily(before: FieldFacts, after: FieldFacts): boolean {
  if (before.storage !== 'join' && after.storage !== 'join') return convert(before, after, '"value"').isLossy
  return before.storage === 'join' ? after.storage !== 'join' : before.target === null || after.target === null
}

import { convert } from './convert.ts'
import type { FieldFacts } from './facts.ts'
import { literal } from './sql.ts'
import { isRewritten, type ObjectChange, type ValueChange } from './value-change.ts'

/**
 * The SQL of a JSON value after a change, as JSON text; values that are lost become `null`. Parts that nobody declares
 * stay where they are, numbers keep their digits, and what is not of the declared form stays as it is.
 * @param json the value as JSON text, in SQL; never NULL
 */
export function rewriteJson(json: string, change: ValueChange, depth = 0): string {
  if (!isRewritten(change)) return json
  switch (change.form) {
    case 'same':
      return json
    case 'convert':
      return converted(json, change.before, change.after)
    case 'object':
      return ofType(json, 'object', rewriteObject(json, change, depth))
    case 'list':
      return ofType(
        json,
        'array',
        rewriteItems(json, depth, (item) => rewriteJson(item, change.item, depth + 1)),
      )
    case 'blocks': {
      const kept = (item: string) => {
        const cases = [...change.kinds]
          .filter(([, inner]) => isRewritten(inner))
          .map(([kind, inner]) => `WHEN ${literal(kind)} THEN ${rewriteJson(item, inner, depth + 1)}`)
        return cases.length === 0 ? item : `CASE ${item} ->> '$.type' ${cases.join(' ')} ELSE ${item} END`
      }
      return ofType(json, 'array', rewriteItems(json, depth, kept, change.dropped))
    }
  }
}

function ofType(json: string, type: 'object' | 'array', rewritten: string): string {
  return `CASE json_type(${json}) WHEN '${type}' THEN ${rewritten} ELSE ${json} END`
}

/** All parts at once, so that an exchange of names does not run together. */
function rewriteObject(json: string, { kept, dropped, added }: ObjectChange, depth: number): string {
  const each = `e${depth}`
  const own = `${each}.json -> ${each}.fullkey`
  const names = [...kept].filter(([from, { name }]) => from !== name)
  const values = [...kept].filter(([, { change }]) => isRewritten(change))
  const key = cases(
    `${each}.key`,
    names.map(([from, { name }]) => [from, literal(name)]),
    `${each}.key`,
  )
  const value = cases(
    `${each}.key`,
    values.map(([from, { change }]) => [from, rewriteJson(`(${own})`, change, depth + 1)]),
    own,
  )
  // A name that is taken must be free, whatever an undeclared part of old values is called.
  const taken = [...names.map(([, { name }]) => name), ...added.map(({ name }) => name)]
  const left = [...dropped, ...taken.filter((name) => !kept.has(name))]
  const where = left.length === 0 ? '' : ` WHERE ${each}.key NOT IN (${[...new Set(left)].map(literal).join(', ')})`
  const object = `(SELECT json_group_object(${key}, json(${value})) FROM json_each(${json}) AS ${each}${where})`
  const filled = added.flatMap(({ name, fill }) =>
    fill === null ? [] : [`${literal(`$."${name}"`)}, json(${literal(fill)})`],
  )
  return inserted(object, filled)
}

/** D1 takes 32 arguments of a function: the JSON, and two for each part. */
const PARTS_AT_ONCE = 15

function inserted(json: string, parts: readonly string[]): string {
  if (parts.length === 0) return json
  const first = `json_insert(${json}, ${parts.slice(0, PARTS_AT_ONCE).join(', ')})`
  return inserted(first, parts.slice(PARTS_AT_ONCE))
}

function cases(subject: string, entries: readonly (readonly [string, string])[], otherwise: string): string {
  if (entries.length === 0) return otherwise
  return `CASE ${subject} ${entries.map(([when, then]) => `WHEN ${literal(when)} THEN ${then}`).join(' ')} ELSE ${otherwise} END`
}

/** Items that are lost leave the list. */
function rewriteItems(
  json: string,
  depth: number,
  rewrite: (item: string) => string,
  dropped: readonly string[] = [],
): string {
  const each = `e${depth}`
  const item = `(${each}.json -> ${each}.fullkey)`
  const kinds = dropped.map(literal).join(', ')
  const where = dropped.length === 0 ? '' : ` WHERE coalesce(${item} ->> '$.type' NOT IN (${kinds}), 1)`
  const items = `SELECT ${item} AS "old", ${rewrite(item)} AS "new" FROM json_each(${json}) AS ${each}${where}`
  return `(SELECT json_group_array(json("new")) FROM (${items}) WHERE "new" <> 'null' OR "old" = 'null')`
}

/** JSON read as a column would hold it, converted as a column, and written as JSON again. */
function converted(json: string, before: FieldFacts, after: FieldFacts): string {
  if (before.storage === 'join' || after.storage === 'join') return convertedList(json, before, after)
  const stored = `(SELECT ${READ[before.storage](json)} AS "v")`
  return `coalesce((SELECT ${WRITE[after.storage](convert(before, after, '"v"').sql)} FROM ${stored}), 'null')`
}

type Stored = Exclude<FieldFacts['storage'], 'join'>

const READ: Readonly<Record<Stored, (json: string) => string>> = {
  text: (json) => scalar(json, 'text'),
  integer: (json) => scalar(json, 'integer', 'real'),
  real: (json) => scalar(json, 'integer', 'real'),
  boolean: (json) => scalar(json, 'true', 'false'),
  datetime: (json) => `CAST(round(unixepoch(${scalar(json, 'text')}, 'subsec') * 1000) AS INTEGER)`,
  json: (json) => `CASE json_type(${json}) WHEN 'null' THEN NULL ELSE ${json} END`,
}

function scalar(json: string, ...types: string[]): string {
  return `CASE WHEN json_type(${json}) IN (${types.map(literal).join(', ')}) THEN ${json} ->> '$' END`
}

const WRITE: Readonly<Record<Stored, (value: string) => string>> = {
  text: (value) => quoted(value),
  integer: (value) => quoted(value),
  real: (value) => quoted(value),
  boolean: (value) => `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`,
  datetime: (value) => quoted(`strftime('%Y-%m-%dT%H:%M:%fZ', ${value} / 1000.0, 'unixepoch')`),
  json: (value) => value,
}

function quoted(value: string): string {
  return `(SELECT CASE WHEN "w" IS NOT NULL THEN json_quote("w") END FROM (SELECT ${value} AS "w"))`
}

/** One reference becomes a list of one; of a list the first stays. Nothing else becomes a list of references. */
function convertedList(json: string, before: FieldFacts, after: FieldFacts): string {
  if (before.storage === 'join' && after.storage === 'join') return json
  if (after.target === null || before.target === null) return after.storage === 'join' ? `'[]'` : `'null'`
  if (after.storage === 'join')
    return `CASE json_type(${json}) WHEN 'text' THEN json_array(json(${json})) ELSE '[]' END`
  return `CASE json_type(${json}) WHEN 'array' THEN coalesce(${json} -> '$[0]', 'null') ELSE 'null' END`
}

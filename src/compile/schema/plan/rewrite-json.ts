import { literal } from '../../../ground/sql.ts'
import { convert } from '../compare/convert.ts'
import { isRewritten, type ObjectChange, SAME, type ValueChange } from '../compare/value-change.ts'
import type { FieldFacts } from '../steps/facts.ts'

/**
 * Returns SQL of a JSON value after a change, as JSON text, with one expression for each level of the change; each is
 * applied to the result of the previous one. Lost values become `null`. Undeclared parts are kept, numbers keep their
 * digits, and values that are not in the declared form do not change.
 * @param json SQL of the value as JSON text; never NULL
 */
export function rewriteJson(json: string, change: ValueChange): string[] {
  return levelsOf(change).map((level) => rewritten(json, level, 0))
}

/**
 * Splits a change into levels, outermost first: names and parts of an object, then what is inside them. SQLite adds up
 * the depths of nested expressions, and D1 allows 100.
 */
function levelsOf(change: ValueChange): ValueChange[] {
  if (!isRewritten(change)) return []
  switch (change.form) {
    case 'same':
    case 'convert':
    case 'names':
      return [change]
    case 'object': {
      const outer: ObjectChange = { ...change, kept: withValues(change.kept, () => SAME) }
      const now = new Map([...change.kept.values()].map((part) => [part.name, part]))
      const inner = sideBySide([...now].map(([name, part]) => [name, levelsOf(part.change)] as const))
      return [
        ...(isRewritten(outer) ? [outer] : []),
        ...inner.map((level): ObjectChange => {
          return { ...NO_CHANGE, kept: withValues(now, (name) => level.get(name) ?? SAME) }
        }),
      ]
    }
    case 'list':
      return levelsOf(change.item).map((item) => ({ form: 'list', item }))
    case 'blocks': {
      const inner = sideBySide([...change.kinds].map(([kind, objectChange]) => [kind, levelsOf(objectChange)] as const))
      const dropped: ValueChange = { ...change, kinds: new Map() }
      return [
        ...(isRewritten(dropped) ? [dropped] : []),
        ...inner.map((kinds): ValueChange => ({ form: 'blocks', kinds, renamed: new Map(), dropped: [] })),
      ]
    }
  }
}

const NO_CHANGE: ObjectChange = { form: 'object', kept: new Map(), dropped: [], added: [] }

/** Combines the first levels of all parts, then the second ones, and so on. */
function sideBySide(parts: readonly (readonly [string, readonly ValueChange[]])[]): Map<string, ValueChange>[] {
  const depth = Math.max(0, ...parts.map(([, levels]) => levels.length))
  return Array.from({ length: depth }, (_, at) => {
    return new Map(parts.flatMap(([name, { [at]: level }]) => (level ? [[name, level] as const] : [])))
  })
}

function withValues(kept: ObjectChange['kept'], changeOf: (key: string) => ValueChange): ObjectChange['kept'] {
  return new Map([...kept].map(([key, { name }]) => [key, { name, change: changeOf(key) }]))
}

/** Returns SQL for one level of a change. */
function rewritten(json: string, change: ValueChange, depth: number): string {
  switch (change.form) {
    case 'same':
      return json
    case 'convert':
      return convertJson(json, change.before, change.after)
    case 'names': {
      // `null` removes the value.
      const names = [...change.renamed].map(([from, to]) => [from, literal(JSON.stringify(to))] as const)
      return cases(`${json} ->> '$'`, names, json)
    }
    case 'object': {
      const inner = valuesBelow(change, '$')
      return inner.length === 0
        ? ofType(json, 'object', rewriteObject(json, change, depth))
        : withParts('json_replace', json, inner, (path, value) => rewritten(`(${json} -> ${path})`, value, depth))
    }
    case 'list':
      return ofType(
        json,
        'array',
        rewriteItems(json, depth, (item) => rewritten(item, change.item, depth + 1)),
      )
    case 'blocks': {
      const kept = (item: string) => {
        // The kinds are renamed first, and what is inside blocks changes afterwards.
        const renames = [...change.renamed].map(
          ([from, to]) => [from, `json_set(${item}, '$.type', ${literal(to)})`] as const,
        )
        if (renames.length > 0) return cases(`${item} ->> '$.type'`, renames, item)
        const kinds = [...change.kinds].map(([kind, inner]) => [kind, rewritten(item, inner, depth + 1)] as const)
        return cases(`${item} ->> '$.type'`, kinds, item)
      }
      return ofType(json, 'array', rewriteItems(json, depth, kept, change.dropped))
    }
  }
}

function ofType(json: string, type: 'object' | 'array', value: string): string {
  return `CASE json_type(${json}) WHEN '${type}' THEN ${value} ELSE ${json} END`
}

/** Returns the values that change inside unchanged objects, by JSON path. A missing path changes nothing. */
function valuesBelow({ kept }: ObjectChange, path: string): [path: string, change: ValueChange][] {
  return [...kept].flatMap(([name, { change }]) => {
    if (!isRewritten(change)) return []
    const partPath = `${path}."${name}"`
    const below = change.form === 'object' ? valuesBelow(change, partPath) : []
    return below.length === 0 ? [[literal(partPath), change]] : below
  })
}

/** Returns SQL that renames, removes and adds parts of an object, all at once, so that names can be swapped. */
function rewriteObject(json: string, { kept, dropped, added }: ObjectChange, depth: number): string {
  const each = `e${depth}`
  const names = [...kept].filter(([from, { name }]) => from !== name)
  const key = cases(
    `${each}.key`,
    names.map(([from, { name }]) => [from, literal(name)]),
    `${each}.key`,
  )
  // A name must be unused, whatever the undeclared parts of old values are called.
  const taken = [...names.map(([, { name }]) => name), ...added.map(({ name }) => name)]
  const left = [...dropped, ...taken.filter((name) => !kept.has(name))]
  const where = left.length === 0 ? '' : ` WHERE ${each}.key NOT IN (${[...new Set(left)].map(literal).join(', ')})`
  const value = `json(${each}.json -> ${each}.fullkey)`
  const object =
    left.length + names.length === 0
      ? json
      : `(SELECT json_group_object(${key}, ${value}) FROM json_each(${json}) AS ${each}${where})`
  const filled = added.flatMap(({ name, fill }) => (fill === null ? [] : [[literal(`$."${name}"`), fill] as const]))
  return withParts('json_insert', object, filled, (_, fill) => literal(fill))
}

/** Maximum number of parts per function call: D1 allows 32 arguments, the JSON and two for each part. */
const PARTS_AT_ONCE = 15

function withParts<T>(
  call: 'json_insert' | 'json_replace',
  json: string,
  parts: readonly (readonly [path: string, part: T])[],
  partOf: (path: string, part: T) => string,
): string {
  if (parts.length === 0) return json
  const first = parts.slice(0, PARTS_AT_ONCE).map(([path, part]) => `${path}, json(${partOf(path, part)})`)
  return withParts(call, `${call}(${json}, ${first.join(', ')})`, parts.slice(PARTS_AT_ONCE), partOf)
}

function cases(subject: string, entries: readonly (readonly [string, string])[], otherwise: string): string {
  if (entries.length === 0) return otherwise
  return `CASE ${subject} ${entries.map(([when, then]) => `WHEN ${literal(when)} THEN ${then}`).join(' ')} ELSE ${otherwise} END`
}

/** Returns SQL that rewrites the items of a list. Lost items are removed. */
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

/**
 * Returns SQL that converts a JSON value to another type: read as a column would store it, converted like a column, and
 * written as JSON.
 */
export function convertJson(json: string, before: FieldFacts, after: FieldFacts): string {
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

/**
 * Returns SQL that converts a reference to a list with one element, or a list to its first element. Nothing else
 * becomes a list of references.
 */
function convertedList(json: string, before: FieldFacts, after: FieldFacts): string {
  if (before.storage === 'join' && after.storage === 'join') return json
  if (after.target === null || before.target === null) return after.storage === 'join' ? `'[]'` : `'null'`
  if (after.storage === 'join')
    return `CASE json_type(${json}) WHEN 'text' THEN json_array(json(${json})) ELSE '[]' END`
  return `CASE json_type(${json}) WHEN 'array' THEN coalesce(${json} -> '$[0]', 'null') ELSE 'null' END`
}

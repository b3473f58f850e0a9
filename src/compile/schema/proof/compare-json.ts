import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { stored } from '../compare/backfill.ts'
import { type FieldFacts, type Inside, isSameField } from '../steps/operation.ts'
import { isKept } from './compare-values.ts'
import { chosen, type InnerNames } from './lineage.ts'
import type { Value } from './snapshot.ts'

/**
 * Tells whether a JSON value is as expected after a migration: every part that the migration does not drop exists under
 * its current name. It is computed in JavaScript, so that it does not share a mistake with the SQL.
 */
export function isJsonKept(
  from: Json | undefined,
  to: Json | undefined,
  { before, after }: { readonly before: FieldFacts; readonly after: FieldFacts },
  path: string,
  names: InnerNames,
): boolean {
  if (from === undefined || from === null) return true
  if (before.kind !== after.kind || before.storage !== after.storage)
    return isConverted(from, to, before, after, path, names)
  const { inside: old } = before
  const { inside: now } = after
  const around = path.replace(/\[\]$/, '')
  if (!old || !now || old.form !== now.form) return isEqual(chosen(from, path, names), to ?? null)
  if (now.form === 'object') return isObjectKept(from, to, old, now, around, names)
  if (!Array.isArray(from)) return isEqual(from, to)
  return Array.isArray(to) && isListKept(from, to, old, now, around, names)
}

function isConverted(
  from: Json,
  to: Json | undefined,
  before: FieldFacts,
  after: FieldFacts,
  path: string,
  names: InnerNames,
): boolean {
  const isLossy = names.lossy.has(path)
  if (before.storage === 'join' || after.storage === 'join') return isReferenceKept(from, to, before, after, isLossy)
  return isKept(inColumn(from, before), to === undefined ? null : inColumn(to, after), { before, after, isLossy })
}

/**
 * Tells whether references are kept. A single reference becomes a list with one element; a list that becomes a single
 * reference keeps its first element.
 */
function isReferenceKept(from: Json, to: Json | undefined, before: FieldFacts, after: FieldFacts, isLossy: boolean) {
  const list = (value: Json | undefined) =>
    Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
  if (before.target === null || after.target === null) return isLossy
  return isEqual(after.storage === 'join' ? list(from) : list(from).slice(0, 1), list(to))
}

/** Returns a value of a document as a column would store it. */
function inColumn(value: Json, { storage }: FieldFacts): Value {
  return value === null || storage === 'join' ? null : stored(storage, value)
}

function isObjectKept(
  from: Json,
  to: Json | undefined,
  old: Inside,
  now: Inside,
  path: string,
  names: InnerNames,
): boolean {
  if (!isJsonObject(from)) return isEqual(from, to)
  if (!isJsonObject(to)) return false
  return Object.entries(from).every(([name, value]) => {
    const before = old.parts[name]
    const partPath = `${path}.${name}`
    // An undeclared part is kept, unless a declared one takes its name.
    if (!before) return name in now.parts || isEqual(value, to[name])
    if (names.dropped.has(partPath)) return name in now.parts || !(name in to)
    const renamed = names.renamed.get(partPath)
    const next = renamed === undefined ? name : (renamed.split('.').at(-1) ?? name)
    const after = now.parts[next]
    return after !== undefined && isJsonKept(value, to[next], { before, after }, `${path}.${next}`, names)
  })
}

function isListKept(
  from: readonly Json[],
  to: readonly Json[],
  old: Inside,
  now: Inside,
  path: string,
  names: InnerNames,
): boolean {
  if (now.form === 'blocks') {
    const left = from.filter((block) => !names.dropped.has(`${path}.${typeOf(block)}`))
    return (
      left.length === to.length && left.every((block, index) => isBlockKept(block, to[index], old, now, path, names))
    )
  }
  const before = old.parts.item
  const after = now.parts.item
  if (!before || !after) return isEqual([...from], [...to])
  const itemPath = isSameField(before, after) ? path : `${path}[]`
  // Lists in lists have the same path as the lists around them.
  if (!before.inside && names.choices.has(`${path}[]`)) {
    return isEqual(
      from.map((item) => chosen(item, `${path}[]`, names)).filter((item) => item !== null),
      [...to],
    )
  }
  if (names.lossy.has(itemPath)) return to.length <= from.length
  return (
    from.length === to.length &&
    from.every((item, index) => isJsonKept(item, to[index], { before, after }, itemPath, names))
  )
}

function isBlockKept(
  from: Json,
  to: Json | undefined,
  old: Inside,
  now: Inside,
  path: string,
  names: InnerNames,
): boolean {
  const type = typeOf(from)
  const next = names.renamed.get(`${path}.${type}`)?.split('.').at(-1) ?? type
  const renamed = isJsonObject(from) && next !== type ? { ...from, type: next } : from
  const before = old.parts[type]
  const after = now.parts[next]
  if (!before?.inside || !after?.inside) return isEqual(renamed, to)
  return isObjectKept(renamed, to, before.inside, after.inside, `${path}.${next}`, names)
}

function typeOf(block: Json): string {
  return isJsonObject(block) ? String(block.type) : ''
}

function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]))
  }
  return a === b
}

/** Parses the value of a JSON column. Returns `undefined` for null, and text that is not JSON unchanged. */
export function parsed(value: Value): Json | undefined {
  try {
    return value === null ? undefined : (JSON.parse(String(value)) as Json) // the column contains JSON
  } catch {
    return value
  }
}

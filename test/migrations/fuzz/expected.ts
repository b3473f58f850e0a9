import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../src/fields/field-type.ts'
import { expectedChoice } from './choices.ts'
import { storedConstant } from './constants.ts'
import { asRichText, convertValue } from './convert-value.ts'
import type { FieldModel } from './project-model.ts'

type JsonObject = { readonly [key: string]: Json }

/** A value of a field as it must be once the field has become another, at every depth; `null` where it is lost. */
export function expectedValue(value: Json, before: FieldModel, after: FieldModel): Json {
  if (before.kind !== after.kind) return convertValue(value, before, after)
  if (value === null) return null
  if (before.fields && after.fields) return expectedObject(value, before.fields, after.fields)
  if (before.item && after.item) return expectedItems(value, before.item, after.item)
  if (before.blocks && after.blocks) return expectedBlocks(value, before, after)
  if (before.choices && after.choices) return expectedChoice(value, before.choices, after.choices)
  return value
}

function expectedObject(value: Json, before: readonly FieldModel[], after: readonly FieldModel[]): Json {
  if (!isObject(value)) return value
  const successorOf = (name: string) => {
    const item = before.find((candidate) => candidate.name === name)
    return { item, heir: after.find(({ id }) => id === item?.id) }
  }
  const taken = new Set(after.filter(isNameNew(before)).map(({ name }) => name))
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const { item, heir: successor } = successorOf(name)
    if (!item) return taken.has(name) ? [] : [[name, inner] as const]
    return successor ? [[successor.name, expectedValue(inner, item, successor)] as const] : []
  })
  const fresh = after.filter(({ id }) => !before.some((item) => item.id === id))
  const filled = fresh.flatMap((item) => {
    const fill = fillOf(item)
    return fill === undefined ? [] : [[item.name, fill] as const]
  })
  const now: JsonObject = Object.fromEntries([...kept, ...filled])
  const copies = fresh.flatMap(({ name, backfill }) => {
    const source = typeof backfill === 'object' ? after.find(({ id }) => id === backfill.field) : undefined
    return source ? [[name, now[source.name] ?? null] as const] : []
  })
  return { ...now, ...Object.fromEntries(copies) }
}

/** Fields under a name that they did not have, or nobody had. */
function isNameNew(before: readonly FieldModel[]) {
  return ({ id, name }: FieldModel) => !before.some((item) => item.id === id && item.name === name)
}

/** Value that existing rows get for a new nested field. */
export function fillOf(item: FieldModel): Json | undefined {
  return item.backfill === 'constant' || item.hasDefault ? storedConstant(item) : undefined
}

/** Items that are lost leave the list. */
function expectedItems(value: Json, before: FieldModel, after: FieldModel): Json {
  if (!Array.isArray(value)) return value
  const items = value as readonly Json[]
  return items.flatMap((item) => {
    const next = expectedValue(item, before, after)
    return next === null && item !== null ? [] : [next]
  })
}

function expectedBlocks(value: Json, before: FieldModel, after: FieldModel): Json {
  if (!Array.isArray(value)) return value
  const items = value as readonly Json[]
  return items.flatMap((block) => {
    const type = isObject(block) ? block.type : undefined
    const old = before.blocks?.find(({ name }) => name === type)
    const now = after.blocks?.find(({ id }) => id === old?.id)
    if (!old || !isObject(block)) return [block]
    return now ? [expectedObject({ ...block, type: now.name }, old.fields, now.fields)] : []
  })
}

/**
 * Describes the first difference of two values; `null` if they are equal. Properties of an object may stand in any
 * order.
 */
export function differenceOf(expected: Json | undefined, found: Json | undefined, path = ''): string | null {
  const isBoth = Array.isArray(expected) && Array.isArray(found)
  if (isBoth || (isObject(expected) && isObject(found))) {
    const [old, now] = [expected as JsonObject, found as JsonObject] // a list is looked at by its positions
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    return keys.map((key) => differenceOf(old[key], now[key], `${path}/${key}`)).find((text) => text !== null) ?? null
  }
  // -0 is 0.
  if (expected === found || isSameInWords(expected, found) || isAsDeclared(expected, found)) return null
  return `${path} is ${show(found)}, expected ${show(expected)}`
}

/**
 * Tells whether two texts say the same: JSON with other digits, or a moment in another form, as constants that no check
 * has seen.
 */
function isSameInWords(expected: Json | undefined, found: Json | undefined): boolean {
  if (typeof expected !== 'string' || typeof found !== 'string') return false
  if (/^\d{4}-\d\d-\d\dT/.test(expected)) return Date.parse(expected) === Date.parse(found)
  return /^[[{]/.test(expected) && /^[[{]/.test(found) && isSameJson(expected, found)
}

/** Tells whether rich text stands as the words of a constant, of which another part is refused. */
function isAsDeclared(expected: Json | undefined, found: Json | undefined): boolean {
  return typeof found === 'string' && isObject(expected) && isDeepStrictEqual(expected, asRichText(found))
}

function isSameJson(a: string, b: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(a), JSON.parse(b))
  } catch {
    return false
  }
}

function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isJsonObject, type JsonObject } from '../../../fields/field-data.ts'
import type { FieldData, Json } from '../../../fields/field-type.ts'
import type { Program } from '../../../manifest/index.ts'

/** Structure of a field's values: the fields inside them, at every depth. */
export type Shape =
  | { readonly kind: 'object'; readonly members: Members }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'blocks'; readonly kinds: ReadonlyMap<string, Members> }

export type Members = ReadonlyMap<string, Member>

interface Member {
  readonly isRequired: boolean
  /** `null` if the member's values contain no fields. */
  readonly shape: Shape | null
}

/** Returns the structure of a field's values; `null` if they contain no fields. */
export function shapeOf(field: FieldData, fieldTypes: Program['fieldTypes']): Shape | null {
  const parts = fieldTypes[field.kind]?.parts?.(field.options)
  if (!parts) return null
  if (parts.kind === 'object') return { kind: 'object', members: membersOf(parts.fields, fieldTypes) }
  if (parts.kind === 'list') {
    const item = shapeOf(parts.of, fieldTypes)
    return item && { kind: 'list', item }
  }
  const kinds = Object.entries(parts.of).map(([type, fields]) => {
    const members = new Map(membersOf(fields, fieldTypes))
    return [type, members.set('type', { isRequired: true, shape: null })] as const
  })
  return { kind: 'blocks', kinds: new Map(kinds) }
}

function membersOf(fields: readonly FieldData[], fieldTypes: Program['fieldTypes']): Map<string, Member> {
  return new Map(
    fields.map((field) => [
      field.name,
      { isRequired: field.options.required === true, shape: shapeOf(field, fieldTypes) },
    ]),
  )
}

/** Reduces a value to its declared members. Returns the value itself if it has no other members. */
export function declaredOnly(shape: Shape, value: Json): Json {
  return walk(shape, value, declaredMembers)
}

/**
 * Reduces JSON text to its declared members. Results are cached, because the same texts are read often and rarely have
 * undeclared members.
 */
export function declaredText(shape: Shape, text: string): string {
  const known = texts.get(shape)?.get(text)
  if (known !== undefined) return known
  const value = JSON.parse(text) as Json // a JSON column contains JSON
  const shown = declaredOnly(shape, value)
  return remember(shape, text, shown === value ? text : JSON.stringify(shown))
}

/**
 * Reduces a value to its declared members, and adds `null` for missing optional members, so that a version has all of
 * them.
 */
export function completedText(shape: Shape, text: string): string {
  return JSON.stringify(walk(shape, JSON.parse(text) as Json, completeMembers))
}

/** Returns the value of a version. In objects, members that the version lacks keep their current value. */
export function overlaid(shape: Shape, kept: Json, current: Json): Json {
  const value = declaredOnly(shape, kept)
  if (shape.kind !== 'object' || !isJsonObject(value) || !isJsonObject(current)) return value
  const members = [...shape.members].flatMap(([name, { shape: inner }]): [string, Json][] => {
    const [then, now] = [value[name], current[name]]
    if (then === undefined) return now === undefined ? [] : [[name, now]]
    return [[name, inner ? overlaid(inner, then, now ?? null) : then]]
  })
  return Object.fromEntries(members)
}

/** Completes a group with the members of its current value that it leaves out. Returns any other value as it is. */
export function completedBy(shape: Shape, value: Json, current: Json): Json {
  if (shape.kind !== 'object' || !isJsonObject(value) || !isJsonObject(current)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const member = shape.members.get(name)?.shape
    return [name, member ? completedBy(member, inner, current[name] ?? null) : inner]
  })
  const kept = Object.entries(current).filter(([name]) => shape.members.has(name))
  return Object.fromEntries([...kept, ...entries])
}

type WalkMembers = (members: Members, value: JsonObject, inner: (shape: Shape, value: Json) => Json) => JsonObject

/**
 * Reduces a value to its declared structure. A part that does not fit becomes `null`; blocks that do not fit are
 * removed.
 */
function walk(shape: Shape, value: Json, visit: WalkMembers): Json {
  const inner = (part: Shape, child: Json): Json => walk(part, child, visit)
  if (shape.kind === 'object') return isJsonObject(value) ? visit(shape.members, value, inner) : null
  if (!isList(value)) return null
  if (shape.kind === 'list')
    return unlessSame(
      value,
      value.map((item) => inner(shape.item, item)),
    )
  const blocks = value.flatMap((block) => {
    const members = isJsonObject(block) ? shape.kinds.get(String(block.type)) : undefined
    return members && isJsonObject(block) ? [visit(members, block, inner)] : []
  })
  return unlessSame(value, blocks)
}

function declaredMembers(members: Members, value: JsonObject, inner: (shape: Shape, value: Json) => Json): JsonObject {
  let shown: Record<string, Json> | null = null
  for (const name in value) {
    const memberValue = value[name] ?? null
    const member = members.get(name)
    const next = member?.shape ? inner(member.shape, memberValue) : memberValue
    if (member !== undefined && next === memberValue) continue
    shown ??= { ...value }
    if (member === undefined) delete shown[name]
    else shown[name] = next
  }
  return shown ?? value
}

function completeMembers(members: Members, value: JsonObject, inner: (shape: Shape, value: Json) => Json): JsonObject {
  return Object.fromEntries(
    [...members].flatMap(([name, { isRequired, shape }]) => {
      const memberValue = value[name]
      if (memberValue === undefined) return isRequired ? [] : [[name, null]]
      return [[name, shape ? inner(shape, memberValue) : memberValue]]
    }),
  )
}

function unlessSame(before: readonly Json[], after: readonly Json[]): readonly Json[] {
  return before.length === after.length && before.every((item, index) => item === after[index]) ? before : after
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** Cache of results, by structure and text. */
const texts = new WeakMap<Shape, Map<string, string>>()

/** Maximum number of characters of JSON text that an isolate caches for each field. */
const KEPT = 500_000
const sizes = new WeakMap<Shape, number>()

function remember(shape: Shape, text: string, shown: string): string {
  const size = (sizes.get(shape) ?? 0) + text.length
  const isFull = size > KEPT
  const known = isFull ? new Map<string, string>() : (texts.get(shape) ?? new Map<string, string>())
  texts.set(shape, known.set(text, shown))
  sizes.set(shape, isFull ? text.length : size)
  return shown
}

/** Tells whether values of a field may contain references in nested fields. */
export function holdsReferences({ kind, options }: FieldData, types: Program['fieldTypes']): boolean {
  const parts = types[kind]?.parts?.(options)
  if (!parts) return false
  const isOne = (field: FieldData) => typeof field.options.target === 'string' || holdsReferences(field, types)
  if (parts.kind === 'list') return isOne(parts.of)
  return (parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()).some(isOne)
}

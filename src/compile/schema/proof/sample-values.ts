import type { FieldData, FieldType, Json, Sampler } from '../../../fields/field-type.ts'
import { stored } from '../compare/backfill.ts'
import type { FieldFacts, Types } from '../steps/facts.ts'
import type { Inside } from '../steps/operation.ts'
import type { Value } from './snapshot.ts'

/** Nested field in the options below. */
const INNER: FieldData = { name: 'words', kind: 'string', options: {} }
/** Required options by field type, for fields of earlier migrations, of which only the type is known. */
const GENERIC: Readonly<Record<string, object>> = {
  select: { options: ['one', 'two', 'three'] },
  group: { fields: [INNER] },
  list: { of: INNER },
  blocks: { of: { quote: [INNER] } },
}

export interface SampledField {
  readonly facts: FieldFacts
  /** The field as the config declares it, if it still does. */
  readonly declared: FieldData | null
}

/**
 * Returns a value that the field's type generates, in its stored form. For a list of references these are its targets.
 */
export function sampleValue(
  { facts, declared }: SampledField,
  sampler: Sampler,
  types: Readonly<Record<string, FieldType>>,
): Value | readonly string[] {
  const value =
    sampleAs(declared ?? genericOf(facts.kind, facts, types), sampler, types) ??
    (facts.target === null ? sampleStored(facts, sampler) : null)
  if (facts.storage === 'join') return Array.isArray(value) ? value.map(String) : []
  return value === null ? null : stored(facts.storage, value)
}

function sampleField(field: FieldData, sampler: Sampler, types: Readonly<Record<string, FieldType>>): Json {
  const type = types[field.kind]
  return type ? type.sample(field.options, sampler, (inner) => sampleField(inner, sampler, types)) : null
}

/** Returns the choices that a field had at a path, as in operations; `undefined` if they have not changed since. */
export type ChoicesAt = (path: string) => readonly string[] | undefined

/**
 * Returns a field with what its facts describe, including nested fields.
 * @param path path of the field, as in operations: `posts.rows.kind`, `posts.kinds[]`
 */
export function genericOf(
  name: string,
  { kind, storage, target, required, inside }: FieldFacts,
  types: Types,
  path = '',
  choicesAt: ChoicesAt = () => undefined,
): FieldData {
  const type = types[kind]
  const content = inside && type?.contains ? { [type.contains.option]: heldIn(inside, types, path, choicesAt) } : null
  const choices = choicesAt(path)
  const former = choices && type?.choices !== undefined ? { [type.choices]: choices } : null
  const whole = storage === 'integer' ? { integer: true } : {}
  const options = {
    required,
    ...whole,
    ...(content ?? former ?? GENERIC[kind]),
    ...(target === null ? {} : { target }),
  }
  return { name, kind, options }
}

/** Returns nested fields, in the form that lowering writes into options. */
function heldIn({ form, parts }: Inside, types: Types, path: string, choicesAt: ChoicesAt): unknown {
  const fields = (named: Inside['parts'], around: string) =>
    Object.entries(named).map(([name, part]) => genericOf(name, part, types, `${around}.${name}`, choicesAt))
  if (form === 'object') return fields(parts, path)
  if (form === 'list') {
    const { item } = parts
    // Lists in lists have the same path as the lists around them.
    return item && genericOf('item', item, types, item.inside ? path : `${path}[]`, choicesAt)
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, block]) => [name, fields(block.inside?.parts ?? {}, `${path}.${name}`)]),
  )
}

function sampleAs(field: FieldData, sampler: Sampler, types: Readonly<Record<string, FieldType>>): Json {
  try {
    return sampleField(field, sampler, types)
  } catch {
    // A plugin's type may require options that are no longer known; a raw value of the column is used instead.
    return null
  }
}

function sampleStored({ storage }: FieldFacts, sampler: Sampler): Json {
  if (storage === 'json') return { words: sampler.words(2) }
  if (storage === 'boolean') return sampler.integer(0, 1) === 1
  if (storage === 'datetime') return new Date(sampler.time()).toISOString()
  if (storage === 'integer' || storage === 'real') return sampler.next()
  return storage === 'join' ? [] : `${sampler.words(2)} ${sampler.next()}`
}

/** Returns a value that can be read as any other type. */
export function plainValue({ storage }: FieldFacts, row: number, sampler: Sampler): Value {
  const number = row === 0 ? 1 : row === 1 || storage === 'boolean' ? 0 : sampler.next()
  return storage === 'text' || storage === 'json' ? String(number) : number
}

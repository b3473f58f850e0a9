import type { FieldData, FieldType, Json, Sampler } from '../../../src/fields/field-type.ts'
import type { ManifestCollection } from '../../../src/manifest/index.ts'

type FieldTypes = { readonly [kind: string]: FieldType }

/** A body for `POST` in which every field that can be written has a value, except references, which would need targets. */
export function sampleOf(
  { fields }: ManifestCollection,
  fieldTypes: FieldTypes,
  sampler: Sampler,
): Record<string, Json> {
  const value = (field: FieldData): Json => {
    const type = fieldTypes[field.kind]
    if (!type) throw new Error(`no field type ${field.kind}`)
    return type.sample(field.options, sampler, value)
  }
  const written = fields.filter((field) => !field.readOnly && field.target === null)
  return Object.fromEntries(written.map((field) => [field.name, value(field)]))
}

/** The same values for the same seed. */
export function samplerOf(seed: number): Sampler {
  let state = seed
  let last = seed * 1000
  const random = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const WORDS = ['river', 'Straße', 'naïve', 'paper', '日本', 'night', "o'clock", 'emoji 🙂', 'council', 'æther']
  return {
    random,
    integer,
    pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number], // the lists are not empty
    words: (count) => Array.from({ length: count }, () => WORDS[integer(0, WORDS.length - 1)]).join(' '),
    reference: () => null,
    time: () => Date.UTC(2025, 0, 1) + integer(0, 600) * 86_400_000,
    next: () => {
      last += 1
      return last
    },
  }
}

import { type FieldData, type FieldType, type Json, slugify } from 'lintel'
import { momentIn } from '../identity.ts'
import { createRandom } from '../random.ts'
import { ENGLISH } from './languages/languages.ts'
import type { Making } from './making.ts'
import { namedText } from './named.ts'
import { namedNumber } from './numbers.ts'
import { matching } from './pattern.ts'
import { samplerOn } from './sampler.ts'
import { article, textWithin, title, words } from './text.ts'

/**
 * Returns a believable value for a field; the field's own validator decides whether it is valid.
 * @returns `null` if no value can be made, such as for a reference to an empty collection
 */
export function believable(field: FieldData, making: Making): Json {
  const make = MAKERS[field.kind]
  return make ? make(field, making) : sampleOf(field, making)
}

/** Returns the sample that the field's type makes by itself, or any text that matches its pattern. */
export function plainValueOf(field: FieldData, making: Making): Json {
  const { pattern, min = 0 } = field.options
  if (pattern === undefined) return sampleOf(field, making)
  return matching(pattern instanceof RegExp ? pattern.source : String(pattern), making.random, min)
}

type Maker = (field: FieldData, making: Making) => Json

const MAKERS: Readonly<Record<string, Maker>> = {
  string: ({ name, options }, making) => {
    const text = fit(namedText(name, making), options.min ?? 0, options.max ?? 1000, making)
    const fits = options.pattern === undefined || new RegExp(options.pattern).test(text)
    return fits ? text : plainValueOf({ name, kind: 'string', options }, making)
  },
  text: ({ options }, { random, language }) => textWithin(random, options.min ?? 0, options.max ?? 2000, language),
  // A rich-text tree is JSON.
  richText: ({ options }, { random, language }) => article(random, options.max ?? 20_000, language) as unknown as Json,
  slug: ({ options }, { random, language }) => slugify(title(random, language), options.max),
  number: ({ name, options }, { random }) => namedNumber(name, options, random),
  boolean: (_, { random }) => random.chance(0.4),
  select: (field, making) => sampleOf(field, making),
  date: ({ name, options }, { random }) => {
    const year = /born|birth/.test(name.toLowerCase()) ? random.integer(1945, 2004) : null
    const day = new Date(momentIn(random)).toISOString().slice(0, 10)
    const date = year === null ? day : `${year}${day.slice(4).replace('02-29', '02-28')}`
    return clamp(date, options.min, options.max)
  },
  json: ({ name }, { random, language }) => ({
    note: `${name}: ${words(random, 2, language)}`,
    weight: random.integer(1, 100),
  }),
  references: ({ options }, { random, reference }) => {
    const { target, required, min = required ? 1 : 0, max = 100 } = options
    const size = random.integer(min, Math.max(min, Math.min(max, 3)))
    const found = new Set<string>()
    for (let attempt = 0; found.size < size && attempt < size * 8; attempt += 1) {
      const id = reference(target)
      if (id !== null) found.add(id)
    }
    return [...found]
  },
  list: ({ name, options }, making) => {
    const { of, required, min = required ? 1 : 0, max = 1000 } = options
    const count = making.random.integer(min, Math.max(min, Math.min(max, 4)))
    const named = { ...of, name }
    // The members of a list use the name of the list.
    return Array.from({ length: count }, () => memberOf(named, making))
  },
  group: ({ name, options }, making) => membersOf(options.fields, { ...making, owner: name.toLowerCase() }),
  blocks: ({ options }, making) => {
    const { of, required, min = required ? 1 : 0, max = 200 } = options
    const count = making.random.integer(Math.max(min, Math.min(1, max)), Math.max(min, Math.min(max, 4)))
    const kinds = Object.entries(of as Record<string, readonly FieldData[]>)
    return Array.from({ length: count }, () => {
      const [type, fields] = making.random.pick(kinds)
      return { type, ...membersOf(fields, { ...making, owner: type }) }
    })
  },
}

function membersOf(fields: readonly FieldData[], making: Making): { [name: string]: Json } {
  const keys = new Map<string, number>()
  return Object.fromEntries(
    fields.map((field) => {
      const { name, locale } = placeOf(field.name)
      const { localized, required } = field.options
      if (locale === null && localized !== true) return [name, memberOf(field, making)]
      // A value and its translations are made with the same numbers.
      const key = keys.get(name) ?? making.random.next()
      keys.set(name, key)
      const words = locale === null ? making.language : making.translations.get(locale)
      if (words === undefined && !required) return [field.name, null]
      const memberMaking = { ...making, random: createRandom([key]), language: words ?? ENGLISH }
      return [field.name, memberOf({ ...field, name }, memberMaking)]
    }),
  )
}

/**
 * Splits the name of a value into the name of the declared field, and the locale unless it is the default one:
 * `title@de`.
 */
export function placeOf(field: string): { readonly name: string; readonly locale: string | null } {
  const [name = field, locale = null] = field.split('@')
  return { name, locale }
}

/**
 * Makes a value for a field inside another, in at most three attempts; `null` if the inner field accepts none of them.
 */
function memberOf(field: FieldData, making: Making): Json {
  for (const make of [believable, plainValueOf, plainValueOf]) {
    const value = make(field, making)
    if (value !== null && isValid(field, value, making.types)) return value
  }
  return null
}

/** Tells whether the field's own validator accepts a value. */
export function isValid(field: FieldData, value: Json, types: Making['types']): boolean {
  return schemaOf(field, types).safeParse(value).success
}

const schemas = new WeakMap<object, ReturnType<FieldType['schema']>>()

/**
 * Returns the schema of a field. Schemas are cached by the field's options, which are one object per field of the
 * manifest, since building a schema costs far more than using it.
 */
function schemaOf(field: FieldData, types: Making['types']): ReturnType<FieldType['schema']> {
  const known = schemas.get(field.options)
  if (known) return known
  const type = typeNamed(field.kind, types)
  const schema = type.schema(field.options, (inner) => schemaOf(inner, types))
  schemas.set(field.options, schema)
  return schema
}

function sampleOf(field: FieldData, making: Making): Json {
  return typeNamed(field.kind, making.types).sample(field.options, samplerOn(making), (inner) =>
    memberOf(inner, making),
  )
}

function typeNamed(kind: string, types: Making['types']): FieldType {
  const type = types[kind]
  if (!type) throw new Error(`the program has no field type ${kind}: run cms build`)
  return type
}

/** Cuts text that is too long at a word, and extends text that is too short with words. */
function fit(text: string, min: number, max: number, { random, language }: Making): string {
  let fitting = text
  while (fitting.length < min) fitting += ` ${words(random, 2, language)}`
  if (fitting.length <= max) return fitting
  const cut = fitting.slice(0, max)
  const space = cut.lastIndexOf(' ')
  return space >= Math.max(min, 3) ? cut.slice(0, space).replace(/[:,]$/, '') : cut
}

function clamp(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

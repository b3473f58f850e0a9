import type { Schema } from './openapi.ts'
import type { Random } from './random.ts'
import type { Seen } from './seen.ts'

/** Source of values. */
export interface Source {
  readonly random: Random
  readonly seen: Seen
  resolve(schema: Schema): Schema
}

/** Deepest nesting of values; below it, only required ones are filled in. */
const DEEP = 6

/** A value that a schema takes, mostly: patterns are met by what answers have named, where a value was. */
export function sampleFor(given: Schema, source: Source, name = '', depth = 0): unknown {
  const { random, resolve } = source
  const schema = resolve(given)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return sampleFor({ ...without(schema), ...resolve(random.pick(choices)) }, source, name, depth)
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  switch (typeOf(schema, random)) {
    case 'null':
      return null
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
      return random.integer(...boundsOf(schema, random))
    case 'number':
      return random.pick([random.integer(...boundsOf(schema, random)), random.next() * 10])
    case 'array':
      return Array.from({ length: lengthOf(schema, random, depth) }, () =>
        sampleFor(schema.items ?? {}, source, name, depth + 1),
      )
    case 'object':
      return objectOf(schema, source, depth)
    case 'string':
      return textOf(schema, source, name)
    default:
      return random.pick<unknown>([1, 'any', null, true, [1], { any: 'thing' }])
  }
}

function without({ oneOf: _, anyOf: __, ...rest }: Schema): Schema {
  return rest
}

function typeOf({ type, properties }: Schema, random: Random): string | undefined {
  if (properties) return 'object'
  if (typeof type === 'string' || type === undefined) return type
  const others = type.filter((one) => one !== 'null')
  return type.includes('null') && random.chance(0.15) ? 'null' : others[0]
}

/** Small numbers mostly: some say how much work is to be done. */
function boundsOf({ minimum, maximum }: Schema, random: Random): [number, number] {
  const lowest = minimum ?? (random.chance(0.2) ? -5 : 0)
  const highest = Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(lowest, 0) + 5)
  return [Math.ceil(lowest), Math.max(Math.floor(highest), Math.ceil(lowest))]
}

function lengthOf({ minItems = 0, maxItems = 4 }: Schema, random: Random, depth: number): number {
  return random.integer(minItems, Math.max(minItems, Math.min(maxItems, depth > DEEP ? 0 : 4)))
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  source: Source,
  depth: number,
): object {
  const { random } = source
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth <= DEEP && random.chance(0.5)),
  )
  const filled = Object.fromEntries(
    names.map((name) => [name, sampleFor(properties[name] ?? {}, source, name, depth + 1)]),
  )
  if (names.length > 0 || typeof additionalProperties !== 'object') return filled
  return { [random.pick(WORDS)]: sampleFor(additionalProperties, source, '', depth + 1) }
}

const WORDS = ['river', 'Straße', 'naïve', 'paper', '日本', 'night', 'emoji 🙂', 'council', 'æther', 'a-slug', 'ABC-12']

function textOf(schema: Schema, { random, seen }: Source, name: string): string {
  const { format, pattern, minLength = 0, maxLength = 200, description } = schema
  const made = FORMATS[format ?? '']?.(random)
  if (made !== undefined) return made
  const target = /\b(?:id|ids) of (?:one of )?`(\w+)`/i.exec(description ?? '')?.[1]
  const known = target === undefined ? seen.one(name, random) : seen.one(`/api/${target} id`, random)
  if (known !== undefined && random.chance(target === undefined ? 0.3 : 0.9)) return known
  if (name === 'email') return `somebody-${random.integer(1, 1e6)}@example.com`
  if (pattern?.includes('a-z0-9')) return `word-${random.integer(1, 1e6)}`
  const text = random.chance(0.1)
    ? 'x'.repeat(Math.min(maxLength, 5000))
    : `${random.pick(WORDS)} ${random.integer(1, 1e6)}`
  return text.padEnd(minLength, '.').slice(0, Math.max(maxLength, 1))
}

const FORMATS: { readonly [format: string]: (random: Random) => string } = {
  uuid: (random) => `01999999-0000-7000-8000-${String(random.integer(0, 1e9)).padStart(12, '0')}`,
  date: (random) => `20${random.integer(10, 40)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
  'date-time': (random) =>
    `20${random.integer(10, 40)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}T10:00:00.000Z`,
  email: (random) => `somebody-${random.integer(1, 1e6)}@example.com`,
  uri: (random) => `https://example.com/${random.integer(1, 1e6)}`,
}

import { fieldTypes } from '../../../src/config/index.ts'
import type { FieldType, Json, Sampler } from '../../../src/fields/field-type.ts'
import { CHOICES } from './choices.ts'
import { choicesOption, KINDS } from './kinds.ts'

/** Text that reads as something else, or nearly does. */
const TEXTS = [
  '12',
  '-0.5',
  '1e3',
  '007',
  ' 7 ',
  '12345678901234567890',
  '9007199254740991',
  '9007199254740993',
  '1e400',
  '-0',
  '2026-02-28T23:59:59+14:00',
  '1.0',
  'true',
  'false',
  'TRUE',
  'null',
  '2026-02-28',
  '2026-02-30',
  '2026-02-28T23:00:00-02:00',
  '2026-02-28T23:00:00.125Z',
  '2026-02-28T23:00',
  '2026-02-28 23:00',
  '2024',
  '2460000.5',
  'now',
  '12:30',
  '{"a":1}',
  '[1,2]',
  '',
  'O\'Brien\'s "quoted" \\ back\nnew line 🙂',
]
/** On both sides of every limit: of years with four digits, of whole numbers, of exponents. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const NUMBERS = [
  ...[0, 1, 2, -2.5, 0.1 + 0.2, 1 / 3, 1e20, 1e21, 1e-7, 123_456.789, 42, 1_750_000_000_000, 1.5e300],
  ...[
    1e-4,
    9.5e-5,
    -1e-5,
    1.25e-6,
    9.9e-7,
    -1.5,
    1.75e20,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    FIRST,
    FIRST - 1,
    LAST,
    LAST + 1,
  ],
  Number.MAX_VALUE,
]
const WHOLE = [0, 1, 2, 7, -3, Number.MAX_SAFE_INTEGER, 1_750_000_000_123, FIRST, FIRST - 1, LAST, LAST + 1]
const MOMENTS = ['2026-01-01T12:00:00.000Z', '1969-12-31T23:59:59.999Z', '2024-02-29T00:00:00.001Z']
const JSONS: readonly Json[] = [
  { a: 1, nested: { b: [null, true] } },
  [1, 'two', { three: 3 }],
  [],
  'words',
  '2026-02-28',
  7,
  0.1 + 0.2,
  true,
  false,
]

/** Values of each kind that conversions stumble over, as documents have them. */
export const TRICKY: Readonly<Record<string, readonly Json[]>> = {
  string: TEXTS,
  text: TEXTS,
  slug: ['12', 'true', '2026-02-28', 'a-b'],
  select: ['one', 'two'],
  number: NUMBERS,
  whole: WHOLE,
  boolean: [true, false],
  date: ['2026-02-28', '0001-01-01', '9999-12-31'],
  datetime: MOMENTS,
  json: [...JSONS, ...TEXTS],
  richText: [documentOf('some words'), { type: 'doc', content: [] }, documentOf('12', 'and more')],
  group: [{ words: 'a' }, {}],
  list: [['a', 'b'], []],
  blocks: [[{ type: 'quote', words: 'a' }], []],
}

function documentOf(...texts: string[]): Json {
  return { type: 'doc', content: texts.map(paragraphOf) }
}

/** Types whose sample values are now and then of the sort that conversions stumble over. */
export const sampledTypes: Readonly<Record<string, FieldType>> = {
  ...fieldTypes,
  ...Object.fromEntries(['string', 'text', 'slug'].map((kind) => [kind, at(kind, () => TEXTS)])),
  // Some values are choices of another time, which are none now.
  ...Object.fromEntries(KINDS.filter(choicesOption).map((kind) => [kind, at(kind, () => CHOICES)])),
  number: at('number', ({ integer }) => (integer ? WHOLE : NUMBERS)),
  datetime: at('datetime', () => MOMENTS),
  json: at('json', () => JSONS),
  richText: sampledAs('richText', (_usual, sampler) =>
    documentOf(sampler.words(3), sampler.pick(TEXTS.filter(Boolean))),
  ),
  group: sparse('group', 6),
  list: sparse('list', 8),
  blocks: sparse('blocks', 8),
}

function paragraphOf(text: string): Json {
  return { type: 'paragraph', content: [{ type: 'text', text }] }
}

function at(kind: string, valuesOf: (options: { readonly integer?: boolean }) => readonly Json[]): FieldType {
  return sampledAs(kind, (usual, sampler, options) =>
    sampler.integer(1, 3) === 1 ? usual() : sampler.pick(valuesOf(options)),
  )
}

/** Once in so many times there is no value. */
function sparse(kind: string, times: number): FieldType {
  return sampledAs(kind, (usual, sampler, { required }) =>
    !required && sampler.integer(1, times) === 1 ? null : usual(),
  )
}

interface Options {
  readonly integer?: boolean
  readonly required?: boolean
}

function sampledAs(kind: string, sample: (usual: () => Json, sampler: Sampler, options: Options) => Json): FieldType {
  const type = fieldTypes[kind]
  if (!type) throw new Error(`there is no field type ${kind}`)
  return {
    ...type,
    sample: (options: Options, sampler, nested) =>
      sample(() => type.sample(options, sampler, nested), sampler, options),
  }
}

import { fieldTypes } from '../../../src/config/index.ts'
import type { FieldType, Json, Sampler } from '../../../src/fields/field-type.ts'

/** Text that reads as something else, or nearly does. */
const TEXTS = [
  '12',
  '-0.5',
  '1e3',
  '007',
  ' 7 ',
  '12345678901234567890',
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
const NUMBERS = [0, 1, -2.5, 0.1 + 0.2, 1 / 3, 1e20, 1e21, 1e-7, 123_456.789, 42, 1_750_000_000_000, 1.5e300]
const WHOLE = [0, 1, 7, -3, Number.MAX_SAFE_INTEGER, 1_750_000_000_123]
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

/** Types whose sample values are now and then of the sort that conversions stumble over. */
export const sampledTypes: Readonly<Record<string, FieldType>> = {
  ...fieldTypes,
  ...Object.fromEntries(['string', 'text', 'slug'].map((kind) => [kind, at(kind, () => TEXTS)])),
  number: at('number', ({ integer }) => (integer ? WHOLE : NUMBERS)),
  datetime: at('datetime', () => MOMENTS),
  json: at('json', () => JSONS),
  richText: sampledAs('richText', (_usual, sampler) => ({
    type: 'doc',
    content: [paragraphOf(sampler.words(3)), paragraphOf(sampler.pick(TEXTS.filter(Boolean)))],
  })),
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

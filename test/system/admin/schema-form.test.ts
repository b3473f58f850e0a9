import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { changesIn } from '../../../src/system/admin/schema-form/changes.ts'
import { readInputs, writeInputs } from '../../../src/system/admin/schema-form/codecs.ts'
import { type InputKind, inputOf, inputsOf } from '../../../src/system/admin/schema-form/input.ts'

/** A schema for each kind of input, with values that it takes. */
const KINDS: Readonly<Record<Exclude<InputKind, 'rule'>, readonly [z.ZodType, fc.Arbitrary<unknown>]>> = {
  flag: [z.boolean(), fc.constant(true)],
  switch: [z.boolean().default(true), fc.boolean()],
  text: [z.string().min(1).max(9).describe('Help'), fc.string().filter((text) => text.trim() === text && text !== '')],
  number: [z.number().optional(), fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0))],
  choice: [z.literal([0, 1, 'two']).default(0), fc.constantFrom(0, 1, 'two')],
  ticks: [z.array(z.enum(['a', 'b', 'c'])).min(1), fc.subarray(['a', 'b', 'c'], { minLength: 1 })],
  lines: [z.array(z.string()).default(['x']), fc.array(fc.string())],
  pairs: [z.record(z.string(), z.number()), fc.dictionary(fc.stringMatching(/^[a-z= ]*$/), fc.integer())],
  json: [z.json(), fc.jsonValue().filter((value) => value !== null && !JSON.stringify(value).includes('-0'))],
  group: [
    z.object({ width: z.int(), note: z.string().optional() }),
    fc.record({ width: fc.integer(), note: fc.constantFrom('n', '"', '{}') }, { requiredKeys: ['width'] }),
  ],
  rows: [
    z.array(z.object({ name: z.string(), late: z.boolean() })),
    fc.array(fc.record({ name: fc.constantFrom('a', 'b c'), late: fc.boolean() }), { minLength: 1 }),
  ],
  variant: [
    z.discriminatedUnion('by', [
      z.object({ by: z.literal('train'), line: z.string() }),
      z.object({ by: z.literal(['foot', 'bike']), hours: z.number() }),
    ]),
    fc.constantFrom({ by: 'train', line: 'S 3' }, { by: 'bike', hours: 2 }),
  ],
  collection: [z.string().meta({ input: 'collection' }), fc.constantFrom('posts', 'users')],
  choices: [
    z.array(z.union([z.string(), z.object({ value: z.string(), label: z.string() })])).meta({ input: 'choices' }),
    fc.array(fc.oneof(fc.string(), fc.record({ value: fc.string(), label: fc.string() })), { minLength: 1 }),
  ],
}

it.each(Object.entries(KINDS))(
  'reads %s as it was written, and takes nothing for a change',
  (kind, [schema, values]) => {
    const inputs = inputsOf({ value: schema })
    expect(inputs.map((input) => input.kind)).toEqual([kind])
    fc.assert(
      fc.property(values, (generated) => {
        const value = JSON.parse(JSON.stringify(generated))
        const form = writeInputs(inputs, { value })
        // A browser trims nothing, but sends line ends its own way.
        const sent = Object.fromEntries(
          Object.entries(form).map(([name, text]) => [
            name,
            typeof text === 'string' ? text.replaceAll('\n', '\r\n') : text,
          ]),
        )
        expect(readInputs(inputs, sent, { value }).value).toEqual(value)
        expect(changesIn(inputs, sent, { value })).toEqual({})
        expect(changesIn(inputs, sent, {})).toEqual({ value })
      }),
    )
  },
)

it('reads labels and help from what a schema says of itself, on whatever layer it says it', () => {
  const schema = z
    .string()
    .describe('Shown above.')
    .meta({ examples: ['hello'] })
    .default('x')
    .meta({ title: 'Greeting' })
  expect(inputOf('greeting', schema)).toMatchObject({ label: 'Greeting', help: 'Shown above.', placeholder: 'hello' })
})

it('keeps the order of what was ticked before, and puts after it what is ticked now', () => {
  const inputs = inputsOf({ search: z.array(z.enum(['a', 'b', 'c'])) })
  expect(changesIn(inputs, { search: ['a', 'b', 'c'] }, { search: ['c', 'b'] })).toEqual({ search: ['c', 'b', 'a'] })
  expect(changesIn(inputs, { search: ['b', 'c'] }, { search: ['c', 'b'] })).toEqual({})
  expect(changesIn(inputs, {}, { search: ['c', 'b'] })).toEqual({ search: null })
})

it('asks for JSON where no input fits, and keeps what is none as it was typed', () => {
  const inputs = inputsOf({ any: z.union([z.string(), z.number()]), deep: z.array(z.array(z.string())) })
  expect(inputs.map(({ kind }) => kind)).toEqual(['json', 'json'])
  expect(changesIn(inputs, { any: '5', deep: '[["a"]' }, {})).toEqual({ any: 5, deep: '[["a"]' })
})

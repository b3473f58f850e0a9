import type { Json } from 'lintel/importing'
import * as z from 'zod'

/** Version of the format of mapping files. */
export const MAPPING_VERSION = 1

/** Ways to read a value. One is needed if neither the source nor the values themselves show their form. */
export const FORMS = ['text', 'html', 'markdown', 'number', 'boolean', 'time', 'list', 'json'] as const
export type Form = (typeof FORMS)[number]

/** States of an imported document; `skip` leaves it out. */
export const STATES = ['published', 'draft', 'scheduled', 'skip'] as const
export type State = (typeof STATES)[number]

const name = z.string().min(1).max(200)
/** One name, or a list of names: the first one that a record has is used. */
const names = z.union([name, z.array(name).min(1).max(20)])
const json = z.json() as z.ZodType<Json>
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const origin = z.string().refine(isOrigin, { error: 'an origin is needed, such as https://example.com' })

const fieldMapping = z.preprocess(
  (input) => (typeof input === 'string' ? { from: input } : input),
  z
    .strictObject({
      /** Name of the value; a path with dots leads into an object. */
      from: name.optional(),
      as: z.enum(FORMS).optional(),
      /** Replacements for values. */
      values: z.record(z.string(), scalar).optional(),
      /** Value to use if the source has none. */
      default: json.optional(),
      /** Kind of the records that the value refers to. */
      refers: name.optional(),
      /** Name of the value that identifies the records of the kind `refers`, instead of their key. */
      by: name.optional(),
      /** Text between the items of a list. */
      separator: z.string().min(1).max(10).optional(),
      /** Block and field that receive text: `prose.text`. */
      block: z
        .string()
        .regex(/^[^.]+\.[^.]+$/, { error: 'a block and its field are needed, such as prose.text' })
        .optional(),
    })
    .refine((field) => field.from !== undefined || field.default !== undefined, {
      error: 'a field needs `from`, or a `default` for all documents',
    }),
)

const kindMapping = z.preprocess(
  (input) => (input === 'skip' ? null : input),
  z
    .strictObject({
      collection: name,
      created: names.optional(),
      updated: names.optional(),
      published: names.optional(),
      status: z
        .strictObject({
          from: name.optional(),
          values: z.record(z.string(), z.enum(STATES)).optional(),
          default: z.enum(STATES).optional(),
        })
        .optional(),
      fields: z.record(name, fieldMapping),
    })
    .nullable(),
)

export const mappingSchema = z.strictObject({
  version: z.literal(MAPPING_VERSION, { error: `this version of cms reads version ${MAPPING_VERSION}` }),
  source: z.strictObject({
    format: z.enum(['csv', 'ndjson', 'markdown', 'wordpress', 'strapi', 'payload']),
    options: z.record(z.string(), z.coerce.string()).default({}),
  }),
  /** Time of creation for records that have none. It is part of ids, so it must not change between two runs. */
  time: z.iso.datetime({ offset: true, error: 'a time is needed, such as 2026-11-23T08:00:00Z' }),
  files: z
    .strictObject({
      folder: z.string().min(1).nullish(),
      fetch: z.array(origin).nullish(),
      into: z.string().max(200).default('imported'),
    })
    .default({ into: 'imported' }),
  kinds: z.record(name, kindMapping),
})

/** Contents of a mapping file, which say how the records of an export become documents. */
export type Mapping = z.output<typeof mappingSchema>
export type KindMapping = NonNullable<Mapping['kinds'][string]>
export type FieldMapping = KindMapping['fields'][string]

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && origin === text.replace(/\/$/, '')
}

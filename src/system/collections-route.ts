import * as z from 'zod'
import { defineRoute } from '../config/route.ts'
import type { FieldData } from '../fields/field-type.ts'
import { endpointsOf } from '../manifest/endpoints.ts'
import { describedCollections, type ManifestCollection, manifestOf, type RequestContext } from '../runtime/kit.ts'

const field = z.looseObject({
  type: z.string(),
  required: z.boolean(),
  default: z.json().meta({ description: '`null` if the field has no default.' }),
  unique: z.boolean(),
  readOnly: z.boolean(),
  label: z.string(),
  help: z.string().nullable(),
})

const collection = z.strictObject({
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  drafts: z.boolean(),
  singleton: z.boolean(),
  fields: z.record(z.string(), field),
  endpoints: z.array(z.strictObject({ method: z.string(), path: z.string() })),
})

export const collectionsRoute = defineRoute({
  method: 'GET',
  path: '/api/collections',
  access: 'public',
  cache: { ttl: 0 },
  summary: 'The collections that you may read',
  returns: z.strictObject({ data: z.array(collection) }),
  load: (c) => ({ data: describedCollections(c).map((collection) => describe(c, collection)) }),
})

function describe(c: RequestContext, collection: ManifestCollection) {
  const { name, label, description, drafts, singleton, fields } = collection
  return {
    name,
    label,
    description,
    drafts,
    singleton,
    fields: Object.fromEntries(fields.map((shown) => [shown.name, describeField(shown)])),
    endpoints: endpointsOf(collection, manifestOf(c).roles).map(({ method, path }) => ({ method, path })),
  }
}

type Field = ManifestCollection['fields'][number]

function describeField({ kind, options, required, unique, readOnly, label, help }: Field) {
  const common = { required, default: options.default ?? null, unique, readOnly, label, help }
  return { ...describeOptions(options), type: kind, ...common }
}

/** Options that the response omits: they concern storage, migrations, access and the admin. */
const INTERNAL = ['access', 'backfill', 'hidden', 'index', 'renamedFrom']

function describeOptions(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.entries(options).filter(([name]) => !INTERNAL.includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, describeInner(value)]))
}

/**
 * Describes the value of an option. A field inside the value, such as a field of a group, is described by its options
 * and its type.
 */
function describeInner(value: unknown): unknown {
  if (isFieldData(value)) return { ...describeOptions(value.options), type: value.kind }
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isFieldData)
      ? Object.fromEntries(value.map((inner) => [inner.name, describeInner(inner)]))
      : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, describeInner(inner)]))
}

function isFieldData(value: unknown): value is FieldData {
  return typeof value === 'object' && value !== null && 'kind' in value && 'options' in value
}

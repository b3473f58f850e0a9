import * as z from 'zod'
import { type BuiltInType, declareField, type FieldOptions, type Json, type Requirement } from '../field-type.ts'

export interface JsonOptions extends FieldOptions<Json> {}

/** Declares a field for any JSON value, stored unchanged. It cannot be filtered or sorted. */
export function json<const R extends boolean = false>(options: JsonOptions & Requirement<R> = {}) {
  return declareField<'json', Json, R>('json', options, json)
}

/** One schema for all fields, because two with the same id cannot be part of one document. */
const value = z.unknown().refine(isJson, 'A JSON value.').meta({ id: 'Json' })

export const jsonType: BuiltInType<JsonOptions> = {
  kind: 'json',
  storage: 'json',
  options: { default: z.json() },
  // zod's own JSON schema would drop a member named `__proto__`.
  schema: () => value,
  operators: [],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: (_options, sampler) => ({ note: sampler.words(4), weight: sampler.integer(1, 100) }),
  typescript: () => 'Json',
}

function isJson(value: unknown): value is Json {
  if (Array.isArray(value)) return value.every(isJson)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return ['string', 'boolean'].includes(typeof value) || value === null
  return isPlain(value) && Object.values(value).every(isJson)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

import type * as z from 'zod'

/** The innermost schema inside wrappers such as optional and nullable, and what the wrappers state. */
export interface Inside {
  readonly schema: z.ZodType
  readonly isOptional: boolean
  readonly hasDefault: boolean
  readonly isNullable: boolean
}

/** Unwraps a schema from optional, nullable and other wrappers. */
export function insideOf(schema: z.ZodType): Inside {
  const layers = layersOf(schema)
  const types = layers.map(({ def }) => def.type)
  const omission = types.find((type) => OMISSIONS.includes(type))
  return {
    schema: layers.at(-1) ?? schema,
    isOptional: omission !== undefined,
    hasDefault: omission !== undefined && omission !== 'optional',
    isNullable: types.includes('nullable'),
  }
}

/** Types of schemas that accept a missing value. */
const OMISSIONS: readonly string[] = ['optional', 'default', 'prefault', 'catch']

/** Types of schemas that wrap another schema. */
const WRAPPERS: readonly string[] = [...OMISSIONS, 'nullable', 'readonly', 'nonoptional']

/** Returns a schema and the schemas that it wraps, the innermost last. */
export function layersOf(schema: z.ZodType): readonly z.ZodType[] {
  const { type, innerType, in: source, out } = schema.def as Wrapping
  if (WRAPPERS.includes(type)) return [schema, ...layersOf(innerType as z.ZodType)]
  if (type !== 'pipe') return [schema]
  return [schema, ...layersOf((source?.def.type === 'transform' ? out : source) as z.ZodType)]
}

/** Zod's definition of a wrapping schema (zod 4, `_zod.def`). */
interface Wrapping {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

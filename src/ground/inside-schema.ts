import type * as z from 'zod'

/** A schema without what makes it optional, nullable or another value, and what that says. */
export interface Inside {
  readonly schema: z.ZodType
  readonly isOptional: boolean
  readonly hasDefault: boolean
  readonly isNullable: boolean
}

/** The schema inside what makes it optional, nullable or another value. */
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

/** Types of schemas that take a value which is not there. */
const OMISSIONS: readonly string[] = ['optional', 'default', 'prefault', 'catch']

/** Types of schemas that stand around another. */
const WRAPPERS: readonly string[] = [...OMISSIONS, 'nullable', 'readonly', 'nonoptional']

/** A schema and those that it stands around, the innermost last. */
export function layersOf(schema: z.ZodType): readonly z.ZodType[] {
  const { type, innerType, in: source, out } = schema.def as Wrapping
  if (WRAPPERS.includes(type)) return [schema, ...layersOf(innerType as z.ZodType)]
  if (type !== 'pipe') return [schema]
  return [schema, ...layersOf((source?.def.type === 'transform' ? out : source) as z.ZodType)]
}

/** Zod's definition of schemas that stand around others (zod 4, `_zod.def`). */
interface Wrapping {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

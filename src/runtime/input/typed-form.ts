import type * as z from 'zod'

/**
 * What a form says in the values that a schema of JSON asks for: a number for a number that was typed, `true` for a box
 * that was ticked, a list for one value of many. An empty text is null, or left out, where there need be none. Whatever
 * else was typed stays as it is, for the schema to refuse.
 */
export function readTyped(schema: z.ZodType, typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { shape } = insideOf(schema).schema as Partial<z.ZodObject>
  if (shape === undefined) return { ...typed }
  const read = Object.entries(shape).flatMap(([name, member]) => {
    const value = memberOf(member as z.ZodType, Object.hasOwn(typed, name) ? typed[name] : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  const unknown = Object.entries(typed).filter(([name]) => !Object.hasOwn(shape, name))
  return Object.fromEntries([...read, ...unknown])
}

function memberOf(member: z.ZodType, value: unknown): unknown {
  const { schema, isOptional, hasDefault, isNullable } = insideOf(member)
  const absent = isNullable ? null : isOptional ? undefined : value
  switch (schema.def.type) {
    case 'boolean':
      // A box that is not ticked is not sent, whatever the default of programs is.
      return value === undefined ? (isOptional && !hasDefault ? undefined : false) : (BOOLEANS.get(value) ?? value)
    case 'array':
      return value === undefined || value === ''
        ? isOptional
          ? undefined
          : []
        : Array.isArray(value)
          ? value
          : [value]
    case 'number':
      if (value === '') return absent
      return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value
    default:
      return value === '' ? absent : value
  }
}

/** What a box that is ticked sends, and the values of choices. */
const BOOLEANS = new Map<unknown, boolean>([
  ['on', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['', false],
])

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

interface Inside {
  readonly schema: z.ZodType
  readonly isOptional: boolean
  readonly hasDefault: boolean
  readonly isNullable: boolean
}

/** The schema inside what makes it optional, nullable or another value. */
function insideOf(schema: z.ZodType): Inside {
  const { type, innerType, in: source, out } = schema.def as Wrapping
  switch (type) {
    case 'optional':
      return { ...insideOf(innerType as z.ZodType), isOptional: true, hasDefault: false }
    case 'default':
    case 'prefault':
    case 'catch':
      return { ...insideOf(innerType as z.ZodType), isOptional: true, hasDefault: true }
    case 'nullable':
      return { ...insideOf(innerType as z.ZodType), isNullable: true }
    case 'readonly':
    case 'nonoptional':
      return insideOf(innerType as z.ZodType)
    case 'pipe':
      return insideOf((source?.def.type === 'transform' ? out : source) as z.ZodType)
    default:
      return { schema, isOptional: false, hasDefault: false, isNullable: false }
  }
}

/** What zod says of schemas that stand around others (zod 4, `_zod.def`). */
interface Wrapping {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

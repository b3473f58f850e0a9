import type * as z from 'zod'
import { insideOf } from '../../ground/inside-schema.ts'

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

import type * as z from 'zod'
import { insideOf } from '../../ground/inside-schema.ts'

/**
 * Converts form values to those that a JSON schema expects: a number's text to a number, a checked box to `true`, a
 * single value to a list. Empty text becomes null or is left out, if the schema allows that. Everything else is kept,
 * so that the schema rejects it.
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
      // Browsers do not send an unchecked box, whatever the schema's default is.
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

/** Values of checkboxes and of yes-or-no choices. */
const BOOLEANS = new Map<unknown, boolean>([
  ['on', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['', false],
])

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

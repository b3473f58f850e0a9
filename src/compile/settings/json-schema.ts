import { createRequire } from 'node:module'
import * as z from 'zod'

/** The parts of JSON Schema that are used here. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly anyOf?: readonly JsonSchema[]
}

const require = createRequire(import.meta.url)

/**
 * Converts the input of a plugin's settings schema to JSON Schema, with zod for zod 4 and with zod-to-json-schema for
 * zod 3.
 */
export function settingsJsonSchema(schema: unknown): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return {}
  if ('_zod' in schema) {
    return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema // of draft 2020-12
  }
  // Loaded on demand, because it takes a while and few plugins need it.
  const { zodToJsonSchema } = require('zod-to-json-schema') as typeof import('zod-to-json-schema')
  return zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0]) as JsonSchema // of draft 7
}

/** Returns the names of the properties that a plugin's settings schema declares at a path. */
export function settingNames(schema: unknown, path: readonly (string | number)[]): string[] {
  let current: JsonSchema | undefined = settingsJsonSchema(schema)
  for (const step of path) current = typeof step === 'number' ? current?.items : memberOf(current, step)
  return Object.keys(current?.properties ?? {})
}

function memberOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const others = schema?.additionalProperties
  return schema?.properties?.[name] ?? (typeof others === 'object' ? others : undefined)
}

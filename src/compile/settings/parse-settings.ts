import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { isSecret } from '../../config/secret.ts'
import { demand, expectation, mostSpecific, type ZodIssue } from '../diagnostics/expectation.ts'
import { isPlainObject, type PlainObject, secretsIn, valueAt } from '../plain-object.ts'

/** A mistake in the settings of a plugin. `schema`: the settings cannot be checked at build time. */
export interface SettingIssue {
  readonly kind: 'unknown' | 'missing' | 'invalid' | 'secret' | 'secret-name' | 'schema'
  readonly path: readonly (string | number)[]
  /** The violated expectation: `must be text, not 4`; for the kind `schema`, a sentence. */
  readonly demanded: string
}

export interface ParsedSettings {
  /** Settings for the manifest, with defaults filled in and secrets by name. */
  readonly values: Readonly<Record<string, unknown>>
  readonly issues: readonly SettingIssue[]
}

/** The properties of schemas that zod 3 and 4 share. */
interface Schema {
  readonly safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: readonly ZodIssue[] } }
}

/**
 * Validates settings with a plugin's schema. The value of a secret is not known yet: the schema must only accept text
 * there, and the runtime validates the value.
 */
export function parseSettings(schema: unknown, settings: Readonly<Record<string, unknown>>): ParsedSettings {
  if (schema === undefined) return withoutSchema(settings)
  if (!isSchema(schema)) return unusable(settings, 'The settings of a plugin must be a zod object.')
  try {
    const result = schema.safeParse(withSecretsAsText(settings))
    if (result.success) return { values: settingsToKeep(schema, settings, result.data), issues: codeIn(settings, []) }
    const issues = [...result.error.issues.flatMap((issue) => lowerIssue(issue, settings)), ...codeIn(settings, [])]
    return { values: issues.length > 0 ? settings : fillMembers(schema, settings), issues }
  } catch (error) {
    return unusable(settings, `The settings cannot be checked while building: ${(error as Error).message}`)
  }
}

function withoutSchema(settings: Readonly<Record<string, unknown>>): ParsedSettings {
  const issues = Object.keys(settings).map((name) => ({ kind: 'unknown' as const, path: [name], demanded: 'nothing' }))
  return { values: {}, issues }
}

function unusable(settings: Readonly<Record<string, unknown>>, message: string): ParsedSettings {
  return { values: settings, issues: [{ kind: 'schema', path: [], demanded: message }] }
}

function isSchema(value: unknown): value is Schema & z.ZodType {
  return typeof value === 'object' && value !== null && 'safeParse' in value
}

/** Returns issues for functions and other values that the manifest cannot contain. */
function codeIn(value: unknown, path: readonly (string | number)[]): SettingIssue[] {
  if (isSecret(value) || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => codeIn(item, [...path, index]))
  if (isPlainObject(value)) return Object.entries(value).flatMap(([name, inner]) => codeIn(inner, [...path, name]))
  return isJson(value)
    ? []
    : [{ kind: 'invalid', path, demanded: 'must be plain data, since the program stores settings as JSON' }]
}

/** Text that replaces a secret during validation. */
const STAND_IN = 'secret'

function withSecretsAsText(value: unknown): unknown {
  if (isSecret(value)) return STAND_IN
  if (Array.isArray(value)) return value.map(withSecretsAsText)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withSecretsAsText(inner)]))
}

function lowerIssue(refused: ZodIssue, settings: unknown): SettingIssue[] {
  const issue = mostSpecific(refused)
  const demanded = demand(issue, valueAt(settings, issue.path as (string | number)[])) // no path has symbols
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ kind: 'unknown', path: [...path, key], demanded }))
  }
  const value = valueAt(settings, path)
  if (isSecret(value)) {
    const isText = issue.code !== 'invalid_type' && issue.code !== 'invalid_union' && issue.code !== 'invalid_value'
    return isText ? [] : [{ kind: 'secret', path, demanded }]
  }
  if (value !== undefined || issue.code !== 'invalid_type') return [{ kind: 'invalid', path, demanded }]
  return [{ kind: 'missing', path, demanded: `must be ${expectation(issue)}` }]
}

/**
 * Returns the settings to store, which the runtime parses again with secrets filled in: the output of the schema if the
 * schema leaves its own output unchanged, otherwise the settings as declared.
 */
function settingsToKeep(schema: Schema, settings: Readonly<Record<string, unknown>>, output: unknown) {
  const again = schema.safeParse(output)
  const repeatable = isPlainObject(output) && again.success && isDeepStrictEqual(again.data, output) && isJson(output)
  return sortedSettings(restoreSecrets(repeatable ? output : settings, settings))
}

/** Fills in the defaults of each setting without secrets, if the settings as a whole need the value of a secret. */
function fillMembers(schema: unknown, settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const shape = shapeOf(schema) ?? {}
  const names = [...new Set([...Object.keys(shape), ...Object.keys(settings)])]
  const filled = names.map((name): [string, unknown] => {
    const member = shape[name]
    if (!isSchema(member) || secretsIn(settings[name]).length > 0) return [name, settings[name]]
    const result = member.safeParse(settings[name])
    return [name, result.success && isJson(result.data) ? result.data : settings[name]]
  })
  return sortedSettings(Object.fromEntries(filled.filter(([, value]) => value !== undefined)))
}

/** Returns settings in a canonical order. */
function sortedSettings(value: unknown): PlainObject {
  return sortedValue(value) as PlainObject // settings are an object, sorted or not
}

function sortedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedValue)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortedValue(inner)]))
}

function restoreSecrets(value: unknown, original: unknown): unknown {
  if (isSecret(original)) return { $secret: original.$secret }
  if (Array.isArray(value)) return value.map((item, index) => restoreSecrets(item, valueAt(original, [index])))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, restoreSecrets(inner, valueAt(original, [name]))]),
  )
}

function isJson(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isPlainObject(value) && Object.values(value).every(isJson)
}

/** Returns the members of an object schema of zod 4 or 3; `undefined` for other schemas. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const shape = (schema as { readonly shape?: unknown } | undefined)?.shape // what zod calls it, in both versions
  return typeof shape === 'object' && shape !== null ? (shape as Record<string, unknown>) : undefined
}

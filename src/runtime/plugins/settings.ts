import type * as z from 'zod'
import { isSecret } from '../../config/secret.ts'
import { HttpError } from '../common/errors.ts'
import { keptFor } from '../common/kept-for.ts'
import { type Runtime, runtimeOf, type WithEnv } from '../isolate/runtime.ts'

const resolvedBy = keptFor((_: Runtime) => new Map<z.ZodType, unknown>())

/**
 * Returns the settings of the plugin that declared this schema, resolved for the environment: with defaults, and with
 * secrets from the worker. An isolate always returns the same object.
 * @throws HttpError `not_configured` if a required secret is missing, or the schema rejects a secret
 */
export function settingsOf<Schema extends z.ZodType>(c: WithEnv, schema: Schema): z.output<Schema> {
  const runtime = runtimeOf(c)
  const known = resolvedBy(runtime)
  if (!known.has(schema)) known.set(schema, resolveSettings(runtime, schema))
  return known.get(schema) as z.output<Schema> // the cache contains the output of this schema
}

/** Returns a secret or variable of the worker; `undefined` if it is missing or empty. */
export function secretOf(c: WithEnv, name: string): string | undefined {
  const value = (c.env as unknown as Record<string, unknown>)[name] // secrets are in the same object as the bindings
  return typeof value === 'string' && value !== '' ? value : undefined
}

function resolveSettings(runtime: Runtime, schema: z.ZodType): unknown {
  const plugin = Object.values(runtime.program.plugins).find((spec) => spec.settings === schema)
  if (!plugin) throw new Error('no plugin of this service declares these settings: pass the schema of definePlugin')
  const missing: string[] = []
  const declared = runtime.environment.settings[plugin.name] ?? {}
  const values = fillSecrets(declared, (name) => {
    const value = secretOf(runtime, name)
    if (value === undefined) missing.push(name)
    return value
  })
  const result = schema.safeParse(values)
  if (result.success) return result.data
  if (missing.length > 0) {
    throw new HttpError('not_configured', `The secret ${missing.join(', ')} of the plugin ${plugin.name} is not set.`)
  }
  const unfit = result.error.issues.flatMap(({ path, message }) => {
    const name = secretAt(declared, path)
    return name === undefined ? [] : [`The secret ${name} of the plugin ${plugin.name} is not valid: ${message}.`]
  })
  if (unfit.length > 0) throw new HttpError('not_configured', unfit.join(' '))
  throw new Error(`settings of the plugin ${plugin.name} are not valid: ${result.error.message}`)
}

/** Returns the name of the secret at a path; `undefined` if there is none. */
function secretAt(value: unknown, path: readonly PropertyKey[]): string | undefined {
  const found = path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step],
    value,
  )
  return isSecret(found) ? found.$secret : undefined
}

/** Replaces each `{ $secret }` with its value; properties with a missing secret are left out. */
function fillSecrets(value: unknown, read: (name: string) => string | undefined): unknown {
  if (isSecret(value)) return read(value.$secret)
  if (Array.isArray(value)) return value.map((item) => fillSecrets(item, read))
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value).map(([key, inner]) => [key, fillSecrets(inner, read)] as const)
  return Object.fromEntries(filled.filter(([, inner]) => inner !== undefined))
}

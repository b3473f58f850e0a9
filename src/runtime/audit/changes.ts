import type { Json } from '../../fields/field-type.ts'
import { isSecretName } from '../common/log.ts'

/** Change to a value. The value of a secret field is left out. */
export type Change = { readonly before?: Json; readonly after?: Json } | { readonly hidden: true }

/** Changes by field name. */
export type Changes = { readonly [field: string]: Change }

/** Maximum number of characters of a stored value: enough to recognize it. Versions contain whole documents. */
export const MAX_VALUE = 300

/**
 * Returns the fields in which two states differ. `before` is `null` for a new object, `after` for a deleted one. Values
 * named like secrets are hidden.
 */
export function changesBetween(
  before: Readonly<Record<string, Json>> | null,
  after: Readonly<Record<string, Json>> | null,
): Changes {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const entries = [...names].flatMap((name) => {
    const [then, now] = [before?.[name] ?? null, after?.[name] ?? null]
    if (JSON.stringify(then) === JSON.stringify(now)) return []
    return [[name, isSecretName(name) ? HIDDEN : change(before && then, after && now)] as const]
  })
  return Object.fromEntries(entries)
}

export const HIDDEN: Change = { hidden: true }

/** Returns the change to a value; `null` stands for an absent value. */
export function change(before: Json, after: Json): Change {
  return {
    ...(before === null ? {} : { before: shortened(before) }),
    ...(after === null ? {} : { after: shortened(after) }),
  }
}

/** Truncates long text, and replaces a large object or list with the beginning of its JSON. */
function shortened(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE)}…`
}

/** Returns details without properties named like secrets, at any depth. */
export function withoutSecrets(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(details, (name, value) => (isSecretName(name) ? undefined : value)))
}

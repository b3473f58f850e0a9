import type { Json } from '../../fields/field-type.ts'
import { isSecretName } from '../common/log.ts'

/** Change of a value. A value that nobody may see appears by name only. */
export type Change = { readonly before?: Json; readonly after?: Json } | { readonly hidden: true }

/** By the name of the field. */
export type Changes = { readonly [field: string]: Change }

/** Characters of a value that are kept: enough to recognise it. All of a document stands in its versions. */
export const MAX_VALUE = 300

/**
 * The fields in which two states differ. Of a new thing `before` is `null`, of one that is gone `after` is. Values named
 * like secrets are hidden.
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

/** `null` where there was, or is, nothing to have a value. */
export function change(before: Json, after: Json): Change {
  return {
    ...(before === null ? {} : { before: shortened(before) }),
    ...(after === null ? {} : { after: shortened(after) }),
  }
}

/** A long text is cut, and a large object becomes the beginning of its JSON. */
function shortened(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE)}…`
}

/** Without what is named like a secret, however deep it stands. */
export function withoutSecrets(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(details, (name, value) => (isSecretName(name) ? undefined : value)))
}

import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'

/** Returns a string for the comparison of values: JSON with sorted members, without members that are `null`. */
export function textOf(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, member]) => member !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  )
}

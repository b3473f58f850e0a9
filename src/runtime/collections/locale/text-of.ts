import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'

/** Text of a value, with its members in one order and none that is empty. */
export function textOf(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, held]) => held !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  )
}

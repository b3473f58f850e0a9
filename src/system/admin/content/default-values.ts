import type { ManifestCollection } from '../../../runtime/kit.ts'
import type { Values } from './document-values.ts'

/** The values that a new document begins with; `null` for a field without a default. */
export function defaultsOf({ fields }: ManifestCollection): Values {
  return Object.fromEntries(fields.map(({ name, options }) => [name, options.default ?? null]))
}

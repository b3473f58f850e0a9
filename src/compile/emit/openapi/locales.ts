import type { CollectionOperation, ManifestLocales } from '../../../manifest/index.ts'
import type { JsonObject } from '../../json-object.ts'
import type { Components } from './components.ts'

/** Operations whose requests and responses contain no values of fields. */
const WITHOUT_VALUES: ReadonlySet<CollectionOperation> = new Set(['delete', 'versions', 'name', 'discard', 'purge'])

/** Tells whether an operation reads or writes values in a locale, if the collection is localized. */
export function takesLocale(operation: CollectionOperation): boolean {
  return !WITHOUT_VALUES.has(operation)
}

/** Returns the query parameters `locale` and `fallback`. */
export function localeParameters(locales: ManifestLocales, components: Components): JsonObject[] {
  const names = Object.keys(locales.chains)
  return [
    components.parameter('locale', () => ({
      name: 'locale',
      in: 'query',
      schema: { type: 'string', enum: [...names, '*'], default: locales.default },
      description:
        'The locale to read or write. A missing value is replaced with the value in a fallback locale, or else in the default locale. `*`: all locales.',
    })),
    components.parameter('fallback', () => ({
      name: 'fallback',
      in: 'query',
      schema: { type: 'string', enum: ['none'] },
      description: 'Values in other locales do not replace missing values, which are null, even if required.',
    })),
  ]
}

/** Text that is appended to the description of an operation. */
export const LOCALE_DESCRIPTION =
  ' With `locale=*`, properties marked `x-localized` are objects with a value for each locale, or null if there is none.'

/** Adds the header with the locale to a response. */
export function withContentLanguage(success: JsonObject, components: Components): JsonObject {
  return Object.fromEntries(
    Object.entries(success as Record<string, JsonObject>).map(([status, response]) => [
      status,
      {
        ...response,
        headers: { ...(response.headers as JsonObject), 'Content-Language': components.header('Content-Language') },
      },
    ]),
  )
}

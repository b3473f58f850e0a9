import { searchedName } from '../../../ground/column-names.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Filter } from '../query/filter.ts'
import type { Slots } from '../query/slots.ts'
import type { Call } from '../request/call.ts'

type Searching = Pick<Call, 'c' | 'plan' | 'locale'>

/**
 * Limits an expression of the full-text index to the columns of the request's locale. With `*`, all columns are
 * searched; for callers who are not signed in, only those of the default locale, because columns of other locales could
 * reveal hidden values.
 * @param expression in the syntax of https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
export function searchedIn({ c, plan, locale }: Searching, expression: string): string {
  const { locales } = plan.collection
  if (locales === undefined || locale === null) return expression
  if (locale.isAll && c.get('user') !== null) return expression
  const chain = locale.isAll ? [locales.default] : locale.chain
  return `{${columnsOf(plan, chain, locales)
    .map(({ column }) => `"${column}"`)
    .join(' ')}} : (${expression})`
}

/** Returns the filter that limits matches to values of the locale itself; none unless a request excludes fallbacks. */
export function searchedItself({ plan, locale }: Searching, expression: string, slots: Slots): Filter[] {
  const { locales } = plan.collection
  if (locales === undefined || locale === null || locale.chain.length > 1 || locale.name === locales.default) return []
  const columns = columnsOf(plan, locale.chain, locales)
  const localized = columns.filter(({ isLocalized }) => isLocalized)
  if (localized.length === 0) return []
  return [
    {
      kind: 'searched',
      always: columns.filter(({ isLocalized }) => !isLocalized).map(({ column }) => column),
      localized: localized.map(({ property, column }) => ({ property, column })),
      slot: slots.add(expression),
    },
  ]
}

/** Returns the columns of the index that are searched in a locale. */
function columnsOf(plan: Call['plan'], chain: readonly string[], locales: ManifestLocales) {
  return plan.collection.search.flatMap((property) => {
    const isLocalized = plan.byName.get(property)?.field.options.localized === true
    const [valueName = property] = isLocalized ? valueNames(property, chain, locales) : [property]
    const column = plan.byName.get(valueName)?.field.column
    return column ? [{ property, column: searchedName(column), isLocalized }] : []
  })
}

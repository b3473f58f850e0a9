import { searchedName } from '../../../ground/column-names.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Call } from '../call.ts'

/**
 * Limits an expression of the full-text index to the columns of the request's locale. With `*` all are searched, and
 * for callers who are not signed in the default: they would find what is hidden from them.
 * @param expression as https://www.sqlite.org/fts5.html#full_text_query_syntax has it
 */
export function searchedIn({ c, plan, locale }: Pick<Call, 'c' | 'plan' | 'locale'>, expression: string): string {
  const { search, locales } = plan.collection
  if (locales === undefined || locale === null) return expression
  if (locale.isAll && c.get('user') !== null) return expression
  const chain = locale.isAll ? [locales.default] : locale.chain
  const columns = search.flatMap((name) => {
    const isLocalized = plan.byName.get(name)?.field.options.localized === true
    const [own = name] = isLocalized ? valueNames(name, chain, locales) : [name]
    const column = plan.byName.get(own)?.field.column
    return column === null || column === undefined ? [] : [`"${searchedName(column)}"`]
  })
  return `{${columns.join(' ')}} : (${expression})`
}

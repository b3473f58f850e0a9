import { searchedName } from '../../../ground/column-names.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Call } from '../call.ts'

/**
 * Limits an expression of the full-text index to the columns of the request's locale. With `*` all are searched.
 * @param expression as https://www.sqlite.org/fts5.html#full_text_query_syntax has it
 */
export function searchedIn({ plan, locale }: Pick<Call, 'plan' | 'locale'>, expression: string): string {
  const { search, locales } = plan.collection
  if (locales === undefined || locale === null || locale.isAll) return expression
  const columns = search.flatMap((name) => {
    const isLocalized = plan.byName.get(name)?.field.options.localized === true
    const [own = name] = isLocalized ? valueNames(name, locale.chain, locales) : [name]
    const column = plan.byName.get(own)?.field.column
    return column === null || column === undefined ? [] : [`"${searchedName(column)}"`]
  })
  return `{${columns.join(' ')}} : (${expression})`
}

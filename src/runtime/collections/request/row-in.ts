import { isVariant } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { SqlValue } from '../../database/database.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import { holdsVariants, pick, without } from '../locale/fold.ts'
import { isShownIn } from '../locale/shown-in.ts'
import type { Call } from './call.ts'

/**
 * Returns a row with the values of the request's locale under the names of the fields. Rows of a list have these
 * already. With `*`, the values are JSON objects with a value for each locale.
 */
export function rowIn({ c, plan, locale }: Call, row: DocumentRow): DocumentRow {
  const { locales } = plan.collection
  if (locales === undefined || locale === null) return row
  const values = plan.localized.flatMap(({ field: { name, storage }, write }): [string, SqlValue][] => {
    const names = valueNames(name, locale.chain, locales)
    if (!names.some((one) => isVariant(one) && row[one] !== undefined)) return []
    if (locale.isAll) {
      const texts = locale.chain.flatMap((one, index) => {
        if (c.get('user') === null && !isShownIn(row, one)) return []
        return [`${JSON.stringify(one)}:${write(row[names[index] ?? ''] ?? null)}`]
      })
      return [[name, `{${texts.join(',')}}`]]
    }
    const isThere = (one: string) => {
      const value = row[one] ?? null
      return value !== null && !(storage === 'join' && value === '[]')
    }
    return [[name, row[names.find(isThere) ?? names[0] ?? ''] ?? null]]
  })
  const parts = locale.isAll && c.get('user') === null ? withoutHidden(plan, row, locale.chain, locales) : []
  return values.length === 0 && parts.length === 0 ? row : { ...row, ...Object.fromEntries([...values, ...parts]) }
}

/** Removes from groups, lists and blocks the values of locales in which the document is not shown. */
function withoutHidden(
  plan: Call['plan'],
  row: DocumentRow,
  chain: readonly string[],
  locales: ManifestLocales,
): [string, SqlValue][] {
  const hidden = chain.filter((locale) => !isShownIn(row, locale))
  if (hidden.length === 0) return []
  return plan.fields.flatMap(({ field: { name }, shape }): [string, SqlValue][] => {
    const stored = row[name] ?? null
    if (stored === null || !shape || !holdsVariants(shape)) return []
    return [[name, JSON.stringify(without(shape, JSON.parse(String(stored)), hidden, locales))]]
  })
}

/** Returns a document, such as a version, with the values of the request's locale under the names of the fields. */
export function documentIn({ plan, locale }: Call, document: Document): Document {
  const { locales } = plan.collection
  if (locales === undefined || locale === null) return document
  const values = plan.localized.map(({ field: { name } }) => [name, pick(name, document, locale, locales)] as const)
  return { ...document, ...Object.fromEntries(values) }
}

import { sqlText } from '../../../ground/sql-text.ts'
import { TRANSLATED_AT, variantName } from '../../../ground/variants.ts'
import { columnName } from '../../../manifest/column-sql.ts'
import { otherLocales } from '../../../manifest/localized.ts'
import { type TranslationState, translationState } from '../../../manifest/translation-state.ts'
import { runStatements } from '../../isolate/run-statements.ts'
import { runtimeOf, type WithEnv } from '../../isolate/runtime.ts'

/** States of a document's translations, by locale. */
export type Translations = Readonly<Record<string, TranslationState>>

/**
 * Returns the states of the translations of documents, including their pending changes, by id. The caller has to check
 * that the documents may be read.
 */
export async function translationsOf(
  c: WithEnv,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Translations>> {
  const { table, fields, locales } =
    runtimeOf(c).program.manifest.collections.find(({ name }) => name === collection) ?? {}
  if (table === undefined || fields === undefined || locales === undefined || ids.length === 0) return new Map()
  const others = otherLocales(locales)
  const names = [TRANSLATED_AT, ...others.map((locale) => variantName(TRANSLATED_AT, locale))]
  const times = names.map((name, index) => {
    const column = columnName(fields.find((field) => field.name === name)?.column ?? '')
    // Pending changes contain the changed times, as JSON.
    return `coalesce("draft"."data" -> '$."${name}"', json_quote("${table}".${column})) AS "${index}"`
  })
  const sql = sqlText`
    SELECT "${table}".id, ${times.join(', ')}
    FROM "${table}" LEFT JOIN "content_drafts" AS "draft" ON "draft"."document_id" = "${table}".id
    WHERE "${table}".id IN (SELECT value FROM json_each(?1))
  `
  const [rows = []] = await runStatements(c, [{ sql, values: [JSON.stringify(ids)] }])
  return new Map(
    rows.map((row) => {
      const [original = null, ...variantTimes] = names.map((_, index) => timeIn(row[index]))
      return [
        String(row.id),
        Object.fromEntries(
          others.map((locale, index) => [locale, translationState(original, variantTimes[index] ?? null)]),
        ),
      ]
    }),
  )
}

/**
 * Returns milliseconds since the epoch; `null` if there is no time. A column stores times as numbers, pending changes
 * as text.
 */
function timeIn(json: unknown): number | null {
  const time = JSON.parse(String(json ?? 'null')) as number | string | null // written by `withTimes`
  return time === null ? null : new Date(time).getTime()
}

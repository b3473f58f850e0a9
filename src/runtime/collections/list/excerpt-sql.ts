import { sqlText } from '../../../ground/sql-text.ts'
import type { Program } from '../../../manifest/index.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { Composed } from '../query/composed.ts'
import type { Slots } from '../query/slots.ts'

/** Column of the excerpt; no field has this name. */
export const EXCERPT = '@excerpt'

/** Length of an excerpt, in characters; `BEFORE` of them precede the word. */
const LENGTH = 260
const BEFORE = 40

/**
 * Composes an excerpt of a document's searched text around a word. The database cuts it out, so that no long text is
 * transferred. The full-text index itself contains no text. The title is left out, because it is shown anyway.
 * @param word in lower case
 */
export function excerptOf(
  plan: CollectionPlan,
  fieldTypes: Program['fieldTypes'],
  word: string,
  slots: Slots,
): Composed {
  const { search, titleField, statements, table } = plan.collection
  const texts = search.flatMap((name) => {
    const field = plan.byName.get(name)?.field
    if (field === undefined || field.column === null || name === titleField || !statements.columns[name]) return []
    const column = `"${table}"."${field.column}"`
    return [`coalesce(${fieldTypes[field.kind]?.searchText?.(column, field.options) ?? column}, '')`]
  })
  if (texts.length === 0) return { sql: 'NULL', parameters: [] }
  const inside = `instr(lower("text"), ?)`
  // Prefers an occurrence at the beginning of a word. If accents prevent the word from being found, takes the beginning
  // of the text.
  const at = `coalesce(nullif(instr(lower("text"), ' ' || ?), 0), ${inside})`
  const slot = slots.add(word)
  return {
    sql: sqlText`
      (SELECT substr("text", max(1, ${at} - ${BEFORE}), ${LENGTH})
      FROM (SELECT ${texts.join(" || ' ' || ")} AS "text"))
    `,
    parameters: [slot, slot],
  }
}

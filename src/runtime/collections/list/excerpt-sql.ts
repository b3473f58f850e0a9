import type { Program } from '../../../manifest/index.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { Composed } from './compose-filter.ts'
import type { Slots } from './slots.ts'

/** The column of excerpts; no field has such a name. */
export const EXCERPT = '@excerpt'

/** Characters of an excerpt, and how many of them stand before the word. */
const LENGTH = 260
const BEFORE = 40

/**
 * A piece of a document's searched text around a word, cut out by the database so that no long text travels. The
 * full-text index holds no text itself. The title is left out: it is shown anyway.
 * @param word in small letters
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
  // At the beginning of a word where there is one, and at the beginning of the text where accents hide it.
  const at = `coalesce(nullif(instr(lower("text"), ' ' || ?), 0), ${inside})`
  const slot = slots.add(word)
  return {
    sql: `(SELECT substr("text", max(1, ${at} - ${BEFORE}), ${LENGTH}) FROM (SELECT ${texts.join(" || ' ' || ")} AS "text"))`,
    parameters: [slot, slot],
  }
}

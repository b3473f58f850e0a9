import { literal } from '../../../ground/sql.ts'
import { tokenize } from '../../../ground/sql-tokens.ts'

/** Table of documents in the trash. */
export const TRASH = 'content_trash'
export const REFERENCES = 'content_trash_references'

/** Table of versions of documents. */
export const VERSIONS = 'content_versions'

/** Table of pending changes of published documents. */
export const PENDING = 'content_drafts'

/** Table of the states that pending changes have had. */
export const PENDING_VERSIONS = 'content_draft_versions'

const NAMES: ReadonlyMap<string, string> = new Map([
  [VERSIONS, 'versions'],
  [TRASH, 'the trash'],
  [PENDING, 'pending changes'],
  [PENDING_VERSIONS, 'versions of pending changes'],
])

/** Tables that store documents of all collections as JSON in `data`, with the collection in `collection_id`. */
export const COPIES: readonly string[] = [...NAMES.keys()]

/** Returns the name of a table for people: `versions` for `content_versions`. */
export function nameOfTable(table: string): string {
  return NAMES.get(table) ?? table
}

/** Returns the SQL condition for the copies of one collection. */
export function copiesOf(collection: string): string {
  return `"collection_id" = ${literal(collection)}`
}

/** Returns the collection to which a SQL condition limits copies; `null` if it is not limited to one. */
export function collectionIn(condition: string): string | null {
  const tokens = tokenize(condition).filter(({ depth }) => depth === 0)
  if (tokens.some(({ text }) => /^OR$/i.test(text))) return null
  const at = tokens.findIndex(({ value }, index) => {
    const [before, sign, text] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    const isAlone = before === undefined || /^AND$/i.test(before.text)
    return value === 'collection_id' && isAlone && sign?.text === '=' && text?.kind === 'text'
  })
  return at === -1 ? null : (tokens[at + 2]?.value ?? null)
}

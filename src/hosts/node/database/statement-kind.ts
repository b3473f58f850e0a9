/**
 * Kind of a statement:
 * - `read`: begins like a statement that only returns rows; if it changes something after all, the read-only connection
 *   refuses it
 * - `write`: changes rows or the schema
 * - `alone`: a change that must not share its transaction with others
 * - `refused`: forbidden for services, as on D1, because it accesses other files, or the connection's transactions and
 *   settings
 */
export type StatementKind = 'read' | 'write' | 'alone' | 'refused'

/** Matches settings of a connection (PRAGMAs) that a service may read. All others change how the file is stored. */
const PRAGMAS =
  /^(?:table_info|table_xinfo|table_list|index_info|index_list|index_xinfo|foreign_key_list|foreign_key_check|quick_check|function_list|collation_list|compile_options|data_version|schema_version)\b/i

const WRITES: ReadonlySet<string> = new Set('INSERT REPLACE UPDATE DELETE CREATE DROP ALTER ANALYZE REINDEX'.split(' '))
const REFUSED: ReadonlySet<string> = new Set(
  'ATTACH DETACH VACUUM BEGIN COMMIT END ROLLBACK SAVEPOINT RELEASE'.split(' '),
)

/** Matches spaces and comments before a statement. */
const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/

/**
 * Returns the kind of a statement, from its first words. Anything that is not a statement is left to SQLite, which
 * reports an error.
 */
export function kindOf(sql: string): StatementKind {
  const text = sql.slice(BEFORE.exec(sql)?.[0].length ?? 0)
  const word = (/^[a-z]+/i.exec(text)?.[0] ?? '').toUpperCase()
  if (/^create\s+temp/i.test(text)) return 'refused'
  if (WRITES.has(word)) return 'write'
  if (REFUSED.has(word)) return 'refused'
  return word === 'PRAGMA' ? kindOfPragma(text.slice(word.length).trimStart()) : 'read'
}

function kindOfPragma(setting: string): StatementKind {
  if (/^defer_foreign_keys\b/i.test(setting)) return 'alone'
  if (/^(?:foreign_keys|optimize)\b/i.test(setting)) return 'write'
  return PRAGMAS.test(setting) && !setting.includes('=') ? 'read' : 'refused'
}

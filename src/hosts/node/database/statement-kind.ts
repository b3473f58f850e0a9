/**
 * - `read`: begins as a statement that returns rows and changes nothing; one that changes something after all is refused
 *   by the connection that reads
 * - `write`: changes rows or the schema
 * - `alone`: a change that must not share its transaction with others
 * - `refused`: not for services, as on D1: it reaches other files, or transactions and settings of the connection
 */
export type StatementKind = 'read' | 'write' | 'alone' | 'refused'

/** Settings of a connection that a service may ask for. All others change how the file is kept. */
const PRAGMAS =
  /^(?:table_info|table_xinfo|table_list|index_info|index_list|index_xinfo|foreign_key_list|foreign_key_check|quick_check|function_list|collation_list|compile_options|data_version|schema_version)\b/i

const WRITES: ReadonlySet<string> = new Set('INSERT REPLACE UPDATE DELETE CREATE DROP ALTER ANALYZE REINDEX'.split(' '))
const REFUSED: ReadonlySet<string> = new Set(
  'ATTACH DETACH VACUUM BEGIN COMMIT END ROLLBACK SAVEPOINT RELEASE'.split(' '),
)

/** Spaces and comments before a statement. */
const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/

/** Tells what kind of statement a text is, by its first words. What is no statement at all is left to SQLite. */
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

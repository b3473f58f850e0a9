import type { DatabaseSync } from 'node:sqlite'

/**
 * Inserts a row for each post of `filling.posts` (named `post`), modeled on the only row of the table, and deletes that
 * row.
 * @param columns columns with other values than in that row (named `template`): SQL expressions by column
 * @throws Error if the table does not have exactly one row, or lacks a column
 */
export function copyRows(database: DatabaseSync, table: string, columns: Readonly<Record<string, string>>): void {
  const rows = database.prepare(`SELECT count(*) AS count FROM "${table}"`).get()
  if (rows?.count !== 1) throw new Error(`${table} has ${rows?.count} rows, not the one of the first post`)
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  const all = names.map(({ name }) => String(name))
  const unknown = Object.keys(columns).filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`)
  database.exec(`CREATE TEMP TABLE template AS SELECT rowid AS template_rowid, * FROM "${table}"`)
  database.exec(
    `INSERT INTO "${table}" (${all.map((name) => `"${name}"`).join(', ')})
      SELECT ${all.map((name) => columns[name] ?? `template."${name}"`).join(', ')}
      FROM filling.posts AS post, template ORDER BY post.n`,
  )
  database.exec(`DELETE FROM "${table}" WHERE rowid = (SELECT template_rowid FROM template); DROP TABLE template`)
}

/** SQL expression for a post's time: ISO 8601 in UTC, with milliseconds. */
export const ISO_TIME = `strftime('%Y-%m-%dT%H:%M:%S', post.at / 1000, 'unixepoch') || '.000Z'`

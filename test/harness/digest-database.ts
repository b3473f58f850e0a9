import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The database of development on disk, in a folder that `--persist` names. */
export function localDatabase(persist: string): string {
  const found = globSync('v3/d1/**/*.sqlite', { cwd: persist }).filter((name) => !name.includes('metadata'))
  return join(persist, found[0] ?? '')
}

export interface TableDigest {
  readonly rows: number
  /** SHA-256 over every value of every row with its type, hex. */
  readonly sha256: string
}

/**
 * Sums up a database with nothing of ours: each table that is not a host's, row by row. Tables of full-text search come as
 * the terms that they hold. Whose the database is, which differs after a move, is left out.
 */
export function digestDatabase(path: string): Readonly<Record<string, TableDigest>> {
  const db = new DatabaseSync(path)
  try {
    const tables = db
      .prepare(`SELECT l.name, s.sql FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name
        WHERE l.schema = 'main' AND l.type IN ('table', 'virtual') AND l.name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY 1`)
      .all() as { name: string; sql: string }[]
    const schema = db
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE type <> 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY 1`)
      .all()
    return {
      schema: {
        rows: schema.length,
        sha256: createHash('sha256')
          .update(JSON.stringify([tables, schema]))
          .digest('hex'),
      },
      ...Object.fromEntries(tables.map(({ name, sql }) => [name, digestTable(db, name, sql)])),
    }
  } finally {
    db.close()
  }
}

/** The digest of a database without the generations of its collections, which never fall when it is replaced. */
export function withoutGenerations({ content_generations: _, ...digest }: ReturnType<typeof digestDatabase>) {
  return digest
}

function digestTable(db: DatabaseSync, name: string, sql: string): TableDigest {
  const isSearch = /^CREATE VIRTUAL/i.test(sql)
  if (isSearch) db.exec(`CREATE VIRTUAL TABLE temp."terms of ${name}" USING fts5vocab('main', "${name}", 'instance')`)
  const from = isSearch
    ? `temp."terms of ${name}" ORDER BY term, doc, col, offset`
    : name === 'system_state'
      ? `system_state WHERE "key" <> 'project' ORDER BY 1`
      : `"${name}" ORDER BY ${/WITHOUT ROWID/i.test(sql) ? '1, 2' : 'rowid'}`
  const statement = db.prepare(`SELECT * FROM ${from}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const hash = createHash('sha256')
  let rows = 0
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<readonly unknown[]>) {
    rows += 1
    for (const value of row) {
      hash.update(`${typeof value}:`)
      hash.update(value instanceof Uint8Array ? value : String(value))
      hash.update(';')
    }
  }
  return { rows, sha256: hash.digest('hex') }
}

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns the path of the development database in a folder that `--persist` names. */
export function localDatabase(persist: string): string {
  const found = globSync('v3/d1/**/*.sqlite', { cwd: persist }).filter((name) => !name.includes('metadata'))
  return join(persist, found[0] ?? '')
}

export interface TableDigest {
  readonly rows: number
  /** SHA-256 of all values and their types, in hex. */
  readonly sha256: string
}

/**
 * Computes digests of a database's schema and of each table that does not belong to the host, without code of Lintel.
 * Digests of full-text search tables cover the terms that they contain. The name of the project is left out, because it
 * differs after a move.
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

/** Removes the generations of collections from the digests: they only increase, even if the database is replaced. */
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

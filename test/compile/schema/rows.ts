import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { MigrationFile } from '../../../src/compile/schema/files/migration-file.ts'

/** A value as SQLite gives it. */
export type Value = string | number | null
export type Row = Record<string, Value>

/** A database in which migrations run as on D1: a transaction each, foreign keys always on. */
export class Rows {
  readonly #database = new DatabaseSync(':memory:')
  readonly #applied = new Set<string>()

  /** Applies the migrations that it does not have yet. */
  apply(files: readonly MigrationFile[]): void {
    for (const file of files.filter(({ name }) => !this.#applied.has(name))) {
      this.#database.exec('BEGIN')
      try {
        for (const statement of file.steps.flatMap((step) => step.statements)) this.#database.exec(statement)
        this.#database.exec('COMMIT')
      } catch (error) {
        this.#database.exec('ROLLBACK')
        throw error
      }
      this.#applied.add(file.name)
    }
  }

  /** Inserts a document; what is not given of the system's columns is filled in. */
  insert(table: string, row: Row): void {
    const complete = { status: 'published', created_at: 1, updated_at: 1, version: 1, ...row }
    const columns = Object.keys(complete).map((name) => `"${name}"`)
    const values = columns.map(() => '?')
    this.#database
      .prepare(`INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${values.join(', ')})`)
      .run(...Object.values(complete))
  }

  /** Names the targets of a document's list of references, in order. */
  list(join: string, owner: string, targets: readonly string[]): void {
    const insert = this.#database.prepare(`INSERT INTO "${join}" (owner_id, target_id, position) VALUES (?, ?, ?)`)
    for (const [position, target] of targets.entries()) insert.run(owner, target, position)
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }) as Row)
  }

  /** One column of a table by id. */
  column(table: string, name: string): Row {
    const rows = this.all(`SELECT id, "${name}" AS value FROM "${table}" ORDER BY id`)
    return Object.fromEntries(rows.map(({ id, value = null }) => [String(id), value]))
  }

  /** Ids of the documents that a search finds. */
  search(table: string, words: string): (Value | undefined)[] {
    const found = this.all(
      `SELECT t.id FROM "${table}_fts" JOIN "${table}" t ON t.rowid = "${table}_fts".rowid WHERE "${table}_fts" MATCH ? ORDER BY t.id`,
      words,
    )
    return found.map((row) => row.id)
  }

  /** The index over all content, and the counts, say what the collections hold; no reference points nowhere. */
  expectConsistent(
    collections: readonly { readonly name: string; readonly title?: string; readonly slug?: string }[],
  ): void {
    const wanted = collections.flatMap(({ name, title, slug }) =>
      this.all(
        `SELECT id, '${name}' AS collection_id, ${title ? `"${title}"` : 'NULL'} AS title, ${slug ? `"${slug}"` : 'NULL'} AS slug, status FROM "${name}"`,
      ),
    )
    const content = this.all('SELECT id, collection_id, title, slug, status FROM content')
    expect(content.sort(byId)).toEqual(wanted.sort(byId))
    const counts = 'SELECT collection_id, status, count FROM content_counts WHERE count <> 0 ORDER BY 1, 2'
    const counted = 'SELECT collection_id, status, count(*) AS count FROM content GROUP BY 1, 2 ORDER BY 1, 2'
    expect(this.all(counts)).toEqual(this.all(counted))
    expect(this.all('PRAGMA foreign_key_check')).toEqual([])
  }
}

function byId(a: Row, b: Row): number {
  return String(a.id) < String(b.id) ? -1 : 1
}

import type { DatabaseSync } from 'node:sqlite'

/** A table in SQLite's schema. Its root page does not change when it is renamed; that of a virtual table is 0. */
interface Shape {
  readonly page: number
  readonly columns: readonly string[]
}

/**
 * Tracks original names of tables and columns while statements rename them: a table is recognized by its root page, a
 * column by its position.
 */
export class FormerNames {
  readonly #database: DatabaseSync
  readonly #known: ReadonlyMap<string, string>
  /** Original names by current name, in lower case, without objects that were created since. */
  readonly #tables: Map<string, string>
  readonly #columns = new Map<string, Map<string, string>>()
  readonly #first: ReadonlyMap<string, Shape>
  #shapes: ReadonlyMap<string, Shape>

  /** @param known names of the tables to track, in the spelling to return */
  constructor(database: DatabaseSync, known: Iterable<string>) {
    this.#database = database
    this.#known = new Map([...known].map((name) => [name.toLowerCase(), name]))
    this.#tables = new Map(this.#known)
    this.#first = shapesIn(database)
    this.#shapes = this.#first
  }

  /** Tells whether a table was created after tracking began, under a name that is not tracked. */
  isMade(name: string): boolean {
    const key = name.toLowerCase()
    return this.#shapes.has(key) && !this.#first.has(key) && !this.#tables.has(key)
  }

  /**
   * Returns a table's original name; `undefined` if it did not exist at first. A table that is created again under a
   * tracked name keeps that name.
   */
  table(name: string): string | undefined {
    return this.#tables.get(name.toLowerCase())
  }

  column(table: string, name: string): string {
    return this.#columns.get(table.toLowerCase())?.get(name.toLowerCase()) ?? name
  }

  /** Runs a function that may rename tables or columns, and then updates the tracked names. */
  follow<Result>(run: () => Result): Result {
    const version = this.#version()
    try {
      return run()
    } finally {
      if (this.#version() !== version) this.#compare()
    }
  }

  #version(): unknown {
    return this.#database.prepare('PRAGMA schema_version').get()?.schema_version
  }

  #compare(): void {
    const before = this.#shapes
    const after = shapesIn(this.#database)
    this.#shapes = after
    const gone = [...before].filter(([name]) => !after.has(name))
    for (const [name, shape] of after) {
      const old = before.get(name)
      if (old) this.#renameColumns(name, old, shape)
    }
    const moved = [...after]
      .filter(([name]) => !before.has(name))
      .map(([name, shape]) => {
        const from = gone.find(([, old]) => old.page === shape.page && old.columns.length === shape.columns.length)
        const first = from ? this.#tables.get(from[0]) : this.#known.get(name)
        return { name, first, columns: from && this.#columns.get(from[0]) }
      })
    for (const [name] of gone) {
      this.#tables.delete(name)
      this.#columns.delete(name)
    }
    for (const { name, first, columns } of moved) {
      if (first !== undefined) this.#tables.set(name, first)
      if (columns) this.#columns.set(name, columns)
    }
  }

  #renameColumns(table: string, { columns: old }: Shape, { columns: now }: Shape): void {
    if (old.length !== now.length) return
    const names = old.map((name) => this.column(table, name))
    if (now.some((name, place) => name !== old[place]))
      this.#columns.set(table, new Map(now.map((name, place) => [name.toLowerCase(), names[place] ?? name])))
  }
}

function shapesIn(database: DatabaseSync): ReadonlyMap<string, Shape> {
  const rows = database
    .prepare(
      `SELECT lower(m.name) AS "table", m.rootpage AS page, c.name AS "column"
       FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY m.name, c.cid`,
    )
    .all()
  return new Map(
    [...Map.groupBy(rows, ({ table }) => String(table))].map(([table, rowsOfTable]) => {
      return [table, { page: Number(rowsOfTable[0]?.page), columns: rowsOfTable.map(({ column }) => String(column)) }]
    }),
  )
}

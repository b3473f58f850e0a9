/** The database as data: what migrations create, what the diff compares, what drift is measured against. */

export interface SchemaColumn {
  readonly name: string
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB' | 'NUMERIC'
  readonly notNull: boolean
  /** A SQL literal, or `null` for none. */
  readonly default: string | null
  /** 1-based position in the primary key, 0 outside it. */
  readonly primaryKey: number
  readonly autoincrement?: boolean
  /** An expression for a generated column. */
  readonly generated?: { readonly expression: string; readonly stored: boolean }
}

/** Always NO ACTION: what a deletion does to referring rows is the runtime's, in the same batch. */
export interface SchemaForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
}

export interface SchemaIndex {
  readonly name: string
  readonly unique: boolean
  /** Column names or expressions as SQL, each with ` DESC` where it descends. */
  readonly columns: readonly string[]
  /** A partial index's condition as SQL. */
  readonly where: string | null
}

export interface SchemaTrigger {
  readonly name: string
  readonly table: string
  /** The whole CREATE TRIGGER statement, without a closing semicolon. */
  readonly sql: string
}

export interface SchemaTable {
  readonly name: string
  /** `virtual`: created by `sql` as it stands (FTS5). */
  readonly kind: 'table' | 'virtual'
  readonly sql?: string
  readonly columns: readonly SchemaColumn[]
  readonly foreignKeys: readonly SchemaForeignKey[]
  readonly indexes: readonly SchemaIndex[]
  readonly withoutRowid?: boolean
  /**
   * Properties of a table in a database that are never declared here, as SQL: CHECK, COLLATE, ON DELETE and the like.
   */
  readonly beyond?: readonly string[]
  /**
   * Owner: a collection (`collection:posts`, `collection:posts.tags` for a join table) or a plugin
   * (`plugin:core-auth`).
   */
  readonly owner: string
}

export interface Schema {
  /** Sorted by name. */
  readonly tables: readonly SchemaTable[]
  /** Sorted by name. */
  readonly triggers: readonly SchemaTrigger[]
}

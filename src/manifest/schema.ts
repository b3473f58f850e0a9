/** The schema of a database as data: migrations create it, the diff compares it, and drift is measured against it. */

export interface SchemaColumn {
  readonly name: string
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB' | 'NUMERIC'
  readonly notNull: boolean
  /** Default value as a SQL literal; `null` for none. */
  readonly default: string | null
  /** 1-based position in the primary key; 0 outside it. */
  readonly primaryKey: number
  readonly autoincrement?: boolean
  /** Expression of a generated column. */
  readonly generated?: { readonly expression: string; readonly stored: boolean }
}

/** A foreign key, always with NO ACTION: the runtime handles rows that refer to a deleted one, in the same batch. */
export interface SchemaForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
}

export interface SchemaIndex {
  readonly name: string
  readonly unique: boolean
  /** Column names or SQL expressions, followed by ` DESC` for descending order. */
  readonly columns: readonly string[]
  /** Condition of a partial index, as SQL. */
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
  /** `virtual`: a table that `sql` creates unchanged (FTS5). */
  readonly kind: 'table' | 'virtual'
  readonly sql?: string
  readonly columns: readonly SchemaColumn[]
  readonly foreignKeys: readonly SchemaForeignKey[]
  readonly indexes: readonly SchemaIndex[]
  readonly withoutRowid?: boolean
  /** SQL properties of an existing table that the declared schema never has: CHECK, COLLATE, ON DELETE and the like. */
  readonly beyond?: readonly string[]
  /**
   * Owner: a collection (`collection:posts`, `collection:posts.tags` for a join table) or a plugin
   * (`plugin:core-auth`).
   */
  readonly owner: string
}

export interface Schema {
  /** Tables sorted by name. */
  readonly tables: readonly SchemaTable[]
  /** Triggers sorted by name. */
  readonly triggers: readonly SchemaTrigger[]
}

/** A column that every collection's table has in addition to its fields. */
export interface SystemColumn {
  readonly column: string
  readonly storage: 'text' | 'integer' | 'datetime'
  readonly nullable: boolean
}

const column = (column: string, storage: SystemColumn['storage'], nullable = false): SystemColumn => ({
  column,
  storage,
  nullable,
})

/** Columns that come before those of the fields, by property of the document. */
export const LEADING_COLUMNS = {
  id: column('id', 'text'),
  status: column('status', 'text'),
} as const

/**
 * Columns that come after those of the fields, by property of the document. `created_by` and `updated_by` keep the id
 * of an account that is deleted.
 */
export const TRAILING_COLUMNS = {
  createdAt: column('created_at', 'datetime'),
  updatedAt: column('updated_at', 'datetime'),
  publishedAt: column('published_at', 'datetime', true),
  scheduledAt: column('scheduled_at', 'datetime', true),
  createdBy: column('created_by', 'text', true),
  updatedBy: column('updated_by', 'text', true),
  version: column('version', 'integer'),
} as const

/** Columns of the properties that every document has besides its fields. */
export const SYSTEM_COLUMNS: { readonly [Property in SystemProperty]: SystemColumn } = {
  ...LEADING_COLUMNS,
  ...TRAILING_COLUMNS,
}

export type SystemProperty = keyof typeof LEADING_COLUMNS | keyof typeof TRAILING_COLUMNS

export function isSystemProperty(name: string): name is SystemProperty {
  return Object.hasOwn(SYSTEM_COLUMNS, name)
}

/** All system properties, in the order in which `insert` binds their values. The values of the fields follow. */
export const INSERTED = Object.keys(SYSTEM_COLUMNS) as readonly SystemProperty[]

/**
 * System properties in the order in which `update` binds their values, after the document's id and expected version.
 */
export const UPDATED = [
  'status',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'updatedBy',
] as const satisfies readonly SystemProperty[]

/** Columns of `content_versions`, quoted, in the order in which a version is written. */
export const VERSION_COLUMNS = '"document_id", "version", "collection_id", "status", "data", "created_at", "created_by"'

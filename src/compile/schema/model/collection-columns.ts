import type { Manifest } from '../../../manifest/index.ts'

/** A column of a plugin's table that contains the name of a collection. */
export interface CollectionColumn {
  readonly table: string
  readonly column: string
}

/**
 * Returns the columns of plugins' tables, including the core tables, that contain names of collections, sorted by table
 * and column. A rename of a collection changes their values.
 */
export function collectionColumnsOf({ plugins }: Pick<Manifest, 'plugins'>): CollectionColumn[] {
  return plugins
    .flatMap(({ collectionColumns }) =>
      Object.entries(collectionColumns).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
    )
    .sort((a, b) => (`${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1))
}

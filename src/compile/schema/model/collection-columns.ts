import type { Manifest } from '../../../manifest/index.ts'

/** A column of a plugin's table that holds the name of a collection. */
export interface CollectionColumn {
  readonly table: string
  readonly column: string
}

/** All of them, those of the core tables included, by table and column: what a rename of a collection is carried into. */
export function collectionColumnsOf({ plugins }: Pick<Manifest, 'plugins'>): CollectionColumn[] {
  return plugins
    .flatMap(({ collectionColumns }) =>
      Object.entries(collectionColumns).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
    )
    .sort((a, b) => (`${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1))
}

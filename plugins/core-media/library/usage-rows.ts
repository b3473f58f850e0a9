import type { ImportedDocuments, RowsStatement } from 'lintel'
import { sqlText } from 'lintel/kit'
import { mentionsOf } from './mentions.ts'

/** Returns the statements that delete the recorded uses of media items by documents, and record the present uses. */
export function usageStatements(
  collection: ImportedDocuments['collection'],
  documents: ImportedDocuments['documents'],
): readonly RowsStatement[] {
  const byId: string[][] = []
  const byKey: string[][] = []
  for (const document of documents) {
    for (const { field, ids, keys } of mentionsOf(collection, document.fields)) {
      const place = [collection.name, document.id, field]
      byId.push(...ids.map((id) => [...place, id]))
      byKey.push(...keys.map((key) => [...place, key]))
    }
  }
  const shown = documents.map(({ id }) => [collection.name, id])
  const statements = [
    { sql: FORGET, rows: shown },
    { sql: `${NOTE} CROSS JOIN media AS m ON m.id = g."value"->>3`, rows: byId },
    {
      sql: `${NOTE} CROSS JOIN media_files AS f ON f.filename = g."value"->>3 CROSS JOIN media AS m ON m.file_id = f.id`,
      rows: byKey,
    },
  ]
  return statements.filter(({ rows }) => rows.length > 0)
}

const FORGET =
  'DELETE FROM media_usages WHERE (collection_id, document_id) IN (SELECT "value"->>0, "value"->>1 FROM json_each(?1))'

/** Inserts only items that exist: rich text may contain any id and any address. */
const NOTE = sqlText`
  INSERT OR IGNORE INTO media_usages (media_id, collection_id, document_id, field)
  SELECT m.id, g."value"->>0, g."value"->>1, g."value"->>2
  FROM json_each(?1) AS g
`

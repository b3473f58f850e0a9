import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createFolderBucket } from '../../../src/hosts/node/bucket/folder-bucket.ts'

/** Number of rows of a document: its own, one in the index of all collections, and a version. */
const ROWS_A_DOCUMENT = 3
/**
 * Maximum size of most files (`SMALL`), and the size of every hundredth file (`LARGE`), which is uploaded in parts, in
 * bytes.
 */
const SMALL = 40_000
const LARGE = 10_000_000

/** Fills a database file until it has this many rows; triggers create the rows of the index. */
export function fillDatabase(path: string, rows: number): void {
  const db = new DatabaseSync(path)
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${Math.ceil(rows / ROWS_A_DOCUMENT)})`
  const id = `printf('01900000-0000-7000-8000-%012d', i)`
  const time = '1700000000000 + i'
  db.exec(`BEGIN;
INSERT INTO posts (id, status, title, body, views, rating, featured, extra, created_at, updated_at, published_at, version)
${numbers} SELECT ${id}, 'published', 'It''s number ' || i || ' 🙂', json_object('type', 'doc', 'content', json_array(json_object('type', 'text', 'text', hex(randomblob(80))))), random() / 1024, random() / 7.0, i % 2, json_array(i, NULL, 'x'), ${time}, ${time}, ${time}, 1 FROM n;
INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at)
${numbers} SELECT ${id}, 1, 'posts', 'published', json_object('title', 'Earlier ' || i, 'text', hex(randomblob(120))), ${time} FROM n;
COMMIT`)
  db.close()
}

/**
 * Writes files of many sizes, the same in every run.
 * @returns their total size in bytes
 */
export async function fillFolder(folder: string, count: number): Promise<number> {
  const bucket = createFolderBucket(folder, () => {})
  let total = 0
  for (let index = 0; index < count; index += 1) {
    const key = createHash('md5').update(String(index)).digest('hex')
    const size = index % 100 === 99 ? LARGE : (index * 7919) % SMALL
    await bucket.put(`media/${key}.bin`, Buffer.alloc(size, key), { httpMetadata: { contentType: 'application/pdf' } })
    total += size
  }
  return total
}

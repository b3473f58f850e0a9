import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Schema } from '../../manifest/index.ts'
import { createDataMigration } from '../schema/files/hand-written.ts'
import { MIGRATIONS_FOLDER, PENDING_NOTE, readHistory } from '../schema/files/history.ts'
import { hashSchema } from '../schema/sql/canonical.ts'

/**
 * Writes an empty data migration after the project's other migrations, which must lead to the schema.
 * @returns its path, relative to the project
 */
export function addDataMigration(root: string, words: string, schema: Schema): string {
  const history = readHistory(root)
  const file = createDataMigration(words, history.files.at(-1), hashSchema(schema))
  const path = `${MIGRATIONS_FOLDER}/${file.name}`
  mkdirSync(join(root, MIGRATIONS_FOLDER), { recursive: true })
  writeFileSync(join(root, path), file.text, { flag: 'wx' })
  if (history.seal().notesPending) note(join(root, PENDING_NOTE), file.name)
  return path
}

/** Records a file that this checkout has written, for projects without git. */
function note(path: string, name: string): void {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${name}\n`)
}

import type { SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { insertRow, uuidv7 } from 'lintel/kit'
import { mediaFolders } from '../tables.ts'

/**
 * Returns the statements that create a folder and those above it, unless they exist.
 * @param onlyIf a condition that must hold in the database when the statements run. Default: none
 */
export function ensureFolder(db: DrizzleD1Database, path: string, now: number, onlyIf?: SQL) {
  const names = path === '' ? [] : path.split('/')
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'))
  return paths.map((each) =>
    insertRow(db, mediaFolders, { id: uuidv7(), path: each, createdAt: now }, onlyIf).onConflictDoNothing(),
  )
}

import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { uuidv7 } from 'lintel/kit'
import { mediaFolders } from '../tables.ts'

/** Returns the statements that create a folder and those above it, unless they exist. */
export function ensureFolder(db: DrizzleD1Database, path: string, now: number) {
  const names = path === '' ? [] : path.split('/')
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'))
  return paths.map((each) =>
    db.insert(mediaFolders).values({ id: uuidv7(), path: each, createdAt: now }).onConflictDoNothing(),
  )
}

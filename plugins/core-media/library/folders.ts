import { asc, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { audit, HttpError, type RequestContext, t, uuidv7 } from 'lintel/kit'
import * as z from 'zod'
import { media, mediaFolders } from '../tables.ts'
import { ensureFolder } from './folder-rows.ts'
import { readFolderIn } from './names.ts'

export const folderSchema = z
  .strictObject({ id: z.string(), name: z.string(), path: z.string() })
  .meta({ id: 'MediaFolder', description: 'A folder of the library.' })

export type Folder = Readonly<z.output<typeof folderSchema>>

/** Name of a folder, and the path of the folder above it; empty at the top. */
interface FolderPlace {
  readonly name: string
  readonly parent: string
}

/** Returns all folders, sorted by path. */
export async function listFolders(db: DrizzleD1Database): Promise<Folder[]> {
  const rows = await db.select().from(mediaFolders).orderBy(asc(mediaFolders.path))
  return rows.map(describe)
}

/**
 * Creates a folder, and the missing ones above it.
 * @throws HttpError `conflict` if it exists already, `validation_failed` for an invalid name or path
 */
export async function createFolder(c: RequestContext, { name, parent }: FolderPlace): Promise<Folder> {
  const { db } = c.var
  const path = readFolderIn(parent, name)
  const now = Date.now()
  const id = uuidv7()
  const above = ensureFolder(db, parentOf(path), now)
  const insertion = db.insert(mediaFolders).values({ id, path, createdAt: now })
  const [first = insertion, ...rest]: BatchItem<'sqlite'>[] = [...above, insertion]
  await refuseTaken(path, () => db.batch([first, ...rest]))
  await audit(c, { action: 'core-media.newFolder', id })
  return describe({ id, path })
}

/**
 * Renames or moves a folder with its contents.
 * @throws HttpError `not_found`; `conflict` if the path is taken; `validation_failed` for an invalid name or path, or a
 * path inside the folder itself
 */
export async function moveFolder(
  c: RequestContext,
  id: string,
  to: { readonly [Key in keyof FolderPlace]?: FolderPlace[Key] | undefined },
): Promise<Folder> {
  const { db } = c.var
  const folder = await requireFolder(db, id)
  const path = readFolderIn(to.parent ?? parentOf(folder.path), to.name ?? folder.name)
  if (path !== folder.path) await refuseTaken(path, () => movePath(db, folder, path))
  await audit(c, { action: 'core-media.changeFolder', id })
  return describe({ id, path })
}

async function movePath(db: DrizzleD1Database, folder: Folder, path: string): Promise<void> {
  if (path.startsWith(`${folder.path}/`)) {
    const message = t('A folder cannot be moved into itself.')
    throw new HttpError('validation_failed', message, { errors: [{ path: 'parent', code: 'invalid', message }] })
  }
  const moved = (column: typeof media.folder | typeof mediaFolders.path) =>
    sql`${path} || substr(${column}, ${folder.path.length + 1})`
  const [first, ...rest]: BatchItem<'sqlite'>[] = [
    ...ensureFolder(db, parentOf(path), Date.now()),
    db
      .update(mediaFolders)
      .set({ path: moved(mediaFolders.path) })
      .where(inside(mediaFolders.path, folder.path)),
    db
      .update(media)
      .set({ folder: moved(media.folder), updatedAt: Date.now() })
      .where(inside(media.folder, folder.path)),
  ]
  if (first) await db.batch([first, ...rest])
}

/**
 * Deletes an empty folder.
 * @throws HttpError `not_found`; `in_use` if it contains files or folders
 */
export async function deleteFolder(c: RequestContext, id: string): Promise<Folder> {
  const folder = await requireFolder(c.var.db, id)
  const { path } = folder
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${media} WHERE ${inside(media.folder, path)})
    AND NOT EXISTS (SELECT 1 FROM ${mediaFolders} AS "within" WHERE "within"."path" >= ${`${path}/`} AND "within"."path" < ${`${path}0`})`
  const gone = await c.var.db
    .delete(mediaFolders)
    .where(sql`${eq(mediaFolders.id, id)} AND ${isEmpty}`)
    .returning({ id: mediaFolders.id })
  if (gone.length === 0) throw new HttpError('in_use', t('The folder is not empty.'))
  await audit(c, { action: 'core-media.removeFolder', id })
  return folder
}

async function requireFolder(db: DrizzleD1Database, id: string): Promise<Folder> {
  const [row] = await db.select().from(mediaFolders).where(eq(mediaFolders.id, id))
  if (!row) throw new HttpError('not_found', t('There is no such folder.'))
  return describe(row)
}

/**
 * Returns the condition that a row is the folder or inside it: a string that begins with the path and a slash sorts
 * before the path followed by `0`.
 */
function inside(column: typeof media.folder | typeof mediaFolders.path, path: string) {
  return sql`(${column} = ${path} OR (${column} >= ${`${path}/`} AND ${column} < ${`${path}0`}))`
}

/** Returns the path of the folder above; empty at the top. */
export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function describe({ id, path }: { readonly id: string; readonly path: string }): Folder {
  return { id, path, name: path.slice(path.lastIndexOf('/') + 1) }
}

async function refuseTaken<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    for (let current = error; current instanceof Error; current = current.cause) {
      if (current.message.includes('UNIQUE constraint failed: media_folders.path')) {
        const message = t('There is already a folder {path}.', { path })
        throw new HttpError('conflict', message, { errors: [{ path: 'name', code: 'unique', message }] })
      }
    }
    throw error
  }
}

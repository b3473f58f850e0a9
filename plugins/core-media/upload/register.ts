import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError, type RequestContext, t, users, uuidv7 } from 'lintel/kit'
import { ensureFolder } from '../library/folder-rows.ts'
import { searchTextOf } from '../library/search-text.ts'
import { describeType } from '../media-types.ts'
import { type FileRow, type ItemRow, media, mediaFiles } from '../tables.ts'
import type { Received } from './receive.ts'

/** A library item with its file. */
export interface Item {
  readonly item: ItemRow
  readonly file: FileRow
}

export interface Registration {
  /** The item's id, of a single file. Default: a new one. */
  readonly id?: string
  /** Whose it is. Default: the caller's. */
  readonly userId?: string | null
  /** What happens together with it, or not at all. */
  readonly also?: readonly BatchItem<'sqlite'>[]
}

/** How often it is tried anew when files disappear while items are made of them. */
const MAX_TRIES = 4

/**
 * Makes library items of received files, all or none. Bytes that are stored already are not stored again.
 * @returns the items, in the order of the files
 */
export async function register(
  c: RequestContext,
  files: readonly Received[],
  folder: string,
  { id, userId = c.var.user?.id ?? null, also = [] }: Registration = {},
): Promise<Item[]> {
  const { db } = c.var
  const rows = files.map((file) => ({ ...newItem(userId, file, folder), ...(id === undefined ? {} : { id }) }))
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const known = await findFiles(db, files)
    for (const file of files) {
      if (!known.has(identityOf(file))) await file.writer.commit()
    }
    try {
      await insert(db, userId, files, rows, also)
    } catch (error) {
      if (isGone(error)) continue
      throw error
    }
    const stored = await findFiles(db, files)
    await discardSpare(files, stored)
    return files.map((file, index) => pair(rows[index], stored.get(identityOf(file))))
  }
  throw new HttpError('conflict', t('The same files keep being deleted. Try again.'))
}

function newItem(userId: string | null, file: Received, folder: string): Omit<ItemRow, 'fileId'> {
  const now = Date.now()
  const { originalName } = file
  const described = { originalName, title: null, alt: null, tags: null }
  return {
    ...described,
    id: uuidv7(),
    folder,
    uploadedBy: userId,
    createdAt: now,
    updatedAt: now,
    kind: describeType(file.type).kind,
    focalX: null,
    focalY: null,
    searchText: searchTextOf(described),
  }
}

async function insert(
  db: DrizzleD1Database,
  userId: string | null,
  files: readonly Received[],
  rows: readonly Omit<ItemRow, 'fileId'>[],
  also: readonly BatchItem<'sqlite'>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const folders = ensureFolder(db, first.folder, first.createdAt)
  const stored = files
    .filter(({ writer }) => writer.isCommitted)
    .map((file) => insertFile(db, file, userId, first.createdAt))
  const items = rows.map((row, index) => insertItem(db, row, files[index]))
  const [head, ...rest]: BatchItem<'sqlite'>[] = [...folders, ...stored, ...items, ...also]
  if (head) await db.batch([head, ...rest])
}

function insertFile(db: DrizzleD1Database, file: Received, userId: string | null, now: number) {
  const { width = null, height = null, ...metadata } = file.facts
  return db
    .insert(mediaFiles)
    .values({
      filename: file.key,
      originalName: file.originalName,
      mimeType: file.type,
      size: file.size,
      url: `/media/serve/${file.key}`,
      metadata,
      uploadedBy: sql`(SELECT ${users.seq} FROM ${users} WHERE ${users.id} = ${userId})`,
      createdAt: now,
      updatedAt: now,
      contentHash: file.hash,
      width,
      height,
      private: file.isPrivate,
    })
    .onConflictDoNothing({ target: [mediaFiles.contentHash, mediaFiles.private] })
}

/** A file that has been deleted meanwhile leaves `file_id` null, which ends the batch. */
function insertItem(db: DrizzleD1Database, row: Omit<ItemRow, 'fileId'>, file: Received | undefined) {
  const fileId = db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(and(eq(mediaFiles.contentHash, file?.hash ?? ''), eq(mediaFiles.private, file?.isPrivate ?? false)))
  return db.insert(media).values({ ...row, fileId: sql`(${fileId})` })
}

function isGone(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/NOT NULL constraint failed: media\.file_id/.test(current.message)) return true
  }
  return false
}

async function findFiles(db: DrizzleD1Database, files: readonly Received[]): Promise<Map<string, FileRow>> {
  const hashes = [...new Set(files.map(({ hash }) => hash))]
  const rows = await db.select().from(mediaFiles).where(inArray(mediaFiles.contentHash, hashes))
  return new Map(rows.map((row) => [identityOf({ hash: row.contentHash ?? '', isPrivate: row.private }), row]))
}

function identityOf({ hash, isPrivate }: Pick<Received, 'hash' | 'isPrivate'>): string {
  return `${hash} ${isPrivate}`
}

/** Bytes that were there already, or came twice in this very form, are not needed. What fails here is swept later. */
async function discardSpare(files: readonly Received[], stored: ReadonlyMap<string, FileRow>): Promise<void> {
  const spare = files.filter((file) => stored.get(identityOf(file))?.filename !== file.key)
  await Promise.allSettled(spare.map(({ writer }) => writer.discard()))
}

function pair(item: Omit<ItemRow, 'fileId'> | undefined, file: FileRow | undefined): Item {
  if (!item || !file) throw new HttpError('conflict', t('The file was deleted while it was being stored. Try again.'))
  return { item: { ...item, fileId: file.id }, file }
}

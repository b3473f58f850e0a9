import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError, log, type RequestContext, t, users, uuidv7 } from 'lintel/kit'
import { ensureFolder } from '../library/folder-rows.ts'
import { searchTextOf } from '../library/search-text.ts'
import { describeType } from '../media-types.ts'
import { placeOf } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { type FileRow, type Item, type ItemRow, media, mediaFiles } from '../tables.ts'
import type { Received } from './receive.ts'

export interface Registration {
  /** Id of the item, for a single file. Default: a new one. */
  readonly id?: string
  /** Owner of the items. Default: the caller. */
  readonly userId?: string | null
  /** Statements for the same batch. */
  readonly also?: readonly BatchItem<'sqlite'>[]
  /** True to keep the bytes for another attempt if registering fails. Default `false`. */
  readonly keep?: boolean
}

/** Maximum number of attempts if files disappear while items are created from them. */
const MAX_TRIES = 4

/**
 * Creates library items from received files, all or none. Bytes that are stored already are not stored again. If no
 * item was created, the bytes are deleted, unless `keep` is true; if it is unknown whether an item was created, the
 * bytes stay, and the sweep deletes them if nothing uses them.
 * @returns the items, in the order of the files
 */
export async function register(
  c: RequestContext,
  received: readonly Received[],
  folder: string,
  { id, userId = c.var.user?.id ?? null, also = [], keep = false }: Registration = {},
): Promise<Item[]> {
  const { db } = c.var
  const rows = received.map((file) => ({ ...newItem(userId, file, folder), ...(id === undefined ? {} : { id }) }))
  let mayBeDone = false
  try {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const files = await asOwn(db, received)
      await store(storageOf(c), files, await findFiles(db, files))
      let stored: Stored
      try {
        stored = await insert(db, userId, files, rows, also)
      } catch (error) {
        if (isGone(error)) continue
        if (isRefused(error)) throw error
        mayBeDone = true
        stored = await askWhetherDone(c, error, files, rows)
      }
      await discardSpare(files, stored)
      return files.map((file, index) => pair(rows[index], stored.get(identityOf(file))))
    }
    throw new HttpError('conflict', t('The same files keep being deleted. Try again.'))
  } catch (error) {
    if (!mayBeDone && !keep) await Promise.allSettled(received.map(({ writer }) => writer.discard()))
    throw error
  }
}

/**
 * Returns the files, each with a hash that identifies its content. A row with the same hash but another size or type
 * has other bytes, so the new bytes must be kept.
 */
async function asOwn(db: DrizzleD1Database, files: readonly Received[]): Promise<readonly Received[]> {
  const rows = await selectFiles(db, files)
  return files.map((file) => {
    const { hash, size, type, isPrivate } = file
    const other = rows.find((row) => row.contentHash === hash && row.private === isPrivate)
    const isSame = other === undefined || (other.size === size && other.mimeType === type)
    return isSame ? file : { ...file, hash: `${hash}-${size}-${type}` }
  })
}

/** Rows of the files, by content. */
type Stored = ReadonlyMap<string, FileRow>

/** Makes sure that the bytes of every file are in storage. */
async function store(storage: Storage, files: readonly Received[], known: Stored): Promise<void> {
  for (const file of files) {
    const row = known.get(identityOf(file))
    if (row === undefined) await file.writer.commit()
    else if (row.filename !== file.key && !(await storage.head(placeOf(row.filename)))) {
      await bringBack(storage, file, row.filename)
    }
  }
}

/** Stores the bytes of a known file again if they are no longer in storage. */
async function bringBack(storage: Storage, { writer, key: ownKey, type }: Received, key: string): Promise<void> {
  await writer.commit()
  const copy = await storage.get(placeOf(ownKey))
  if (copy) await storage.put(placeOf(key), { stream: copy.body, length: copy.size }, type)
}

/**
 * Returns the stored files if the items exist after all. Called after an error that may have come after the commit.
 * @throws the original error if they do not exist, or the database still does not respond
 */
async function askWhetherDone(
  c: RequestContext,
  error: unknown,
  files: readonly Received[],
  rows: readonly Omit<ItemRow, 'fileId'>[],
): Promise<Stored> {
  const { db } = c.var
  const ids = rows.map(({ id }) => id)
  try {
    const condition = inArray(media.id, sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`)
    const [found, stored] = await db.batch([
      db.select({ id: media.id }).from(media).where(condition),
      selectFiles(db, files),
    ])
    if (found.length === rows.length) return byIdentity(stored)
  } catch (again) {
    log(c, 'warn', { type: 'media', message: 'it is unknown whether items were written', ids, error: String(again) })
  }
  throw error
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
): Promise<Stored> {
  const [first] = rows
  if (!first) return new Map()
  const folders = ensureFolder(db, first.folder, first.createdAt)
  const stored = files
    .filter(({ writer }) => writer.isCommitted)
    .map((file) => insertFile(db, file, userId, first.createdAt))
  const items = rows.map((row, index) => insertItem(db, row, files[index]))
  const selection = selectFiles(db, files)
  const [head = selection, ...rest]: BatchItem<'sqlite'>[] = [...folders, ...stored, ...items, ...also, selection]
  const results = await db.batch([head, ...rest])
  return byIdentity(results.at(-1) as FileRow[]) // the columns of the last statement
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

/**
 * Returns the statement that inserts an item. A file that was deleted or replaced in the meantime leaves `file_id`
 * null, which makes the batch fail.
 */
function insertItem(db: DrizzleD1Database, row: Omit<ItemRow, 'fileId'>, file: Received | undefined) {
  const fileId = db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.contentHash, file?.hash ?? ''),
        eq(mediaFiles.private, file?.isPrivate ?? false),
        eq(mediaFiles.size, file?.size ?? -1),
        eq(mediaFiles.mimeType, file?.type ?? ''),
      ),
    )
  return db.insert(media).values({ ...row, fileId: sql`(${fileId})` })
}

function isGone(error: unknown): boolean {
  return says(error, /NOT NULL constraint failed: media\.file_id/)
}

/** Tells whether the database refused the batch, so that none of its statements took effect. */
function isRefused(error: unknown): boolean {
  return says(error, /constraint failed|SQLITE_ERROR/)
}

function says(error: unknown, words: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (words.test(current.message)) return true
  }
  return false
}

async function findFiles(db: DrizzleD1Database, files: readonly Received[]): Promise<Stored> {
  return byIdentity(await selectFiles(db, files))
}

function selectFiles(db: DrizzleD1Database, files: readonly Received[]) {
  const hashes = [...new Set(files.map(({ hash }) => hash))]
  return db.select().from(mediaFiles).where(inArray(mediaFiles.contentHash, hashes))
}

function byIdentity(rows: readonly FileRow[]): Stored {
  return new Map(rows.map((row) => [identityOf({ hash: row.contentHash ?? '', isPrivate: row.private }), row]))
}

function identityOf({ hash, isPrivate }: Pick<Received, 'hash' | 'isPrivate'>): string {
  return `${hash} ${isPrivate}`
}

/**
 * Deletes bytes that were already stored, or arrived twice in this form. If that fails, the sweep deletes them later.
 */
async function discardSpare(files: readonly Received[], stored: Stored): Promise<void> {
  const spare = files.filter((file) => stored.get(identityOf(file))?.filename !== file.key)
  await Promise.allSettled(spare.map(({ writer }) => writer.discard()))
}

function pair(item: Omit<ItemRow, 'fileId'> | undefined, file: FileRow | undefined): Item {
  if (!item || !file) throw new HttpError('conflict', t('The file was deleted while it was being stored. Try again.'))
  return { item: { ...item, fileId: file.id }, file }
}

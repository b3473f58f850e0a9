import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import { needsCleaning } from '../inspect/inspector.ts'
import { type MediaTypeName, mediaTypeNamed } from '../media-types.ts'
import { INCOMING, placeOf } from '../storage/keys.ts'
import { mediaUploadParts, mediaUploads, type PartRow, type UploadRow } from '../tables.ts'

/** Size of every part but the last, in bytes: 5 GiB take 640 parts, and storage services allow 10,000. */
export const PART_SIZE = 8 * 1024 * 1024

/** One hour in milliseconds: lifetimes are set in hours. */
export const HOUR = 3_600_000

/** An upload in progress, with the parts that have arrived. */
export interface Progress {
  readonly upload: UploadRow
  readonly parts: readonly PartRow[]
}

/**
 * Returns the caller's own upload.
 * @throws HttpError `not_found`, even if the upload exists but belongs to somebody else
 */
export async function requireUpload(c: RequestContext, id: string): Promise<Progress> {
  const found = await findUpload(c, id)
  if (!found) throw new HttpError('not_found', t('There is no such upload.'))
  return found
}

/** Finds the caller's own upload; `undefined` if there is none, it has ended, or it belongs to somebody else. */
export async function findUpload(c: RequestContext, id: string): Promise<Progress | undefined> {
  const { db } = c.var
  const [[upload], parts] = await db.batch([
    db.select().from(mediaUploads).where(eq(mediaUploads.id, id)),
    db.select().from(mediaUploadParts).where(eq(mediaUploadParts.uploadId, id)).orderBy(asc(mediaUploadParts.number)),
  ])
  return upload && upload.createdBy === c.var.user?.id ? { upload, parts } : undefined
}

export function partCount({ size, partSize }: Pick<UploadRow, 'size' | 'partSize'>): number {
  return Math.ceil(size / partSize)
}

/** Returns the number of bytes in a part, by the part's number. */
export function partLength({ size, partSize }: Pick<UploadRow, 'size' | 'partSize'>, number: number): number {
  return Math.min(partSize, size - (number - 1) * partSize)
}

/**
 * Returns the key at which the parts become an object. A file that must be cleaned first is kept outside the folder of
 * files.
 */
export function placeOfUpload({ filename, mimeType }: Pick<UploadRow, 'filename' | 'mimeType'>): string {
  return needsCleaning(typeOf({ mimeType })) ? INCOMING + filename : placeOf(filename)
}

export function typeOf({ mimeType }: Pick<UploadRow, 'mimeType'>): MediaTypeName {
  const type = mediaTypeNamed(mimeType)
  if (type === undefined) throw new Error(`an upload is of the type ${mimeType}, which the library does not know`)
  return type
}

/** Maximum time for completing or abandoning an upload before another attempt may begin, in milliseconds. */
export const LEASE = 300_000

/**
 * Reserves an upload until the given time, for the caller to complete or abandon.
 * @returns `false` while somebody else has reserved the upload, and once the upload has ended
 */
export async function lease(db: DrizzleD1Database, id: string, until: number, now: number): Promise<boolean> {
  const taken = await db
    .update(mediaUploads)
    .set({ leasedUntil: until })
    .where(and(eq(mediaUploads.id, id), or(isNull(mediaUploads.leasedUntil), lte(mediaUploads.leasedUntil, now))))
    .returning({ id: mediaUploads.id })
  return taken.length > 0
}

export async function releaseLease(db: DrizzleD1Database, id: string): Promise<void> {
  await db.update(mediaUploads).set({ leasedUntil: null }).where(eq(mediaUploads.id, id))
}

export async function forgetUpload(db: DrizzleD1Database, id: string): Promise<void> {
  await db.batch(forgetStatements(db, id))
}

/** Returns the statements that delete an upload's rows. */
export function forgetStatements(db: DrizzleD1Database, id: string) {
  return [
    db.delete(mediaUploadParts).where(eq(mediaUploadParts.uploadId, id)),
    db.delete(mediaUploads).where(eq(mediaUploads.id, id)),
  ] as const
}

import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import { needsCleaning } from '../inspect/inspector.ts'
import { type MediaTypeName, mediaTypeNamed } from '../media-types.ts'
import { INCOMING, placeOf } from '../storage/keys.ts'
import { mediaUploadParts, mediaUploads, type PartRow, type UploadRow } from '../tables.ts'

/** Size of every part but the last, in bytes: 5 GiB are 640 parts, of 10,000 that storages allow. */
export const PART_SIZE = 8 * 1024 * 1024

/** In milliseconds: lifetimes are set in hours. */
export const HOUR = 3_600_000

/** An upload under way, as its sender sees it. */
export interface Progress {
  readonly upload: UploadRow
  readonly parts: readonly PartRow[]
}

/**
 * The caller's own upload.
 * @throws HttpError `not_found`, for others' uploads too
 */
export async function requireUpload(c: RequestContext, id: string): Promise<Progress> {
  const found = await findUpload(c, id)
  if (!found) throw new HttpError('not_found', t('There is no such upload.'))
  return found
}

/** The caller's own upload; `undefined` where it is none, or another's, or over. */
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

/** Bytes of a part, by its number. */
export function partLength({ size, partSize }: Pick<UploadRow, 'size' | 'partSize'>, number: number): number {
  return Math.min(partSize, size - (number - 1) * partSize)
}

/** Key at which the parts become an object. What must be cleaned first does not lie among the files. */
export function placeOfUpload({ filename, mimeType }: Pick<UploadRow, 'filename' | 'mimeType'>): string {
  return needsCleaning(typeOf({ mimeType })) ? INCOMING + filename : placeOf(filename)
}

export function typeOf({ mimeType }: Pick<UploadRow, 'mimeType'>): MediaTypeName {
  const type = mediaTypeNamed(mimeType)
  if (type === undefined) throw new Error(`an upload is of the type ${mimeType}, which the library does not know`)
  return type
}

/** Time that completing an upload, or giving it up, may take before another try may begin, in milliseconds. */
export const LEASE = 300_000

/**
 * Makes the upload the caller's to complete, or to give up, until then.
 * @returns `false` while somebody else is at it, and once it is over
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

/** Statements after which there is no such upload. */
export function forgetStatements(db: DrizzleD1Database, id: string) {
  return [
    db.delete(mediaUploadParts).where(eq(mediaUploadParts.uploadId, id)),
    db.delete(mediaUploads).where(eq(mediaUploads.id, id)),
  ] as const
}

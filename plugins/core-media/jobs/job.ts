import { and, eq, inArray, sql } from 'drizzle-orm'
import { type FieldError, HttpError, type RequestContext, t, uuidv7 } from 'lintel/kit'
import * as z from 'zod'
import { writesAvif } from '../images/avif.ts'
import { describeReason } from '../images/image-error.ts'
import { type Operation, operationSchema } from '../images/operations.ts'
import { isDecoded } from '../images/source.ts'
import { formatMade } from '../images/transform.ts'
import { itemObject } from '../library/item-object.ts'
import { findItem } from '../library/items.ts'
import { requireItem } from '../library/read-item.ts'
import { type JobRow, mediaJobs } from '../tables.ts'

/** A job as routes return it. */
export const jobSchema = z
  .strictObject({
    id: z.string(),
    mediaId: z.string(),
    status: z.enum(['queued', 'processing', 'completed', 'failed']),
    operations: z.array(operationSchema),
    result: z
      .strictObject({
        id: z.string(),
        url: z.string(),
        width: z.int(),
        height: z.int(),
        size: z.int().meta({ description: 'In bytes.' }),
        type: z.string(),
      })
      .nullable()
      .meta({ description: 'The new item; `null` until it exists, and once it has been deleted.' }),
    error: z.string().nullable(),
    createdAt: z.iso.datetime({ precision: 3 }),
    updatedAt: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'MediaJob' })

export type Job = z.output<typeof jobSchema>

/**
 * Refuses a quality below 100 for PNG, and AVIF if it cannot be encoded here.
 * @throws HttpError `validation_failed`
 */
async function requireFormat(c: RequestContext, type: string, operations: readonly Operation[]): Promise<void> {
  const format = formatMade(type, operations)
  const errors = operations.flatMap((operation, index): FieldError[] => {
    if (format !== 'png' || operation.type !== 'compress' || operation.quality === 100) return []
    const message = t('PNG keeps every pixel, whatever the quality: convert it to jpeg, webp or avif.')
    return [{ path: `operations.${index}.quality`, code: 'invalid', message }]
  })
  if (format === 'avif' && !(await writesAvif(c))) {
    const path = `operations.${operations.findLastIndex(({ type: kind }) => kind === 'convert')}.format`
    const message = t(
      'This service cannot create AVIF images: use the plugin media-avif, bind Cloudflare Images as IMAGES, or install sharp on your server.',
    )
    errors.push({ path, code: 'invalid', message })
  }
  if (errors.length > 0) throw new HttpError('validation_failed', errors[0]?.message, { errors })
}

/**
 * Records a job on an image, for `runJob`.
 * @throws HttpError `not_found`; `unsupported_media_type` if the file is not an image that can be decoded;
 * `validation_failed` if the format of the result is impossible
 */
export async function createJob(c: RequestContext, mediaId: string, operations: readonly Operation[]): Promise<JobRow> {
  const item = await requireItem(c, mediaId)
  if (!isDecoded(item.file.mimeType)) {
    throw new HttpError(
      'unsupported_media_type',
      t('No image can be made from {mimeType}.', { mimeType: item.file.mimeType }),
    )
  }
  await requireFormat(c, item.file.mimeType, operations)
  const now = Date.now()
  const row = {
    id: uuidv7(),
    mediaId,
    status: 'queued',
    operations,
    resultId: uuidv7(),
    error: null,
    createdBy: c.var.user?.id ?? null,
    attempts: 0,
    leasedUntil: null,
    createdAt: now,
    updatedAt: now,
  } as const satisfies JobRow
  await c.var.db.insert(mediaJobs).values(row)
  return row
}

/**
 * Reads a job.
 * @throws HttpError `not_found`
 */
export async function readJob(c: RequestContext, id: string): Promise<Job> {
  const [row] = await c.var.db.select().from(mediaJobs).where(eq(mediaJobs.id, id)).limit(1)
  if (!row) throw new HttpError('not_found', t('There is no such job.'))
  return jobObject(c, row)
}

export async function jobObject(c: RequestContext, row: JobRow): Promise<Job> {
  return {
    id: row.id,
    mediaId: row.mediaId,
    status: row.status,
    operations: [...row.operations],
    result: row.status === 'completed' ? await resultOf(c, row.resultId) : null,
    error: row.error === null ? null : describeReason(row.error),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

async function resultOf(c: RequestContext, id: string): Promise<Job['result']> {
  const found = await findItem(c.var.db, id)
  if (!found) return null
  const { url, width, height, size, type } = await itemObject(c, found)
  return { id, url, width: width ?? 0, height: height ?? 0, size, type }
}

/** Time for which a run reserves a job, in milliseconds: longer than any run may take. */
export const LEASE = 120_000

/**
 * Returns the ids of jobs that nobody works on: no run began them soon after they were recorded, or their run was
 * interrupted.
 */
export async function findResting(c: RequestContext, limit: number): Promise<string[]> {
  const rows = await c.var.db
    .select({ id: mediaJobs.id })
    .from(mediaJobs)
    .where(
      and(
        inArray(mediaJobs.status, ['queued', 'processing']),
        sql`coalesce(${mediaJobs.leasedUntil}, ${mediaJobs.createdAt} + 5000) < ${Date.now()}`,
      ),
    )
    .orderBy(mediaJobs.updatedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Reserves a job for this run; `undefined` if another run has reserved it, or it has ended. */
export async function claimJob(c: RequestContext, id: string): Promise<JobRow | undefined> {
  const now = Date.now()
  const [row] = await c.var.db
    .update(mediaJobs)
    .set({ status: 'processing', leasedUntil: now + LEASE, attempts: sql`${mediaJobs.attempts} + 1`, updatedAt: now })
    .where(
      and(
        eq(mediaJobs.id, id),
        sql`(${mediaJobs.status} = 'queued' OR (${mediaJobs.status} = 'processing' AND ${mediaJobs.leasedUntil} < ${now}))`,
      ),
    )
    .returning()
  return row
}

import { and, eq } from 'drizzle-orm'
import { log, type RequestContext } from 'lintel/kit'
import { ImageError, type Reason } from '../images/image-error.ts'
import { makeImage } from '../images/make-image.ts'
import { EXTENSIONS, TYPES } from '../images/variant.ts'
import { findItem } from '../library/items.ts'
import { storageOf } from '../storage/open.ts'
import type { Item } from '../tables.ts'
import { type JobRow, mediaJobs } from '../tables.ts'
import { announceItem } from '../upload/announce.ts'
import { type Received, receive } from '../upload/receive.ts'
import { register } from '../upload/register.ts'
import { claimJob, findResting } from './job.ts'

/** Maximum number of attempts before a job counts as failed. */
const MAX_ATTEMPTS = 3
/** Maximum number of jobs that one scheduled trigger resumes. */
const JOBS_PER_MINUTE = 5

/**
 * Runs a job, unless another run has reserved or finished it. A problem with the image makes the job fail, but is not
 * thrown.
 */
export async function runJob(c: RequestContext, id: string): Promise<void> {
  const job = await claimJob(c, id)
  if (!job) return
  if (job.attempts > MAX_ATTEMPTS) return fail(c, job, `The job was interrupted ${MAX_ATTEMPTS} times.`)
  try {
    const item = await storeResult(c, job)
    await announceItem(c, item)
  } catch (error) {
    // Another run was faster: the job has its result.
    if (isTaken(error)) return
    if (error instanceof ImageError) return fail(c, job, error.message)
    log(c, 'error', { type: 'media', job: id, error: String(error) })
    if (job.attempts >= MAX_ATTEMPTS) return fail(c, job, 'The image could not be processed.')
    await release(c, job)
  }
}

/** Resumes jobs that were never begun, or were interrupted, at most `JOBS_PER_MINUTE`. */
export async function resumeJobs(c: RequestContext): Promise<void> {
  for (const id of await findResting(c, JOBS_PER_MINUTE)) await runJob(c, id)
}

/** Makes the new image. Its item and the end of the job are stored in one transaction. */
async function storeResult(c: RequestContext, job: JobRow): Promise<Item> {
  const original = await findItem(c.var.db, job.mediaId)
  if (!original) throw new ImageError('The item has been deleted.')
  const { item, file } = original
  const focus = item.focalX === null || item.focalY === null ? undefined : { x: item.focalX, y: item.focalY }
  const made = await makeImage(c, file, job.operations, focus)
  const type = TYPES[made.format]
  const name = `${item.originalName.replace(/\.[^.]*$/, '')}.${EXTENSIONS[made.format]}`
  const receiver = receive(
    { name, claimedType: type },
    { storage: storageOf(c), maxFileSize: Infinity, allowedTypes: [type], isPrivate: file.private },
  )
  await receiver.write(made.bytes)
  const received = await receiver.end()
  const { width, height } = made
  return registerResult(c, job, item.folder, { ...received, facts: { ...received.facts, width, height } })
}

async function registerResult(c: RequestContext, job: JobRow, folder: string, received: Received): Promise<Item> {
  const completed = c.var.db
    .update(mediaJobs)
    .set({ status: 'completed', error: null, leasedUntil: null, updatedAt: Date.now() })
    .where(eq(mediaJobs.id, job.id))
  const [made] = await register(c, [received], folder, { id: job.resultId, userId: job.createdBy, also: [completed] })
  if (!made) throw new Error('registering one file returned no item')
  return made
}

/** Releases a job at once, so that another run can try again. */
async function release(c: RequestContext, { id, attempts }: JobRow): Promise<void> {
  await c.var.db
    .update(mediaJobs)
    .set({ leasedUntil: 0 })
    .where(and(eq(mediaJobs.id, id), eq(mediaJobs.status, 'processing'), eq(mediaJobs.attempts, attempts)))
}

/** Marks a job as failed, unless it has already ended, or another run has taken it over. */
async function fail(c: RequestContext, { id, attempts }: JobRow, error: Reason): Promise<void> {
  await c.var.db
    .update(mediaJobs)
    .set({ status: 'failed', error, leasedUntil: null, updatedAt: Date.now() })
    .where(and(eq(mediaJobs.id, id), eq(mediaJobs.status, 'processing'), eq(mediaJobs.attempts, attempts)))
}

/** Tells whether the error says that the result's id exists already. */
function isTaken(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/UNIQUE constraint failed: media\.id/.test(current.message)) return true
  }
  return false
}

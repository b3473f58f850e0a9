import type { RequestContext } from 'lintel/kit'
import { handOver } from '../images/hand-over.ts'
import type { Operation } from '../images/operations.ts'
import { createJob, type Job, jobObject } from './job.ts'

/**
 * Records a job on an image, and runs it after the response.
 * @throws HttpError `not_found`, `unsupported_media_type`, `validation_failed`
 */
export async function startJob(c: RequestContext, mediaId: string, operations: readonly Operation[]): Promise<Job> {
  const row = await createJob(c, mediaId, operations)
  await handOver(c, 'jobs', row.id)
  return jobObject(c, row)
}

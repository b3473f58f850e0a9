import { enqueue, log, type RequestContext } from 'lintel/kit'

/**
 * Runs work on an image after the response. The work is already recorded: if it cannot be started, the scheduled
 * trigger, which runs every minute, starts it later.
 * @param id id of the job, or of the item that needs a thumbnail
 */
export async function handOver(c: RequestContext, queue: 'jobs' | 'thumbnails', id: string): Promise<void> {
  try {
    await enqueue(c, 'core-media', queue, id)
  } catch (error) {
    log(c, 'error', { type: 'media', queue, id, error: String(error) })
  }
}

import { enqueue, log, type RequestContext } from 'lintel/kit'

/**
 * Has work on an image done after the answer. It is written down already: where it cannot be handed over, the trigger of
 * a later minute takes it up.
 * @param id the job's, or the item's whose thumbnail is wanted
 */
export async function handOver(c: RequestContext, queue: 'jobs' | 'thumbnails', id: string): Promise<void> {
  try {
    await enqueue(c, 'core-media', queue, id)
  } catch (error) {
    log(c, 'error', { type: 'media', queue, id, error: String(error) })
  }
}

import type { RequestContext } from '../../config/request.ts'
import { callOf } from '../collections/call.ts'
import { list } from '../collections/list/list.ts'
import { isForEverybody } from '../freshness/for-everybody.ts'
import { inBackground } from '../isolate/background.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { findService } from '../plugins/services.ts'
import { serveResponse } from './cached-response.ts'
import { questionOf } from './question.ts'

/**
 * Has the first page of collections kept, as anonymous callers see it. Collections that are not the same for all of
 * them are passed over.
 * @param names of collections of the program
 * @returns the names of the questions whose answers are kept now
 */
export async function warmResponses(c: RequestContext, names: readonly string[]): Promise<string[]> {
  const runtime = runtimeOf(c)
  const kept: string[] = []
  for (const collection of runtime.program.manifest.collections) {
    if (!names.includes(collection.name) || !isForEverybody(runtime, collection.name)) continue
    const work = async (anonymous: RequestContext) => {
      const call = callOf(anonymous, collection)
      const cache = await findService(anonymous, 'answers')
      const question = questionOf(call, '')
      if (!cache || !question) return
      await serveResponse(call, cache, question, (tracker) => list({ ...call, tracker }))
      kept.push(question.name)
    }
    await inBackground(runtime, c.executionCtx, work, `/api/${collection.name}`)
  }
  return kept
}

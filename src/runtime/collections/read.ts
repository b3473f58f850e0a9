import { readContent } from '../answers/witness.ts'
import type { Call } from './call.ts'
import { visible } from './load.ts'
import { type Answer, documentAnswer } from './respond.ts'

/** `GET /api/<collection>/:id` */
export async function read(call: Call, id: string): Promise<Answer> {
  const [[row] = []] = await readContent(call, [{ sql: call.plan.collection.statements.byId, values: [id] }])
  return documentAnswer(call, visible(call, id, row))
}

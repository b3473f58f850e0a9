import { readContent } from '../answers/witness.ts'
import { atPosition } from '../migrations/position.ts'
import type { Call } from './call.ts'
import { visible } from './load.ts'
import { type Answer, documentAnswer } from './respond.ts'

/** `GET /api/<collection>/:id` */
export async function read(call: Call, id: string): Promise<Answer> {
  const [[row] = []] = await readContent(call, [
    atPosition(call.runtime.ledger, call.plan.collection.statements.byId, [id]),
  ])
  return documentAnswer(call, visible(call, id, row))
}

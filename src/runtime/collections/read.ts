import type { Call } from './call.ts'
import { load } from './load.ts'
import { documentAnswer, send } from './respond.ts'

/** `GET /api/<collection>/:id` */
export async function read(call: Call, id: string): Promise<Response> {
  return send(call.c, documentAnswer(call, await load(call, id)))
}

import type { ServerResponse } from 'node:http'
import { helpOf } from '../../config/errors.ts'

/** Responds with an error in the format of the service itself: RFC 9457. */
export function sendProblem(outgoing: ServerResponse, status: number, detail: string): void {
  const title = status === 502 ? 'Bad gateway' : 'Internal error'
  outgoing.writeHead(status, { 'Content-Type': 'application/problem+json' })
  const help = helpOf('internal')
  outgoing.end(JSON.stringify({ type: 'about:blank', title, status, code: 'internal', detail, help }))
}

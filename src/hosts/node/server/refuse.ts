import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { DATA_POLICY, SECURITY_HEADERS } from '../../../ground/security-headers.ts'

/** Maximum size of a request's body, in bytes, as on Cloudflare's free and paid plans. */
export const LARGEST_BODY = 100 * 1024 * 1024

interface Refusal {
  readonly title: string
  readonly status: number
  readonly code?: string
  readonly detail: string
}

export const TOO_LARGE: Refusal = {
  title: 'Content Too Large',
  status: 413,
  code: 'payload_too_large',
  detail: `A body may have at most ${LARGEST_BODY / 1024 / 1024} MiB. Send large files in parts.`,
}
export const TWO_HOSTS: Refusal = {
  title: 'Bad Request',
  status: 400,
  detail: 'The request has more than one Host header. Send one.',
}

/** Headers of a problem that the server sends by itself, the same as those of the service. */
const HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': DATA_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/problem+json',
  Connection: 'close',
}

/** Sends a problem for a request that never reaches the service. */
export function refuse(outgoing: ServerResponse, problem: Refusal): void {
  outgoing.writeHead(problem.status, HEADERS).end(textOf(problem))
}

/** Responds to a request whose address is invalid. Any other error is thrown. */
export function refuseUnread(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const detail = `The address of the request is not valid: ${error.message}.`
  return new Response(textOf({ title: 'Bad Request', status: 400, detail }), { status: 400, headers: HEADERS })
}

/** Problems by Node's error code, for invalid data on a connection. */
const PROBLEMS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    title: 'Request Header Fields Too Large',
    status: 431,
    detail: 'The address and the headers are too long. Shorten them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { title: 'Request Timeout', status: 408, detail: 'The request did not arrive in time.' },
}
const MALFORMED: Refusal = { title: 'Bad Request', status: 400, detail: 'The request is not HTTP/1.1 (RFC 9112).' }

/** Responds to data that is not a valid request. A response in progress on the same connection is cut off. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
  const problem = PROBLEMS[error.code ?? ''] ?? MALFORMED
  const text = textOf(problem)
  const headers = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(text) })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines}\r\n${text}`)
}

/** Tells whether the connection is sending a response, by the same test that Node uses. */
function isAnswering(socket: Duplex): boolean {
  return (socket as { readonly _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
}

function textOf(problem: Refusal): string {
  return JSON.stringify({ type: 'about:blank', ...problem })
}

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Account } from './account.ts'

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the account: `/workers/scripts/site/secrets`. */
  readonly path: string
  readonly body?: unknown
  /** Permission that the token needs for the request, in the words that are shown to people. */
  readonly permission: string
}

const ATTEMPTS = 4
/** Maximum pause that the API may request, in milliseconds. */
const LONGEST_WAIT = 30_000
const TIMEOUT = 60_000

const responseSchema = z.looseObject({
  success: z.boolean(),
  errors: z.array(z.looseObject({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.looseObject({ cursor: z.string().optional(), is_truncated: z.boolean().optional() }).optional(),
})

/**
 * Sends a request about an account to Cloudflare's API. A request that was refused by the rate limit is repeated; one
 * whose response was lost is repeated only if it is a read.
 * @returns the result; `null` if the API says that there is no such thing (404)
 * @throws Failure if the API cannot be reached or refuses the request
 */
export async function callCloudflare<Schema extends z.ZodType>(
  account: Account,
  request: ApiRequest,
  result: Schema,
): Promise<z.output<Schema> | null> {
  return (await callForPage(account, request, result))?.result ?? null
}

/** Page of a list. */
export interface Page<Result> {
  readonly result: Result
  /** Cursor of the next page; `null` on the last one. */
  readonly cursor: string | null
}

/** Works like `callCloudflare`, and also returns the cursor of the next page of a list. */
export async function callForPage<Schema extends z.ZodType>(
  account: Account,
  request: ApiRequest,
  result: Schema,
): Promise<Page<z.output<Schema>> | null> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send(account, request)
    if ('text' in reply && reply.status !== 429 && reply.status < 500) return read(reply, account, request, result)
    const mayRepeat = ('text' in reply && reply.status === 429) || request.method === 'GET'
    if (attempt === ATTEMPTS || !mayRepeat) throw unreachable(account, reply)
    await sleep('text' in reply ? (reply.wait ?? 250 * 2 ** attempt) : 250 * 2 ** attempt)
  }
}

type Reply =
  | { readonly status: number; readonly text: string; readonly wait: number | null }
  | { readonly reason: string }

async function send({ baseUrl, account, token }: Account, { method, path, body }: ApiRequest): Promise<Reply> {
  try {
    const response = await fetch(`${baseUrl}/accounts/${account}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const wait = Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT) : null
    return { status: response.status, text: await response.text(), wait }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { reason: cause instanceof Error ? cause.message || cause.name : String(cause) }
  }
}

function read<Schema extends z.ZodType>(
  { status, text }: { readonly status: number; readonly text: string },
  account: Account,
  { path, permission }: ApiRequest,
  result: Schema,
): Page<z.output<Schema>> | null {
  if (status === 404) return null
  const response = parse(text)
  const parsed = response?.success ? result.safeParse(response.result) : null
  if (parsed?.success) {
    const { cursor, is_truncated: hasMore } = response?.result_info ?? {}
    return { result: parsed.data, cursor: hasMore && cursor ? cursor : null }
  }
  const [error] = response?.errors ?? []
  const reason = error ? `${error.message} (${error.code})` : `it responds with ${status}`
  if (status === 401 || status === 403) {
    throw new Failure(`Cloudflare refuses the token in CLOUDFLARE_API_TOKEN: ${reason}.`, {
      hint: `It needs the permission “${permission}” for the account ${account.account}.`,
    })
  }
  throw new Failure(`Cloudflare's API refused ${path}: ${reason}.`)
}

function parse(text: string): z.output<typeof responseSchema> | null {
  try {
    return responseSchema.parse(JSON.parse(text))
  } catch {
    return null // not JSON, such as a proxy's page: the caller says what is missing
  }
}

function unreachable({ baseUrl }: Account, reply: Reply): Failure {
  const reason = 'reason' in reply ? reply.reason : `it responds with ${reply.status}`
  return new Failure(`Cloudflare's API at ${new URL(baseUrl).host} cannot be reached: ${reason}.`)
}

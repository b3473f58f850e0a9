import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Credentials } from './credentials.ts'

/** A statement as the API takes it. */
export interface Query {
  readonly sql: string
  readonly params?: readonly string[]
}

export interface QueryResult {
  readonly results: readonly unknown[]
}

/**
 * Sends `POST /accounts/:account/d1/database/:id/query`: one statement, or several as one transaction. A request that
 * was refused by the rate limit is repeated after a while; one whose response was lost is repeated only if it is a
 * read.
 * @throws Error in D1's words if a statement is refused; nothing was changed then
 * @throws Failure if the API cannot be reached, refuses the token, or does not know the database
 */
export async function queryD1(credentials: Credentials, queries: readonly Query[]): Promise<readonly QueryResult[]> {
  const [first] = queries
  if (!first) return []
  const body = JSON.stringify(queries.length === 1 ? first : { batch: queries })
  const onlyReads = queries.every(({ sql }) => /^\s*(?:SELECT|EXPLAIN)\b/i.test(sql))
  for (let attempt = 1; ; attempt += 1) {
    const reply = await post(credentials, body)
    if (reply.kind === 'answer') return readResponse(reply, credentials)
    const isLast = attempt === ATTEMPTS
    if (isLast || (reply.kind === 'lost' && !onlyReads)) throw failureOf(reply, credentials)
    await sleep(reply.wait ?? 250 * 2 ** attempt)
  }
}

/** Maximum number of times that a request is sent. */
const ATTEMPTS = 4
/** Maximum pause that the API may request, in milliseconds. */
const LONGEST_WAIT = 30_000
/**
 * Deadline of a request, in milliseconds. D1 ends a query after 30 seconds
 * (https://developers.cloudflare.com/d1/platform/limits).
 */
const TIMEOUT = 60_000

/** Outcome of one request. `wait` is the pause that the API requests, in milliseconds. */
type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'limited'; readonly wait: number | null }
  | { readonly kind: 'lost'; readonly reason: string; readonly wait: null }

async function post({ baseUrl, account, database, token }: Credentials, body: string): Promise<Reply> {
  try {
    const response = await fetch(`${baseUrl}/accounts/${account}/d1/database/${database}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const text = await response.text()
    if (response.status === 429) return { kind: 'limited', wait: waitOf(response.headers.get('retry-after')) }
    if (response.status >= 500) return { kind: 'lost', reason: `it responds with ${response.status}`, wait: null }
    return { kind: 'answer', status: response.status, text }
  } catch (error) {
    return { kind: 'lost', reason: reasonOf(error), wait: null }
  }
}

function waitOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT) : null
}

/** Returns the reason for a network error: `fetch` says only that it failed, and the reason is in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

const responseSchema = z.looseObject({
  success: z.boolean(),
  errors: z.array(z.looseObject({ code: z.number(), message: z.string() })).default([]),
  result: z.array(z.looseObject({ results: z.array(z.unknown()).default([]) })).nullish(),
})

type Output = z.output<typeof responseSchema>

function readResponse(
  { status, text }: { readonly status: number; readonly text: string },
  credentials: Credentials,
): readonly QueryResult[] {
  const response = parseResponse(text)
  if (response?.success && response.result) return response.result
  const [error] = response?.errors ?? []
  const reason = error ? `${error.message} (${error.code})` : `it responds with ${status}`
  if (status === 401 || status === 403) {
    throw new Failure(`Cloudflare refuses the token in CLOUDFLARE_API_TOKEN: ${reason}.`, {
      hint: `It needs the permission “D1: Edit” for the account ${credentials.account}.`,
    })
  }
  if (status === 404) {
    throw new Failure(
      `There is no D1 database ${credentials.database} in the account ${credentials.account}: ${reason}.`,
      { hint: '`wrangler d1 list` lists the databases; set database_id in wrangler.toml.' },
    )
  }
  if (response && error) throw new Error(error.message)
  throw failureOf({ kind: 'lost', reason: `${reason}, which is not a response from D1's API`, wait: null }, credentials)
}

function parseResponse(text: string): Output | null {
  try {
    return responseSchema.parse(JSON.parse(text))
  } catch {
    // Not JSON, such as a proxy's page: the caller says what is missing.
    return null
  }
}

function failureOf(reply: Exclude<Reply, { kind: 'answer' }>, { baseUrl }: Credentials): Failure {
  if (reply.kind === 'limited') {
    return new Failure(
      `Cloudflare's API still refuses requests because of its rate limit (429) after ${ATTEMPTS} attempts.`,
      {
        hint: 'Wait a few minutes, then run the command again: it continues where it stopped.',
      },
    )
  }
  return new Failure(`Cloudflare's API at ${new URL(baseUrl).host} cannot be reached: ${reply.reason}.`, {
    hint: 'Run the command again: it continues where it stopped, since the ledger records what was applied.',
  })
}

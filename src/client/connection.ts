import { errorFrom } from './error.ts'
import { etagCache } from './etag-cache.ts'
import { withRetries } from './retry.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** The tokens of a signed-in client. */
export interface Tokens {
  readonly token: string
  readonly refreshToken?: string
}

export interface ClientOptions {
  /** The address of the service: `https://cms.example.com`, with or without a path. */
  readonly baseUrl: string
  /** An access token, or an API token. */
  readonly token?: string
  /** With it the client renews its access token by itself. */
  readonly refreshToken?: string
  /** Told whenever the tokens change, to keep them; `null` when they are gone. */
  readonly onTokens?: (tokens: Tokens | null) => void
  /** The result of another client's `bookmark()`: this one reads nothing that is older than what that one has seen. */
  readonly bookmark?: string
  /**
   * Number of times that a request is sent again where the line broke, or the answer is 429, 502, 503 or 504: after a growing
   * wait, or when it says. Reads are, and writes with an idempotency key; `create` and `bulk` make one. Default 2.
   */
  readonly retries?: number
  /**
   * Keeps responses in this client's memory and asks only if they have changed, also those that caches must not store. The
   * number is how many characters are kept at most; what was not used for longest goes first. Default: nothing is kept.
   */
  readonly cache?: number
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch
}

/** A list is sent value by value. */
export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root of the service: `/api/posts`. */
  readonly path: string
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly content?: FormData | Blob | Uint8Array<ArrayBuffer>
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly signal?: AbortSignal | undefined
  /** The idempotency key; `true` for one that the client makes, where it retries. */
  readonly once?: string | boolean
  /** It may be sent again though it changes something: the second time changes nothing more. */
  readonly repeatable?: boolean
  /** Sent without the token; a 401 is then an answer like any other. */
  readonly anonymous?: boolean
}

/** Names a state of the service's database: what is read with it is at least as new. */
const BOOKMARK_HEADER = 'x-d1-bookmark'

/**
 * The line to a service: sends requests with the token, and renews it once when the service refuses it. Carries the
 * bookmark of what it has seen, so that it never reads something older than what it wrote.
 */
export interface Connection {
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: string
  /** @throws LintelError for every answer that is not a success. */
  request(call: Call): Promise<Response>
  /** Exchanges the refresh token; however many ask at once, it is used once. */
  renew(): Promise<boolean>
  tokens(): Tokens | null
  /** The newest state of the database that it has seen; `null` before the first. */
  bookmark(): string | null
  setTokens(tokens: Tokens | null): void
}

/** The part of a client that calls of the service need. */
export type Requests = Pick<Connection, 'baseUrl' | 'request'>

export function connect(options: ClientOptions): Connection {
  const base = options.baseUrl.replace(/\/+$/, '')
  const { retries = 2, fetch: doFetch = (input: string, init: RequestInit) => fetch(input, init) } = options
  const cache = options.cache ? etagCache(options.cache) : undefined
  let tokens: Tokens | null = options.token === undefined ? null : tokensFrom(options as Tokens)
  let bookmark = options.bookmark ?? null
  let renewing: Promise<boolean> | undefined

  const attempt = async ({ method, path, query, body, content, headers, signal, anonymous }: Call) => {
    const url = base + path + searchOf(query)
    const answers = method === 'GET' ? cache : undefined
    const known = answers?.find(url)
    const response = await doFetch(url, {
      method,
      headers: Object.fromEntries(
        present({
          accept: 'application/json',
          authorization: tokens && !anonymous ? `Bearer ${tokens.token}` : undefined,
          'content-type': body === undefined ? undefined : 'application/json',
          'if-none-match': known?.etag,
          [BOOKMARK_HEADER]: bookmark ?? undefined,
          ...headers,
        }),
      ),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    })
    bookmark = later(bookmark, response.headers.get(BOOKMARK_HEADER))
    const whole = await received(response)
    return answers ? answers.settle(url, known, whole) : whole
  }

  const setTokens = (next: Tokens | null) => {
    tokens = next
    if (next === null) cache?.clear()
    options.onTokens?.(next)
  }

  const exchange = async (refreshToken: string) => {
    const call = { method: 'POST', path: '/api/auth/refresh', body: { refreshToken }, anonymous: true } as const
    const response = await attempt(call)
    if (response.ok) setTokens(tokensFrom(await response.json()))
    else if (response.status === 401) setTokens(null)
    else throw await errorFrom(response)
    return response.ok
  }

  const renew = () => {
    const refreshToken = tokens?.refreshToken
    if (refreshToken === undefined) return Promise.resolve(false)
    renewing ??= exchange(refreshToken).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  /** Another request may have renewed the token while this one was under way. */
  const hasFreshToken = (used: Tokens | null) => tokens !== null && tokens.token !== used?.token

  const authorized = async (call: Call) => {
    const used = call.anonymous ? null : tokens
    const response = await attempt(call)
    const isRenewed = response.status === 401 && used !== null && (hasFreshToken(used) || (await renew()))
    return isRenewed ? attempt(call) : response
  }

  return {
    baseUrl: base,
    request: async (call) => {
      const key = call.once === true ? newKey(retries) : call.once
      const keyed = !key ? call : { ...call, headers: { 'idempotency-key': key, ...call.headers } }
      const mayRepeat = call.method === 'GET' || call.repeatable || keyed.headers?.['idempotency-key']
      const response = await withRetries(() => authorized(keyed), mayRepeat ? retries : 0, call.signal)
      if (!response.ok) throw await errorFrom(response)
      return response
    },
    renew,
    tokens: () => tokens,
    bookmark: () => bookmark,
    setTokens,
  }
}

/** The response once all of it is there: a body that breaks off is a line that broke. Files go on as streams. */
async function received(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json') || !response.body) return response
  return new Response(await response.text(), response)
}

/** A key that no other request has. Who does not repeat needs none. Also where a page is not served over TLS. */
function newKey(retries: number): string | undefined {
  return retries > 0
    ? [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
    : undefined
}

/** Takes the tokens out of an answer of login or refresh, or out of options. */
export function tokensFrom({ token, refreshToken }: Tokens): Tokens {
  return { token, refreshToken } as Tokens // one that is absent stays so in JSON
}

/** Answers may overtake one another. Bookmarks are in the order of their texts. */
function later(known: string | null, given: string | null): string | null {
  return given === null || (known !== null && known > given) ? known : given
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams(present(query)).toString()
  return search && `?${search}`
}

/** The values that are there. Headers and queries make texts of them. */
function present(values: Query): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])) as [
    string,
    string,
  ][]
}

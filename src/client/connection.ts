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
  /** An access token or an API token. */
  readonly token?: string
  /** Refresh token, with which the client renews its access token by itself. */
  readonly refreshToken?: string
  /** Called whenever the tokens change, so that you can store them; `null` when they are no longer valid. */
  readonly onTokens?: (tokens: Tokens | null) => void
  /** The result of another client's `bookmark()`. This client then reads nothing older than what that one has seen. */
  readonly bookmark?: string
  /**
   * Maximum number of times that a request is repeated after a network failure or a 429, 502, 503 or 504. The wait
   * grows each time, unless the service states one; if it asks for more than 30 seconds, the request is not repeated.
   * Only reads, writes with an idempotency key, and `repeatable` calls are repeated; `create` and `bulk` make a key.
   * Default 2.
   */
  readonly retries?: number
  /**
   * Maximum number of characters of responses that this client keeps in memory; the least recently used are removed
   * first. The client then only asks whether a response has changed, even for responses that caches must not store.
   * Default: no responses are kept.
   */
  readonly cache?: number
  /** Function that sends requests. Default: the platform's `fetch`. */
  readonly fetch?: Fetch
}

/** Query parameters by name. A list is sent as one parameter per value. */
export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path from the root of the service: `/api/posts`. */
  readonly path: string
  readonly query?: Query
  /** Body, sent as JSON. */
  readonly body?: unknown
  /** Body that is sent unchanged, in place of `body`. */
  readonly content?: FormData | Blob | Uint8Array<ArrayBuffer>
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly signal?: AbortSignal | undefined
  /** The idempotency key; `true` for a key that the client makes if it retries. */
  readonly once?: string | boolean
  /** Allows repeating the request although it changes something, because a repetition has no further effect. */
  readonly repeatable?: boolean
  /** Sends the request without the token and treats a 401 like any other error. */
  readonly anonymous?: boolean
}

/**
 * Header that carries a bookmark: a state of the service's database. Reads that send it see that state or a newer one.
 */
const BOOKMARK_HEADER = 'x-d1-bookmark'

/**
 * The connection to a service: sends requests with the token, and renews the token once when the service rejects it.
 * Sends the bookmark of the newest state that it has seen, so that it never reads an older state than it has written.
 */
export interface Connection {
  /** The address of the service, without a trailing slash. */
  readonly baseUrl: string
  /**
   * Sends a request.
   * @throws LintelError for every unsuccessful response
   */
  request(call: Call): Promise<Response>
  /**
   * Exchanges the refresh token for new tokens. Resolves to `false` if there is no refresh token, or it is no longer
   * valid. Concurrent calls use the token only once.
   */
  renew(): Promise<boolean>
  tokens(): Tokens | null
  /**
   * Returns a bookmark of the newest state of the database that this client has seen, or that it was created with;
   * `null` if it has none yet.
   */
  bookmark(): string | null
  setTokens(tokens: Tokens | null): void
}

/** The part of a connection that the client's modules need. */
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
    const responses = method === 'GET' ? cache : undefined
    const known = responses?.find(url)
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
    return responses ? responses.settle(url, known, whole) : whole
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

  /** Tells whether another request has renewed the token since a request was sent with `used`. */
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

/**
 * Reads the whole body of a JSON response, so that a connection that breaks during the body counts as a network
 * failure. All other responses are passed on as streams.
 */
async function received(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json') || !response.body) return response
  return new Response(await response.text(), response)
}

/** Makes a unique key; `undefined` for a client that does not retry. Also works on pages without TLS. */
function newKey(retries: number): string | undefined {
  return retries > 0
    ? [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
    : undefined
}

/** Extracts the tokens from a response of login or refresh, or from options. */
export function tokensFrom({ token, refreshToken }: Tokens): Tokens {
  return { token, refreshToken } as Tokens // JSON leaves out a token that is absent
}

/** Returns the newer of two bookmarks, because responses may arrive out of order. Bookmarks sort as text. */
function later(known: string | null, received: string | null): string | null {
  return received === null || (known !== null && known > received) ? known : received
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams(present(query)).toString()
  return search && `?${search}`
}

/** Returns the defined values as strings, for headers and queries. */
function present(values: Query): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => [value ?? []].flat().map((item) => [name, item])) as [
    string,
    string,
  ][]
}

import { errorFrom } from './error.ts'

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
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch
}

export type Query = { readonly [name: string]: string | number | boolean | undefined }

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
  send(call: Call): Promise<Response>
  /** Exchanges the refresh token; however many ask at once, it is used once. */
  renew(): Promise<boolean>
  tokens(): Tokens | null
  /** The newest state of the database that it has seen; `null` before the first. */
  bookmark(): string | null
  setTokens(tokens: Tokens | null): void
}

export function connect(options: ClientOptions): Connection {
  const base = options.baseUrl.replace(/\/+$/, '')
  const doFetch: Fetch = options.fetch ?? ((input, init) => fetch(input, init))
  let tokens: Tokens | null = options.token === undefined ? null : tokensOf(options.token, options.refreshToken)
  let bookmark = options.bookmark ?? null
  let renewing: Promise<boolean> | undefined

  const attempt = async ({ method, path, query, body, content, headers, signal, anonymous }: Call) => {
    const response = await doFetch(base + path + searchOf(query), {
      method,
      headers: present({
        accept: 'application/json',
        authorization: tokens && !anonymous ? `Bearer ${tokens.token}` : undefined,
        'content-type': body === undefined ? undefined : 'application/json',
        [BOOKMARK_HEADER]: bookmark ?? undefined,
        ...headers,
      }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    })
    bookmark = later(bookmark, response.headers.get(BOOKMARK_HEADER))
    return response
  }

  const setTokens = (next: Tokens | null) => {
    tokens = next
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

  return {
    baseUrl: base,
    send: async (call) => {
      const used = call.anonymous ? null : tokens
      let response = await attempt(call)
      if (response.status === 401 && used !== null && (hasFreshToken(used) || (await renew()))) {
        response = await attempt(call)
      }
      if (!response.ok) throw await errorFrom(response)
      return response
    },
    renew,
    tokens: () => tokens,
    bookmark: () => bookmark,
    setTokens,
  }
}

/** Takes the tokens out of an answer of login or refresh. */
export function tokensFrom(answer: { token: string; refreshToken: string }): Tokens {
  return tokensOf(answer.token, answer.refreshToken)
}

function tokensOf(token: string, refreshToken: string | undefined): Tokens {
  return refreshToken === undefined ? { token } : { token, refreshToken }
}

/** Answers may overtake one another. Bookmarks are in the order of their texts. */
function later(known: string | null, given: string | null): string | null {
  return given === null || (known !== null && known > given) ? known : given
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams(present(query)).toString()
  return search === '' ? '' : `?${search}`
}

function present(values: { readonly [name: string]: string | number | boolean | undefined }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

import { type Connection, type Tokens, tokensFrom } from './connection.ts'

/** An account, as its owner sees it. Times are ISO 8601. */
export interface User {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: string
  readonly isActive: boolean
  readonly emailVerified: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface AuthClient {
  /** Signs in; the client goes on with the tokens it gets. */
  login(email: string, password: string): Promise<User>
  /** Renews the access token now. `false` without a refresh token, or when it no longer works. */
  refresh(): Promise<boolean>
  /** The account that is signed in, and its permissions. */
  me(): Promise<{ readonly user: User; readonly permissions: readonly string[] }>
  /** Ends the session and forgets the tokens. */
  logout(): Promise<void>
  /** The tokens held now, to keep them; `null` when signed out. */
  tokens(): Tokens | null
}

export function authClient(connection: Connection): AuthClient {
  return {
    login: async (email, password) => {
      const body = { email, password }
      const response = await connection.request({ method: 'POST', path: '/api/auth/login', body, anonymous: true })
      const answer = (await response.json()) as { token: string; refreshToken: string; user: User } // as contracted
      connection.setTokens(tokensFrom(answer))
      return answer.user
    },
    refresh: () => connection.renew(),
    me: async () => {
      const response = await connection.request({ method: 'GET', path: '/api/auth/me' })
      return (await response.json()) as { user: User; permissions: string[] } // as contracted
    },
    logout: async () => {
      const refreshToken = connection.tokens()?.refreshToken
      const body = refreshToken === undefined ? {} : { refreshToken }
      await connection.request({ method: 'POST', path: '/api/auth/logout', body })
      connection.setTokens(null)
    },
    tokens: () => connection.tokens(),
  }
}

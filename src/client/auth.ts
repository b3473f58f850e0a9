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

/** The result of a correct password when the account has a second factor; `code` completes the sign-in. */
export interface Challenge {
  /** `otp`: a code was sent by email. `totp`: the authenticator app shows a code. */
  readonly challenge: 'otp' | 'totp'
  readonly challengeToken: string
}

export interface AuthClient {
  /**
   * Signs in; the client then uses the tokens it receives. With a second factor it returns a `Challenge`, and nobody is
   * signed in yet.
   */
  login(email: string, password: string): Promise<User | Challenge>
  /** Completes a sign-in that needs a second factor, with its code or with a recovery code. */
  code(challengeToken: string, code: string): Promise<User>
  /** Renews the access token. Returns `false` if there is no refresh token, or it is no longer valid. */
  refresh(): Promise<boolean>
  /** Reads the signed-in account and its permissions. */
  me(): Promise<{ readonly user: User; readonly permissions: readonly string[] }>
  /** Ends the session and forgets the tokens. */
  logout(): Promise<void>
  /** Returns the current tokens, for storage; `null` when signed out. */
  tokens(): Tokens | null
}

export function authClient(connection: Connection): AuthClient {
  const signIn = async <Result>(path: string, body: object) => {
    const response = await connection.request({ method: 'POST', path, body, anonymous: true })
    const result = await response.json()
    if (result.challenge) return result as Result // as the API documents it
    connection.setTokens(tokensFrom(result))
    return result.user as Result
  }
  return {
    login: (email, password) => signIn('/api/auth/login', { email, password }),
    code: (challengeToken, code) => signIn('/api/auth/otp', { challengeToken, code }),
    refresh: () => connection.renew(),
    me: async () => {
      const response = await connection.request({ method: 'GET', path: '/api/auth/me' })
      return (await response.json()) as { user: User; permissions: string[] } // as the API documents it
    },
    logout: async () => {
      const body = { refreshToken: connection.tokens()?.refreshToken }
      await connection.request({ method: 'POST', path: '/api/auth/logout', body })
      connection.setTokens(null)
    },
    tokens: () => connection.tokens(),
  }
}

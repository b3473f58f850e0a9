import { ask, linkIn, openLink } from '../magic-link-auth/links.ts'
import { codeOf } from './authenticator-app.ts'
import { codeIn, tokenIn } from './mailbox.ts'
import {
  as,
  beginAtProvider,
  beginPasskey,
  beginPasskeySignIn,
  challengeOf,
  type Host,
  mailOf,
  type Owner,
  otp,
  post,
  turnAppOn,
  type World,
} from './owners.ts'
import { newAuthenticator } from './passkey.ts'
import { cookiesOf, login, me } from './people.ts'

/** A credential that an account was given. */
export interface Given {
  /** Presents it; tells whether it opens the account, or leads to its second factor. Some work once. */
  works(): Promise<boolean>
  /** Its owner ends this one alone, where there is a way. */
  end?(): Promise<unknown>
}

export interface Kind {
  /** Tables in which it lies, or purposes of one-time tokens. */
  readonly in: readonly string[]
  give(world: World, owner: Owner): Promise<Given>
}

/** A way in that asks for the second factor of an account that has one. */
const opens = (owner: Owner, { status, body }: { status: number; body: { user?: { id: string } } }) =>
  status === 200 && (body.user === undefined || body.user.id === owner.id)

export const sessionId = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

const accessToken = (which: 'session' | 'other'): Kind => ({
  in: ['sessions'],
  give: async ({ service }, owner) => {
    const { token } = owner[which]
    const by = which === 'session' ? owner.other : owner.session
    return {
      works: async () => opens(owner, await me(service, token)),
      end: () => service.json(`/api/auth/sessions/${sessionId(token)}`, { method: 'DELETE', headers: as(by) }),
    }
  },
})

const refreshToken = (which: 'session' | 'other'): Kind => ({
  in: ['sessions', 'spent_refresh_tokens'],
  give: async ({ service }, owner) => {
    const { refreshToken } = owner[which]
    return { works: async () => (await post(service, '/api/auth/refresh', { refreshToken })).status === 200 }
  },
})

/** A person at the provider, who is linked to an account and has another address there by now. */
const linked: Kind = {
  in: ['oidc_identities'],
  give: async (world, owner) => {
    const sub = crypto.randomUUID()
    const back = await beginAtProvider(world, { sub, email: owner.email })
    await back()
    return {
      works: async () => {
        const again = await beginAtProvider(world, { sub, email: `elsewhere-${sub}@example.com` })
        return opensAtProvider(world, owner, await again())
      },
    }
  },
}

async function opensAtProvider({ service }: World, owner: Owner, answer: Response): Promise<boolean> {
  const text = await answer.text()
  if (answer.status === 200) return text.includes('name="challengeToken"')
  const token = cookiesOf(answer).auth_token?.value
  return token !== undefined && opens(owner, await me(service, token))
}

const withApp = async (world: World, owner: Owner) => {
  if (owner.secret === undefined) await turnAppOn(world, owner)
}

/** Turns codes by mail on, which ends those on their way. */
async function withCodes({ service }: World, { id, session }: Owner): Promise<void> {
  const isOn = await service.sql('SELECT id FROM users WHERE second_factor = 1 AND id = ?', id)
  if (isOn.length === 0) await post(service, '/api/auth/second-factor', { enabled: true }, as(session))
}

/** The challenge of a new sign-in: by the password, or where there is none any more by a link. */
async function newChallenge(world: World, owner: Owner): Promise<string> {
  const { status, body } = owner.password === null ? await bySignInLink(world, owner) : await byPassword(world, owner)
  return status === 200 ? (body.challengeToken ?? '') : ''
}

const byPassword = ({ service }: World, { email, password }: Owner) => login(service, email, password ?? '')
const bySignInLink = async (world: World, { email }: Owner) => openLink(world.service, await signInLink(world, email))
export const signInLink = async (world: Host, email: string) =>
  linkIn(await mailOf(world, email, 'magic-link', () => ask(world.service, email)))

/** Token in a link that confirms the address of an account, which need not be confirmed for it. */
export async function confirmation(world: Host, { id, email }: Pick<Owner, 'id' | 'email'>): Promise<string> {
  const { service } = world
  const [was] = await service.sql<{ email_verified: number }>('SELECT email_verified FROM users WHERE id = ?', id)
  await service.sql('UPDATE users SET email_verified = 0 WHERE id = ?', id)
  const mail = await mailOf(world, email, 'verification', () => post(service, '/auth/verify-email', { email }))
  await service.sql('UPDATE users SET email_verified = ?1 WHERE id = ?2', was?.email_verified, id)
  return tokenIn(mail, '/auth/verify-email')
}

export async function resetToken(world: Host, email: string): Promise<string> {
  const asked = () => post(world.service, '/auth/forgot-password', { email })
  return tokenIn(await mailOf(world, email, 'password-reset', asked), '/auth/reset-password')
}

export const openConfirmation = ({ service }: Host, token: string, headers: Record<string, string> = {}) =>
  service.json(`/auth/verify-email?token=${token}`, { headers })

/** Everything that lets somebody into an account, or shows in part that they may. */
export const KINDS = {
  password: {
    in: ['users'],
    give: async ({ service }, owner) => {
      const { password } = owner
      return { works: async () => opens(owner, await login(service, owner.email, password ?? '')) }
    },
  },
  session: accessToken('session'),
  'refresh token': refreshToken('session'),
  'other session': accessToken('other'),
  'other refresh token': refreshToken('other'),
  'API token': {
    in: ['api_tokens'],
    give: async ({ service }, owner) => {
      const { body } = await post(service, '/admin/auth/tokens', { name: 'ci', scopes: [] }, as(owner.session))
      const path = `/admin/auth/tokens/${body.data.id}`
      return {
        works: async () => opens(owner, await me(service, body.data.token)),
        end: () => service.json(path, { method: 'DELETE', headers: as(owner.session) }),
      }
    },
  },
  passkey: {
    in: ['passkeys'],
    give: async (world, owner) => {
      const authenticator = newAuthenticator()
      const added = await (await beginPasskey(world, owner.session, authenticator))()
      const path = `/api/auth/passkeys/${added.body.data.id}`
      return {
        works: async () => opens(owner, await (await beginPasskeySignIn(world, authenticator))()),
        end: () => world.service.json(path, { method: 'DELETE', body: {}, headers: as(owner.session) }),
      }
    },
  },
  'passkey that is being used': {
    in: ['passkey'],
    give: async (world, owner) => {
      const authenticator = newAuthenticator()
      await (await beginPasskey(world, owner.session, authenticator))()
      const send = await beginPasskeySignIn(world, authenticator)
      return { works: async () => opens(owner, await send()) }
    },
  },
  'passkey that is being added': {
    in: ['passkey'],
    give: async (world, owner) => {
      const send = await beginPasskey(world, owner.session, newAuthenticator())
      return { works: async () => (await send()).status === 201 }
    },
  },
  'account at a provider': linked,
  'sign-in at a provider that has begun': {
    in: ['oidc'],
    give: async (world, owner) => {
      const sub = crypto.randomUUID()
      await (await beginAtProvider(world, { sub, email: owner.email }))()
      const back = await beginAtProvider(world, { sub, email: `elsewhere-${sub}@example.com` })
      return { works: async () => opensAtProvider(world, owner, await back()) }
    },
  },
  'reset link': {
    in: ['reset-password'],
    give: async (world, owner) => {
      const token = await resetToken(world, owner.email)
      const use = (password: string) => post(world.service, '/auth/reset-password', { token, password })
      return { works: async () => (await use('the password of a link')).status === 200 }
    },
  },
  'confirmation link': {
    in: ['verify-email'],
    give: async (world, owner) => {
      const token = await confirmation(world, owner)
      return { works: async () => (await openConfirmation(world, token)).status === 200 }
    },
  },
  'browser that registered': {
    in: ['registration'],
    give: async (world, owner) => ({
      works: async () => {
        const { service } = world
        const unconfirmed = 'UPDATE users SET email_verified = 0, is_active = 1 WHERE id = ? RETURNING id'
        if ((await service.sql(unconfirmed, owner.id)).length === 0) return false
        const { body } = await openConfirmation(world, await confirmation(world, owner), { cookie: owner.registration })
        return body.passwordToken === undefined
      },
    }),
  },
  'code by mail': {
    in: ['sign-in'],
    give: async (world, owner) => {
      await withCodes(world, owner)
      let challenge = ''
      const mail = await mailOf(world, owner.email, 'one-time-code', async () => {
        challenge = (await challengeOf(world, owner)) ?? ''
      })
      return { works: async () => opens(owner, await otp(world, challenge, codeIn(mail))) }
    },
  },
  'sign-in that the app is asked for': {
    in: ['sign-in-app'],
    give: async (world, owner) => {
      await withApp(world, owner)
      const challenge = (await challengeOf(world, owner)) ?? ''
      return { works: async () => opens(owner, await otp(world, challenge, await codeOf(owner.secret ?? '', 1))) }
    },
  },
  'authenticator app': {
    in: ['authenticator_apps'],
    give: async (world, owner) => {
      await withApp(world, owner)
      const { secret = '' } = owner
      return {
        works: async () => opens(owner, await otp(world, await newChallenge(world, owner), await codeOf(secret, 1))),
      }
    },
  },
  'recovery code': {
    in: ['recovery_codes'],
    give: async (world, owner) => {
      await withApp(world, owner)
      const [code = '', ...rest] = owner.recoveryCodes ?? []
      owner.recoveryCodes = rest
      return { works: async () => opens(owner, await otp(world, await newChallenge(world, owner), code)) }
    },
  },
  'app that is being set up': {
    in: ['app-setup'],
    give: async ({ service }, owner) => {
      const { body } = await post(service, '/api/auth/second-factor/app', {}, as(owner.session))
      const path = '/api/auth/second-factor/app/confirm'
      return {
        works: async () => {
          const code = await codeOf(body.secret)
          return (await post(service, path, { setup: body.setup, code }, as(owner.session))).status === 200
        },
      }
    },
  },
  'sign-in link': {
    in: ['magic_links'],
    give: async (world, owner) => {
      const link = await signInLink(world, owner.email)
      return { works: async () => opens(owner, await openLink(world.service, link)) }
    },
  },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS
export const NAMES = Object.keys(KINDS) as KindName[]

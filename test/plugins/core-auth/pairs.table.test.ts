import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Manifest } from '../../../src/manifest/index.ts'
import { verifyPassword } from '../../../src/runtime/accounts/password-hash.ts'
import { findBroken } from '../../faults/integrity.ts'
import { counter } from '../../harness/as.ts'
import { readManifest } from '../../harness/manifest.ts'
import { type Answer, type Service, startService } from '../../harness/service.ts'
import { type Operations, type Outcome, type Side, testPairs } from '../../runtime/collections/at-once.ts'
import { outcomeOf, tablesOf } from '../../runtime/collections/outcome.ts'
import { openLink } from '../magic-link-auth/links.ts'
import { codeOf } from './authenticator-app.ts'
import { confirmation, openConfirmation, resetToken, sessionId, signInLink } from './credentials.ts'
import { nextMail, tokenIn } from './mailbox.ts'
import { as, beginPasskey, beginPasskeySignIn, challengeOf, type Owner, otp, post, turnAppOn } from './owners.ts'
import { type Authenticator, newAuthenticator } from './passkey.ts'
import { addUser, bearer, freshAddress, login, PASSWORD, SECRET, signedIn } from './people.ts'

const manifest: Manifest = readManifest()
let started: Service | undefined
let admin: string
let tables: ReadonlyMap<string, readonly string[]>
const service = new Proxy({} as Service, { get: (_, name: keyof Service) => started?.[name] })
const world = { service }

beforeAll(async () => {
  started = await startService({
    vars: { JWT_SECRET: SECRET },
    faults: true,
    edit: (files) => {
      const program = JSON.parse(files.get('.cms/manifest.json') ?? '')
      program.environments.development.settings['magic-link-auth'].requireEmailVerification = false
      files.set('.cms/manifest.json', JSON.stringify(program))
    },
  })
  await service.fetch('/api/health')
  admin = (await signedIn(service, 'admin')).token
  tables = await tablesOf(service)
})
afterAll(() => started?.dispose())

const next = counter()

/** An account, with what opens it. */
interface Account extends Owner {
  /** The word that new names and addresses begin with. */
  readonly word: string
  readonly token: { readonly id: string; readonly token: string }
  readonly passkey: string
  /** True if an administrator has turned it off, so that nothing is mailed to it. */
  isOff: boolean
  readonly authenticator: Authenticator
}

const byAdmin = (method: string, path: string, body?: object) =>
  service.json(`/admin${path}`, { method, headers: bearer(admin), ...(body && { body }) })
const change = (body: (account: Account, side: Side) => object) => (account: Account, side: Side) =>
  byAdmin('PATCH', `/users/${account.id}`, body(account, side))
const byOwner = (account: Account, path: string, body: object = {}) => post(service, path, body, as(account.session))
const removes = (account: Account, path: string) =>
  service.json(path, { method: 'DELETE', body: {}, headers: as(account.session) })
const answerOf = (answer: { readonly status: number; readonly body: unknown }): Answer => ({
  headers: new Headers(),
  ...answer,
})
const newPassword = (side: Side) => `${PASSWORD} ${side}`
const PASSWORDS = [PASSWORD, newPassword('a'), newPassword('b')]
const addressOf = ({ word }: Pick<Account, 'word'>) => `${word}@example.org`

async function setUp(account: Account) {
  const { body } = await byOwner(account, '/api/auth/second-factor/app')
  return { setup: body.setup, code: body.secret ? await codeOf(body.secret) : '000000' }
}

/** The operations, each with the route that it asks. */
const OPERATIONS: Operations<Account> = {
  'give it a name': [
    'PATCH /admin/users/:id',
    change((_, side) => (side === 'a' ? { firstName: 'A' } : { lastName: 'B' })),
  ],
  'give it a role': ['PATCH /admin/users/:id', change((_, side) => ({ role: side === 'a' ? 'author' : 'viewer' }))],
  'give it another address': ['PATCH /admin/users/:id', change((account) => ({ email: addressOf(account) }))],
  'give its next address away': [
    'POST /admin/users',
    (account) => byAdmin('POST', '/users', { email: addressOf(account), role: 'viewer', password: PASSWORD }),
  ],
  'invite its next address': [
    'POST /admin/users/invite',
    (account) => byAdmin('POST', '/users/invite', { email: addressOf(account), role: 'viewer' }),
  ],
  'turn it off or on': ['POST /admin/users/:id/toggle', ({ id }) => byAdmin('POST', `/users/${id}/toggle`)],
  'mail it a link to set a password': [
    'POST /admin/users/:id/password-link',
    ({ id }) => byAdmin('POST', `/users/${id}/password-link`),
  ],
  'turn its second factor off': [
    'POST /admin/users/:id/second-factor/off',
    ({ id }) => byAdmin('POST', `/users/${id}/second-factor/off`),
  ],
  delete: ['DELETE /admin/users/:id', ({ id }) => byAdmin('DELETE', `/users/${id}`)],
  'end its session': [
    'DELETE /admin/auth/sessions/:id',
    ({ session }) => byAdmin('DELETE', `/auth/sessions/${sessionId(session.token)}`),
  ],
  'sign in': ['POST /api/auth/login', ({ email }) => login(service, email)],
  'sign out': ['POST /api/auth/logout', (account) => byOwner(account, '/api/auth/logout')],
  'renew its session': [
    'POST /api/auth/refresh',
    ({ session: { refreshToken } }) => post(service, '/api/auth/refresh', { refreshToken }),
  ],
  'end one session': [
    'DELETE /api/auth/sessions/:id',
    (account) => removes(account, `/api/auth/sessions/${sessionId(account.other.token)}`),
  ],
  'end other sessions': ['DELETE /api/auth/sessions', (account) => removes(account, '/api/auth/sessions')],
  'change its password': [
    'POST /api/auth/password',
    (account, side) =>
      byOwner(account, '/api/auth/password', {
        currentPassword: PASSWORD,
        password: newPassword(side),
        apiTokens: 'end',
      }),
  ],
  'turn codes by mail on': [
    'POST /api/auth/second-factor',
    (account) => byOwner(account, '/api/auth/second-factor', { enabled: true }),
  ],
  'turn the second factor off': [
    'POST /api/auth/second-factor',
    (account) => byOwner(account, '/api/auth/second-factor', { enabled: false }),
  ],
  'turn an app on': [
    'POST /api/auth/second-factor/app/confirm',
    {
      prepare: async (account) => {
        const confirmed = await setUp(account)
        return () => byOwner(account, '/api/auth/second-factor/app/confirm', confirmed)
      },
    },
  ],
  'make recovery codes': [
    'POST /api/auth/second-factor/recovery-codes',
    (account) => byOwner(account, '/api/auth/second-factor/recovery-codes'),
  ],
  'make a token': [
    'POST /admin/auth/tokens',
    (account, side) => byOwner(account, '/admin/auth/tokens', { name: `made by ${side}`, scopes: [] }),
  ],
  'revoke a token': [
    'DELETE /admin/auth/tokens/:id',
    (account) => removes(account, `/admin/auth/tokens/${account.token.id}`),
  ],
  'add a passkey': [
    'POST /api/auth/passkeys',
    {
      prepare: async (account) => {
        if (account.isOff) return () => byOwner(account, '/api/auth/passkeys')
        const send = await beginPasskey(world, account.session, newAuthenticator())
        return async () => answerOf(await send())
      },
    },
  ],
  'name a passkey': [
    'PATCH /api/auth/passkeys/:id',
    (account, side) =>
      service.json(`/api/auth/passkeys/${account.passkey}`, {
        method: 'PATCH',
        body: { name: `named ${side}` },
        headers: as(account.session),
      }),
  ],
  'remove a passkey': [
    'DELETE /api/auth/passkeys/:id',
    (account) => removes(account, `/api/auth/passkeys/${account.passkey}`),
  ],
  'sign in by a passkey': [
    'POST /api/auth/passkeys/sign-in',
    {
      prepare: async ({ authenticator }) => {
        const send = await beginPasskeySignIn(world, authenticator)
        return async () => answerOf(await send())
      },
    },
  ],
  'enter a code of the app': [
    'POST /api/auth/otp',
    {
      prepare: async (account) => {
        const challenge = (await challengeOf(world, account)) ?? 'none'
        const code = account.secret ? await codeOf(account.secret, 1) : '000000'
        return () => otp(world, challenge, code)
      },
    },
  ],
  'enter a recovery code': [
    'POST /api/auth/otp',
    {
      prepare: async (account) => {
        const challenge = (await challengeOf(world, account)) ?? 'none'
        return () => otp(world, challenge, account.recoveryCodes?.[0] ?? '000000')
      },
    },
  ],
  'set a password by a link': [
    'POST /auth/reset-password',
    {
      prepare: async ({ email, isOff }, side) => {
        const token = isOff ? 'none' : await resetToken(world, email)
        return () => post(service, '/auth/reset-password', { token, password: newPassword(side) })
      },
    },
  ],
  'confirm its address': [
    'GET /auth/verify-email',
    {
      prepare: async (account) => {
        const token = account.isOff ? 'none' : await confirmation(world, account)
        return () => openConfirmation(world, token, { 'cf-connecting-ip': freshAddress() })
      },
    },
  ],
  'sign in by a link': [
    'GET /auth/magic-link/verify',
    {
      prepare: async ({ email, isOff }) => {
        const link = isOff ? '/auth/magic-link/verify?token=none' : await signInLink(world, email)
        return () => openLink(service, link)
      },
    },
  ],
}

/** Standings that an account can have before the two, and how it comes to stand so. */
const STANDINGS: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
  'as it was made': async () => {},
  'with an app': (account) => turnAppOn(world, account),
  'with codes by mail': (account) => byOwner(account, '/api/auth/second-factor', { enabled: true }),
  unconfirmed: ({ id }) => service.sql('UPDATE users SET email_verified = 0 WHERE id = ?1', id),
  'turned off': async (account) => {
    await byAdmin('POST', `/users/${account.id}/toggle`)
    account.isOff = true
  },
}

async function subject(standing: string): Promise<Account> {
  const { id, email } = await addUser(service, { role: 'editor' })
  const [session, other] = [(await login(service, email)).body, (await login(service, email)).body]
  const made = await post(service, '/admin/auth/tokens', { name: 'made before', scopes: [] }, as(session))
  const authenticator = newAuthenticator()
  const { body: passkey } = await (await beginPasskey(world, session, authenticator))()
  const account: Account = {
    ...{ id, email, session, other, authenticator },
    word: `next-${next()}x`,
    password: PASSWORD,
    registration: '',
    token: made.body.data,
    passkey: passkey.data.id,
    isOff: false,
  }
  await STANDINGS[standing]?.(account)
  return account
}

/** Values that are drawn by lot, or sealed: that they are there is what counts. */
const DRAWN = /"(\w*(?:hash|secret|key|token)|last_period)":(?:"[^"]*"|\d+)/g
/** A token counts as old enough to show that a renewed one arrived if it is of the same second. */
const ARRIVAL = /"rotation_nonce":[^,]*,"rotated_at":[^,]*,/g
/** Values that the audit log says were there before: they may be a moment old. */
const BEFORE = /\\"before\\":(?:\\"[^"]*\\"|[^,}]+)/g
const DELETION = /("action":"user.delete".*)"changes":"(?:[^"\\]|\\.)*"/
/** Ids of passkeys. */
const CREDENTIAL = /"[\w-]{22}"/g
/** A token that is used up is as good as gone. */
const USED = /"used_at":TIME/

const told = (row: string) =>
  [DRAWN, ARRIVAL, BEFORE, CREDENTIAL]
    .reduce((left, drawn) => left.replace(drawn, '$1 DRAWN'), row)
    .replace(DELETION, '$1')

/** Rows about an account, and which of the passwords opens it. */
async function rowsOf({ id, email, word, passkey }: Pick<Account, 'id' | 'email' | 'word' | 'passkey'>) {
  const {
    email_messages: mails = [],
    one_time_tokens: tokens = [],
    ...rows
  } = await outcomeOf(service, tables, [id, email, passkey, addressOf({ word })].filter(Boolean), word)
  const [user] = await service.sql<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM users WHERE id = ?1 OR email = ?2',
    id,
    email,
  )
  const opening = await Promise.all(PASSWORDS.map((password) => verifyPassword(password, user?.hash ?? '')))
  return {
    ...Object.fromEntries(Object.entries(rows).map(([table, some]) => [table, some.map(told).sort()])),
    tokens: tokens
      .filter((row) => !USED.test(row))
      .map(told)
      .sort(),
    mails: mails.map((mail) => /"template":"([\w-]+)"/.exec(mail)?.[1] ?? '').sort(),
    passwords: PASSWORDS.filter((_, at) => opening[at]),
  }
}

/** An invitation that is on its way. */
interface Invitation {
  readonly id: string
  readonly email: string
  readonly token: string
}

const INVITATION_OPERATIONS: Operations<Invitation> = {
  invite: ['POST /admin/users/invite', ({ email }) => byAdmin('POST', '/users/invite', { email, role: 'viewer' })],
  'invite again': [
    'POST /admin/users/invitations/:id/resend',
    ({ id }) => byAdmin('POST', `/users/invitations/${id}/resend`, {}),
  ],
  revoke: ['DELETE /admin/users/invitations/:id', ({ id }) => byAdmin('DELETE', `/users/invitations/${id}`)],
  accept: [
    'POST /auth/invitation',
    ({ token }, side) => post(service, '/auth/invitation', { token, firstName: side, password: newPassword(side) }),
  ],
  'create an account': [
    'POST /admin/users',
    ({ email }, side) => byAdmin('POST', '/users', { email, role: 'author', password: newPassword(side) }),
  ],
  register: [
    'POST /auth/register',
    ({ email }, side) => post(service, '/auth/register', { email, password: newPassword(side) }),
  ],
}

const INVITED: Readonly<Record<string, (invitation: Invitation) => Promise<unknown>>> = {
  invited: async () => {},
  revoked: ({ id }) => byAdmin('DELETE', `/users/invitations/${id}`),
}

async function invitation(standing: string): Promise<Invitation> {
  const email = `guest-${next()}x@example.org`
  const { body } = await byAdmin('POST', '/users/invite', { email, role: 'viewer' })
  const made = { id: body.data.id, email, token: tokenIn(await nextMail(service, email), '/auth/invitation') }
  await INVITED[standing]?.(made)
  return made
}

/** Response as it is compared: the words of a refusal do not count. */
const answered = ({ status, body }: Answer) =>
  status >= 400 && status < 500 ? 'refused' : [status, Object.keys(body ?? {}).sort()]

/**
 * Leaves out what depends on the moment at which a request is refused or found to be too late: whether its link was used
 * up, and whether its signing out is in the log.
 */
function alike({ answers, rows }: Outcome): Outcome {
  const { audit_log: log = [], magic_links: links = [], ...others } = rows
  return {
    answers,
    rows: {
      ...others,
      audit_log: log.filter((entry) => !entry.includes('"action":"core-auth.logout"')),
      magic_links: links.map((link) => link.replace(/"used":\d,"used_at":[^,]*,/, '')),
    },
  }
}

testPairs<Account>('two at once, on an account', {
  service,
  operations: OPERATIONS,
  standings: Object.keys(STANDINGS),
  subject,
  answered,
  rowsOf,
  alike,
  every: null,
})

testPairs<Invitation>('two at once, on an invitation', {
  service,
  operations: INVITATION_OPERATIONS,
  standings: Object.keys(INVITED),
  subject: invitation,
  answered,
  rowsOf: ({ id, email }) => rowsOf({ id, email, word: email.split('@', 1)[0] ?? '', passkey: '' }),
  every: null,
})

it('after all of them the database is whole', async () => {
  expect(await findBroken(service, manifest)).toEqual([])
})

/** Routes that do the same with a form. */
const FORMS = [
  'POST /admin/auth/sessions/:id/end',
  'POST /admin/auth/tokens/:id/revoke',
  'POST /admin/users/:id',
  'POST /admin/users/:id/delete',
  'POST /admin/users/invitations/:id/revoke',
  'POST /admin/profile',
  ...['login', 'logout', 'otp', 'passkey'].map((name) => `POST /auth/${name}`),
]

/** Routes that begin what another one ends, or only send a mail. */
const BEGINNINGS = [
  ...['passkeys/options', 'passkeys/sign-in/options', 'invitation/passkey-options', 'second-factor/app'].map(
    (path) => `POST /api/auth/${path}`,
  ),
  ...['forgot-password', 'verify-email', 'magic-link/request'].map((path) => `POST /auth/${path}`),
]

it('the operations are those of all routes that write accounts', () => {
  const routes = manifest.routes
    .filter(({ plugin, path }) => /^(?:core-auth|magic-link-auth)$/.test(plugin) || path.startsWith('/admin/users'))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !route.startsWith('GET '))
  const asked = [OPERATIONS, INVITATION_OPERATIONS].flatMap((some) => Object.values(some).map(([route]) => route))
  const known = [...asked, ...FORMS, ...BEGINNINGS]
  expect(routes.filter((route) => !known.includes(route))).toEqual([])
})

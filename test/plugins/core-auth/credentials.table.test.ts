import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PURPOSES } from '../../../plugins/core-auth/tables.ts'
import { readManifest } from '../../harness/manifest.ts'
import { type Service, startService } from '../../harness/service.ts'
import { shareOf } from '../../harness/share.ts'
import { openLink } from '../magic-link-auth/links.ts'
import {
  confirmation,
  type Given,
  KINDS,
  type Kind,
  type KindName,
  NAMES,
  openConfirmation,
  resetToken,
  sessionId,
  signInLink,
} from './credentials.ts'
import { CLIENT_SECRET, startProvider } from './identity-provider.ts'
import { as, beginAtProvider, beginPasskey, newOwner, type Owner, post, turnAppOn, type World } from './owners.ts'
import { newAuthenticator } from './passkey.ts'
import { bearer, login, me, SECRET, signedIn } from './people.ts'

let world: World
let service: Service

/** Credentials of accounts to which nothing happens, one of each kind. */
const bystanders: [KindName, Given][] = []

const give = (name: KindName, owner: Owner) => (KINDS[name] as Kind).give(world, owner)

beforeAll(async () => {
  const provider = await startProvider()
  service = await startService({
    vars: { JWT_SECRET: SECRET, CLIENT_SECRET },
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      const { settings } = manifest.environments.development
      const acme = {
        name: 'acme',
        issuer: provider.issuer,
        clientId: 'cms',
        clientSecret: { $secret: 'CLIENT_SECRET' },
      }
      const oidc = [{ ...acme, scopes: ['openid'], linkAccounts: true, trustEmail: false, askSecondFactor: true }]
      Object.assign(settings['core-auth'], { oidc, requireVerifiedEmail: false })
      settings['magic-link-auth'].requireEmailVerification = false
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })
  await service.fetch('/api/health')
  world = { service, provider, admin: (await signedIn(service, 'admin')).token }
  // A challenge for a passkey ends in five minutes, and what says so is sealed.
  for (const name of NAMES.filter((name) => !name.startsWith('passkey that'))) {
    bystanders.push([name, await give(name, await newOwner(world))])
  }
  for (const table of ['one_time_tokens', 'magic_links'])
    await service.sql(`UPDATE ${table} SET expires_at = expires_at + 3600000`)
})
afterAll(async () => {
  await service.dispose()
  await world.provider.stop()
})

/** The session itself, and whatever somebody has begun in it. */
const SESSION: readonly KindName[] = [
  'session',
  'refresh token',
  'passkey that is being added',
  'app that is being set up',
]
const OTHER_SESSION: readonly KindName[] = ['other session', 'other refresh token']
const PASSKEY: readonly KindName[] = ['passkey', 'passkey that is being used']
const PROVIDER: readonly KindName[] = ['account at a provider', 'sign-in at a provider that has begun']
const CONFIRMATION: readonly KindName[] = ['confirmation link', 'browser that registered']
const ON_THE_WAY: readonly KindName[] = [
  'reset link',
  'sign-in link',
  'code by mail',
  'sign-in that the app is asked for',
]
const FACTOR: readonly KindName[] = [
  'code by mail',
  'sign-in that the app is asked for',
  'authenticator app',
  'recovery code',
]
const APP: readonly KindName[] = FACTOR.slice(1)
const RESET: readonly KindName[] = [
  'password',
  ...ON_THE_WAY,
  ...SESSION,
  ...OTHER_SESSION,
  ...PASSKEY,
  ...CONFIRMATION,
  'API token',
]

const byAdmin = (path: string, method = 'POST', body?: object) =>
  service.json(`/admin/users/${path}`, { method, headers: bearer(world.admin), ...(body && { body }) })
const unconfirm = ({ id }: Owner) => service.sql('UPDATE users SET email_verified = 0 WHERE id = ?', id)
const byOwner = (owner: Owner, path: string, body: object = {}) =>
  post(service, `/api/auth/${path}`, body, as(owner.session))
const remove = (path: string, session: Owner['session']) =>
  service.json(path, { method: 'DELETE', headers: as(session) })

const NEW_PASSWORD = 'another password of this account'
const change = (owner: Owner, apiTokens: 'keep' | 'end') => {
  const body = { currentPassword: owner.password, password: NEW_PASSWORD, apiTokens }
  owner.password = NEW_PASSWORD
  return post(service, '/api/auth/password', body, as(owner.other))
}
const reset = async (owner: Owner) => {
  const token = await resetToken(world, owner.email)
  owner.password = NEW_PASSWORD
  return post(service, '/auth/reset-password', { token, password: NEW_PASSWORD })
}
/** Opens a link that confirms an address which was not, as somebody else does. */
const claim = async (owner: Owner, headers: Record<string, string>) => {
  await unconfirm(owner)
  const token = await confirmation(world, owner)
  owner.password = null
  return openConfirmation(world, token, headers)
}
const confirmAsOwner = async (owner: Owner, headers: Record<string, string>) => {
  await unconfirm(owner)
  return openConfirmation(world, await confirmation(world, owner), headers)
}

interface Event {
  happen(owner: Owner): Promise<unknown>
  /** The credentials that end; all others go on. */
  readonly ends: readonly KindName[]
  /** Credentials that cannot be there when it happens. */
  readonly without?: readonly KindName[]
}

/** Events of an account, and which of its credentials end with each. */
const EVENTS: Readonly<Record<string, Event>> = {
  nothing: { happen: async () => undefined, ends: [] },
  'another sign-in': { happen: ({ email, password }) => login(service, email, password ?? ''), ends: [] },
  'another link to set a password': { happen: ({ id }) => byAdmin(`${id}/password-link`), ends: [] },
  'another confirmation link': { happen: (owner) => confirmation(world, owner), ends: [] },
  'a sign-in by link': { happen: async ({ email }) => openLink(service, await signInLink(world, email)), ends: [] },
  'another name': { happen: ({ id }) => byAdmin(id, 'PATCH', { firstName: 'Ann' }), ends: [] },
  'another role': { happen: ({ id }) => byAdmin(id, 'PATCH', { role: 'author' }), ends: [] },
  'a new password by a link': { happen: reset, ends: RESET },
  // A provider has said nothing of an address that came later.
  'a new password by a link to an unconfirmed address': {
    happen: async (owner) => {
      await unconfirm(owner)
      return reset(owner)
    },
    ends: [...RESET, ...PROVIDER],
  },
  'a changed password': { happen: (owner) => change(owner, 'keep'), ends: ['password', ...ON_THE_WAY, ...SESSION] },
  'a changed password that ends API tokens': {
    happen: (owner) => change(owner, 'end'),
    ends: ['password', ...ON_THE_WAY, ...SESSION, 'API token'],
  },
  // What was mailed to the address before is no longer for this account.
  'another address': {
    happen: (owner) => {
      owner.email = `moved-${owner.email}`
      return byAdmin(owner.id, 'PATCH', { email: owner.email })
    },
    ends: ['reset link', 'sign-in link', 'code by mail', ...CONFIRMATION],
  },
  'a confirmation by somebody signed in to another account': {
    happen: async (owner) => claim(owner, bearer(world.admin)),
    ends: NAMES,
  },
  'a confirmation by an API token of the account': {
    happen: async (owner) => {
      const made = await post(service, '/admin/auth/tokens', { name: 'given away', scopes: [] }, as(owner.session))
      return claim(owner, bearer(made.body.data.token))
    },
    ends: NAMES,
  },
  'a confirmation in a browser that registered another account': {
    happen: async (owner) => claim(owner, { cookie: (await newOwner(world)).registration }),
    ends: NAMES,
  },
  'a sign-in by link to an unconfirmed address': {
    happen: async (owner) => {
      await unconfirm(owner)
      owner.password = null
      return openLink(service, await signInLink(world, owner.email))
    },
    ends: NAMES,
  },
  'a sign-in at a provider with an unconfirmed address': {
    happen: async (owner) => {
      await unconfirm(owner)
      owner.password = null
      const sub = crypto.randomUUID()
      return (await beginAtProvider(world, { sub, email: owner.email }))()
    },
    ends: NAMES,
  },
  'a confirmation by its owner, signed in': {
    happen: (owner) => confirmAsOwner(owner, as(owner.other)),
    ends: CONFIRMATION,
  },
  'a confirmation in the browser that registered': {
    happen: (owner) => confirmAsOwner(owner, { cookie: owner.registration }),
    ends: CONFIRMATION,
  },
  'codes by mail turned on': {
    happen: (owner) => byOwner(owner, 'second-factor', { enabled: true }),
    ends: ['code by mail'],
    without: APP,
  },
  'the second factor turned off': {
    happen: (owner) => byOwner(owner, 'second-factor', { enabled: false }),
    ends: FACTOR,
  },
  'the second factor turned off by an administrator': {
    happen: ({ id }) => byAdmin(`${id}/second-factor/off`),
    ends: FACTOR,
  },
  'another authenticator app': { happen: (owner) => turnAppOn(world, owner), ends: FACTOR },
  'new recovery codes': {
    happen: (owner) => byOwner(owner, 'second-factor/recovery-codes'),
    ends: ['recovery code'],
  },
  'another passkey': {
    happen: async (owner) => (await beginPasskey(world, owner.session, newAuthenticator()))(),
    ends: [],
  },
  'another passkey removed': { happen: async (owner) => (await give('passkey', owner)).end?.(), ends: [] },
  'another API token revoked': { happen: async (owner) => (await give('API token', owner)).end?.(), ends: [] },
  'a deactivation': {
    happen: ({ id }) => byAdmin(`${id}/toggle`),
    // What they confirm opens nothing.
    ends: NAMES.filter((name) => !CONFIRMATION.includes(name)),
  },
  'a deactivation that is taken back': {
    happen: async ({ id }) => [await byAdmin(`${id}/toggle`), await byAdmin(`${id}/toggle`)],
    ends: [...ON_THE_WAY, ...SESSION, ...OTHER_SESSION],
  },
  'a deletion': { happen: ({ id }) => byAdmin(id, 'DELETE'), ends: NAMES },
  'signing out': { happen: (owner) => byOwner(owner, 'logout'), ends: SESSION },
  'signing out by the refresh token': {
    happen: ({ session: { refreshToken } }) => post(service, '/api/auth/logout', { refreshToken }),
    ends: SESSION,
  },
  'signing out everywhere else': { happen: (owner) => remove('/api/auth/sessions', owner.other), ends: SESSION },
  'a session ended by an administrator': {
    happen: ({ session }) =>
      service.json(`/admin/auth/sessions/${sessionId(session.token)}`, {
        method: 'DELETE',
        headers: bearer(world.admin),
      }),
    ends: SESSION,
  },
  'a renewed session whose answer was lost': {
    happen: ({ session: { refreshToken } }) => post(service, '/api/auth/refresh', { refreshToken }),
    ends: [],
  },
  'a renewed session': {
    happen: async ({ session: { refreshToken } }) => {
      const { body } = await post(service, '/api/auth/refresh', { refreshToken })
      await me(service, body.token)
      return expect
        .poll(() =>
          service.sql('SELECT id FROM sessions WHERE rotated_at IS NOT NULL AND id = ?', sessionId(body.token)),
        )
        .toEqual([])
    },
    ends: ['refresh token'],
  },
  'a refresh token used twice': {
    happen: async ({ session: { refreshToken } }) => {
      const { body } = await post(service, '/api/auth/refresh', { refreshToken })
      await post(service, '/api/auth/refresh', { refreshToken: body.refreshToken })
      return post(service, '/api/auth/refresh', { refreshToken })
    },
    ends: SESSION,
  },
}

describe('what becomes of each credential after', () => {
  it.each(shareOf(Object.entries(EVENTS), ([name]) => name))('%s', async (_, { happen, ends, without = [] }) => {
    const tried = NAMES.filter((name) => !without.includes(name))
    const outcomes = await Promise.all(
      tried.map(async (name) => {
        const owner = await newOwner(world)
        const { works } = await give(name, owner)
        await happen(owner)
        return works()
      }),
    )
    const ended = tried.filter((_, index) => !outcomes[index])
    expect(ended).toEqual(tried.filter((name) => ends.includes(name)))
  })
})

/** Credentials that open an account as often as they are presented. */
const LASTING: readonly KindName[] = [
  'password',
  'session',
  'refresh token',
  'other session',
  'other refresh token',
  'API token',
  'passkey',
  'account at a provider',
]

describe('a credential', () => {
  it.each(shareOf(NAMES, (name) => name))('that is presented twice: %s', async (name) => {
    const { works } = await give(name, await newOwner(world))
    expect([await works(), await works()]).toEqual([true, LASTING.includes(name)])
  })

  it.each(['session', 'API token', 'passkey'] as const)('of two of one kind ends alone: %s', async (name) => {
    const owner = await newOwner(world)
    const [one, two] = [await give(name, owner), await give(name === 'session' ? 'other session' : name, owner)]
    await one.end?.()
    expect([await one.works(), await two.works()]).toEqual([false, true])
  })

  it.each(['sign-in link', 'code by mail', 'recovery code', 'confirmation link'] as const)(
    'of two of one kind is used up alone: %s',
    async (name) => {
      const owner = await newOwner(world)
      const [one, two] = [await give(name, owner), await give(name, owner)]
      expect([await one.works(), await one.works(), await two.works()]).toEqual([true, false, true])
    },
  )

  it('of somebody else goes on, whatever happens', async () => {
    for (const [name, { works }] of bystanders) expect([name, await works()]).toEqual([name, true])
  })
})

const HOUR = 3600

/** Seconds for which a credential works, and its row. */
const LIFETIMES: readonly (readonly [KindName, number, string])[] = [
  ['session', 7 * 24 * HOUR, 'sessions'],
  ['refresh token', 7 * 24 * HOUR, 'sessions'],
  ['reset link', HOUR, 'reset-password'],
  ['confirmation link', 24 * HOUR, 'verify-email'],
  ['browser that registered', 24 * HOUR, 'registration'],
  ['code by mail', HOUR / 6, 'sign-in'],
  ['sign-in that the app is asked for', HOUR / 6, 'sign-in-app'],
  ['sign-in link', HOUR / 4, 'magic_links'],
]

describe('a credential that ends by itself', () => {
  it.each(shareOf(LIFETIMES, ([name]) => name))('%s works for %i seconds', async (name, seconds, row) => {
    const aged = async (left: number) => {
      const owner = await newOwner(world)
      const given = await give(name, owner)
      const isToken = (TOKEN_PURPOSES as readonly string[]).includes(row)
      const [table, where, value] = isToken
        ? ['one_time_tokens', `purpose = '${row}' AND user_id`, owner.id]
        : [row, row === 'sessions' ? 'user_id' : 'user_email', row === 'sessions' ? owner.id : owner.email]
      const [lives] = await service.sql<{ seconds: number }>(
        `SELECT (expires_at - created_at) / 1000.0 AS seconds FROM ${table} WHERE ${where} = ?`,
        value,
      )
      await service.sql(`UPDATE ${table} SET expires_at = ?1 WHERE ${where} = ?2`, Date.now() + left, value)
      return [lives?.seconds, await given.works()]
    }
    expect([await aged(30_000), await aged(0)]).toEqual([
      [seconds, true],
      [seconds, false],
    ])
  })

  it('leaves the database when the next of its kind is made, and not before', async () => {
    const [gone, left] = [await newOwner(world), await newOwner(world)]
    for (const owner of [gone, left]) for (const name of SWEPT) await give(name, owner)
    const rowsOf = async ({ id }: Owner) =>
      (await service.sql('SELECT token_hash FROM one_time_tokens WHERE user_id = ?', id)).length
    const before = [await rowsOf(gone), await rowsOf(left)]
    const age = (table: string) =>
      service.sql(`UPDATE ${table} SET expires_at = ?1 WHERE user_id = ?2`, Date.now() - 1000, gone.id)
    for (const name of SWEPT) {
      await age('one_time_tokens')
      await give(name, await newOwner(world))
      expect([name, await rowsOf(gone), await rowsOf(left)]).toEqual([name, 0, before[1]])
      await give(name, gone)
    }
    await age('sessions')
    await signedIn(service)
    const sessions = await service.sql('SELECT id FROM sessions WHERE user_id = ?', gone.id)
    expect([sessions.length, (await me(service, left.session.token)).status]).toEqual([0, 200])
  })
})

/** Kinds whose making sweeps what has expired. */
const SWEPT: readonly KindName[] = ['reset link', 'confirmation link', 'code by mail']

/** Tables whose rows say who may do what, or lie beside credentials, and let nobody into an account. */
const NO_CREDENTIALS: readonly string[] = [
  'database_backup_chunks', // parts of a backup
  'email_messages', // sealed: bodies hold what was mailed
  'idempotency_keys', // of bodies
  'invitations', // of people who have no account yet: invitations.test.ts
  'limited_attempts',
  'media_deletions',
  'media_files',
  'media_upload_parts',
  'plugins',
  'preview_tokens', // of documents
  'preview_values',
  'release_documents',
  'releases',
  'system_state',
  'team_permissions',
  'webhook_deliveries',
  'workflow_reviews',
]

describe('the kinds of credentials', () => {
  const known = [...NAMES.flatMap((name) => KINDS[name].in as readonly string[]), ...NO_CREDENTIALS, 'one_time_tokens']

  it('are all that a plugin says decides about access', async () => {
    const declared = readManifest().plugins.flatMap(({ accessTables, secretColumns }) => [
      ...accessTables,
      ...Object.keys(secretColumns),
    ])
    expect(declared.filter((table) => !known.includes(table))).toEqual([])
  })

  it('are all that the database keeps a secret of', async () => {
    const tables = await service.sql<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'`,
    )
    const keeping = tables.filter(({ sql }) => /[\s"`](?:\w*_)?(?:hash|token|secret|code)["`]? /i.test(sql))
    expect(keeping.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('are all purposes of one-time tokens', () => {
    expect(TOKEN_PURPOSES.filter((purpose) => !known.includes(purpose))).toEqual([])
  })
})

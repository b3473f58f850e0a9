import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { nearMisses } from '../../security/near-misses.ts'
import { CLIENT_SECRET, type Lie, newKeys, type Person, sign, startProvider, unsigned } from './identity-provider.ts'
import { mailsTo, nextMail, tokenIn } from './mailbox.ts'
import { addUser, bearer, cookiesOf, login, me, SECRET } from './people.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let service: Service

beforeAll(async () => {
  provider = await startProvider()
  service = await startService({
    root: 'test/fixtures/oidc',
    vars: { JWT_SECRET: SECRET, ISSUER: provider.issuer, CLIENT_SECRET },
  })
  await service.fetch('/api/health')
})
afterAll(async () => {
  await service.dispose()
  await provider.stop()
})

/** Goes to a provider; the address there, and the cookie that the browser keeps. */
async function begin(name = 'acme', redirect = '') {
  const answer = await service.fetch(`/auth/oidc/${name}${redirect}`)
  const address = answer.headers.get('location') ?? ''
  return { answer, address, cookie: `oidc=${cookiesOf(answer).oidc?.value}` }
}

/** Comes back from it. */
const comeBack = (back: URL, cookie: string) =>
  service.fetch(back.pathname + back.search, { headers: { cookie, accept: 'text/html' } })

async function signIn(person: Person, { lie = {}, name = 'acme' }: { lie?: Lie; name?: string } = {}) {
  const { address, cookie } = await begin(name)
  return comeBack(provider.approve(address, person, lie), cookie)
}

/** A state whose sealed text is another one. */
const swapped = (state: string) => `${state.slice(0, 40)}${state[40] === 'A' ? 'B' : 'A'}${state.slice(41)}`

let count = 0
/** Somebody at the provider whom nobody knows here. */
function somebody(more: Partial<Person> = {}): Person & { readonly email: string } {
  count += 1
  const email = `stranger-${count}@example.com`
  return {
    sub: `sub-${count}`,
    email,
    email_verified: true,
    realm_access: { roles: ['cms-editors'] },
    ...more,
  } as never // with the email
}

const whoIs = async (answer: Response) => (await me(service, cookiesOf(answer).auth_token?.value ?? '')).body.user
const refusal = async (answer: Response) => [answer.status, (await answer.text()).includes('role="alert"')]

describe('signing in at a provider', () => {
  it('goes there with PKCE, state and nonce, and comes back with a session and an account of the mapped role', async () => {
    const { answer, address, cookie } = await begin('acme', '?redirect=/admin/content')
    expect(answer.status).toBe(302)
    const { searchParams: asked, origin } = new URL(address)
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'cms',
      redirect_uri: `${service.url.origin}/auth/oidc/acme/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    const person = somebody({ given_name: 'Ada', family_name: 'Lovelace' })
    const back = await comeBack(provider.approve(address, person), cookie)
    expect([back.status, back.headers.get('location')]).toEqual([302, '/admin/content'])
    const user = await whoIs(back)
    expect(user).toMatchObject({
      email: person.email,
      role: 'editor',
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailVerified: true,
    })
    expect(await whoIs(await signIn({ ...person, email: 'changed@example.com' }))).toMatchObject({ id: user.id })
  })

  it('leads nowhere else afterwards', async () => {
    for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const { address, cookie } = await begin('acme', `?redirect=${encodeURIComponent(redirect)}`)
      const back = await comeBack(provider.approve(address, somebody()), cookie)
      expect(back.headers.get('location')).toBe('/admin/')
    }
  })

  it('takes claims from the user info that the ID token leaves out', async () => {
    const { sub, ...userInfo } = somebody()
    const answer = await signIn({ sub }, { lie: { userInfo } })
    expect(await whoIs(answer)).toMatchObject({ email: userInfo.email, role: 'editor' })
  })
})

describe('roles', () => {
  it('follow the claims of each sign-in, the widest of several', async () => {
    const person = somebody()
    await signIn(person)
    const roles = { realm_access: { roles: ['cms-editors', 'cms-admins', 'others'] } }
    expect(await whoIs(await signIn({ ...person, ...roles }))).toMatchObject({ role: 'admin' })
  })

  it('let nobody in whom the provider gives none', async () => {
    const person = somebody()
    await signIn(person)
    for (const groups of [['others'], ['__proto__'], []]) {
      expect(await refusal(await signIn({ ...person, realm_access: { roles: groups } }))).toEqual([403, true])
    }
  })

  it('never take the last administrator away', async () => {
    const boss = somebody({ realm_access: { roles: ['cms-admins'] } })
    const { id } = await whoIs(await signIn(boss))
    await service.sql("UPDATE users SET role = 'viewer' WHERE role = 'admin' AND id <> ?", id)
    expect(await whoIs(await signIn({ ...boss, realm_access: { roles: ['cms-editors'] } }))).toMatchObject({
      role: 'admin',
    })
  })

  it.each(nearMisses('cms-editors'))('let nobody in by a group that %s: %s', async (_, group) => {
    expect(await refusal(await signIn(somebody({ realm_access: { roles: [group] } })))).toEqual([403, true])
  })

  it.each([
    ['@example.com', true],
    ['@EXAMPLE.com', true],
    ['@example.com.evil.example', false],
    ['@evil-example.com', false],
    ['@sub.example.com', false],
    ['@example.co', false],
    ['@xample.com', false],
    ['-example.com@evil.example', false],
    ['@example.com@evil.example', false],
  ])('may be one for everybody of a domain: %s is %s', async (domain, isLetIn) => {
    const answer = await signIn(somebody({ email: `eve-${crypto.randomUUID()}${domain}` }), { name: 'open' })
    expect([answer.status, cookiesOf(answer).auth_token !== undefined]).toEqual([isLetIn ? 302 : 403, isLetIn])
  })
})

describe('an account that exists', () => {
  it('is signed in to by whoever proves its address, and its owner is told', async () => {
    const { id, email } = await addUser(service, { role: 'viewer' })
    expect(await whoIs(await signIn(somebody({ email: email.toUpperCase() }), { name: 'partner' }))).toMatchObject({
      id,
      role: 'viewer',
    })
    const [mail] = await mailsTo(service, email)
    expect(mail?.template).toBe('sign-in-changed')
  })

  it('is not taken over by an address that the provider has not confirmed', async () => {
    const { email } = await addUser(service)
    for (const email_verified of [false, 'false', undefined]) {
      const person = somebody({ email, email_verified } as Partial<Person>)
      expect(await refusal(await signIn(person, { name: 'partner' }))).toEqual([403, true])
    }
  })

  it('is signed in to only where the address and its confirmation have one source', async () => {
    const { id, email } = await addUser(service)
    const own = `own-of-${id}@example.com`
    const [theirs, confirmed] = [{ email }, { email_verified: true }]
    const sources: [idToken: JWTPayload, userInfo: JWTPayload, of: string | null][] = [
      [theirs, confirmed, null],
      [confirmed, theirs, null],
      [theirs, { email: own, ...confirmed }, own],
      [{ email: own, ...confirmed }, theirs, own],
      [{ email: own, email_verified: false }, { ...theirs, ...confirmed }, null],
      [{ ...theirs, email_verified: 'true' }, {}, email],
      [theirs, { ...theirs, email_verified: 'true' }, email],
      [{}, { ...theirs, ...confirmed }, email],
    ]
    for (const [claims, userInfo, of] of sources) {
      const person = { sub: somebody().sub, realm_access: { roles: ['cms-editors'] } }
      const answer = await signIn(person, { lie: { claims, userInfo } })
      const seen = answer.status === 302 ? (await whoIs(answer)).email : null
      expect([claims, userInfo, seen]).toEqual([claims, userInfo, of])
      if (of === own) await service.sql('DELETE FROM users WHERE email = ?', own)
    }
  })

  it('is not linked where the config does not say so, and none is made where it gives no role', async () => {
    const { email } = await addUser(service)
    expect(await refusal(await signIn(somebody({ email }), { name: 'open' }))).toEqual([409, true])
    expect(await refusal(await signIn(somebody(), { name: 'partner' }))).toEqual([403, true])
  })

  it('is made of an invitation to the address', async () => {
    const admin = bearer(
      cookiesOf(await signIn(somebody({ realm_access: { roles: ['cms-admins'] } }))).auth_token?.value ?? '',
    )
    const person = somebody()
    await service.json('/admin/users/invite', { body: { email: person.email, role: 'author' }, headers: admin })
    expect(await whoIs(await signIn(person, { name: 'partner' }))).toMatchObject({
      email: person.email,
      role: 'author',
    })
    expect(await service.sql('SELECT id FROM invitations')).toEqual([])
  })

  it('with another address, which nobody has confirmed, loses the link to the person before', async () => {
    const person = somebody()
    const admin = bearer(
      cookiesOf(await signIn(somebody({ realm_access: { roles: ['cms-admins'] } }))).auth_token?.value ?? '',
    )
    const { id } = await whoIs(await signIn(person))
    const email = `owner-of-${id}@example.com`
    await service.json(`/admin/users/${id}`, { method: 'PATCH', body: { email }, headers: admin })
    expect(await refusal(await signIn(person))).toEqual([403, true])
    await nextMail(service, email)
    await service.json('/auth/forgot-password', { body: { email } })
    const mail = await nextMail(service, email, 2)
    const token = tokenIn(mail, '/auth/reset-password')
    const password = 'a password of the new owner'
    expect((await service.json('/auth/reset-password', { body: { token, password } })).status).toBe(200)
    expect(await whoIs(await signIn(person))).not.toMatchObject({ id })
    expect((await login(service, email, password)).status).toBe(200)
  })

  it('stays closed while it is deactivated', async () => {
    const { email } = await addUser(service, { isActive: false })
    expect(await refusal(await signIn(somebody({ email }), { name: 'partner' }))).toEqual([403, true])
  })

  it('asks for its second factor, unless that is left to the provider', async () => {
    const person = somebody()
    const { body } = { body: await whoIs(await signIn(person)) }
    await service.sql('UPDATE users SET second_factor = 1 WHERE id = ?', body.id)
    const asked = await signIn(person)
    expect([asked.status, (await asked.text()).includes('name="challengeToken"')]).toEqual([200, true])
    expect(cookiesOf(asked).auth_token).toBeUndefined()
    const left = await signIn(person, { name: 'open' })
    expect([left.status, cookiesOf(left).auth_token !== undefined]).toEqual([302, true])
  })
})

describe('an attack', () => {
  const lies: { readonly [attack: string]: () => Promise<Lie> } = {
    'a nonce of another sign-in': async () => ({ claims: { nonce: 'another' } }),
    'a token for another service': async () => ({ claims: { aud: 'another' } }),
    'a token of another issuer': async () => ({ claims: { iss: 'https://evil.example' } }),
    'a token that has expired': async () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } }),
    'a token without a signature': async () => ({ idToken: unsigned }),
    "a signature of somebody else's key": async () => {
      const keys = await newKeys()
      return { idToken: (claims) => sign(claims, keys) }
    },
    'a token that names nobody': async () => ({ claims: { sub: '' } }),
    'user info that names nobody': async () => ({ claims: { email: undefined }, userInfo: { sub: '' } }),
    'user info of somebody else': async () => ({ claims: { email: undefined }, userInfo: { sub: 'another' } }),
  }

  it.each(Object.keys(lies))('by %s is refused', async (attack) => {
    const answer = await signIn(somebody(), { lie: (await lies[attack]?.()) ?? {} })
    expect([await refusal(answer), cookiesOf(answer).auth_token]).toEqual([[401, true], undefined])
  })

  it('by a code that was used is refused', async () => {
    const { address, cookie } = await begin()
    const back = provider.approve(address, somebody())
    expect((await comeBack(back, cookie)).status).toBe(302)
    expect((await comeBack(back, cookie)).status).toBe(401)
  })

  it('by an answer twice at once signs in once, even where the provider takes its code twice', async () => {
    const { address, cookie } = await begin()
    const back = provider.approve(address, somebody(), { isForgetful: true })
    const answers = await Promise.all([comeBack(back, cookie), comeBack(back, cookie)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401])
  })

  it('by an answer in another browser, for another provider, or with a changed state is refused', async () => {
    const { address, cookie } = await begin()
    const other = await begin()
    const back = provider.approve(address, somebody())
    expect((await comeBack(back, other.cookie)).status).toBe(401)
    expect((await comeBack(back, '')).status).toBe(401)
    const elsewhere = new URL(back)
    elsewhere.pathname = '/auth/oidc/open/callback'
    expect((await comeBack(elsewhere, cookie)).status).toBe(401)
    const changed = new URL(back)
    changed.searchParams.set('state', swapped(changed.searchParams.get('state') ?? ''))
    expect((await comeBack(changed, cookie)).status).toBe(401)
    expect((await comeBack(back, cookie)).status).toBe(302)
  })

  it("by another issuer's answer is refused", async () => {
    const { address, cookie } = await begin()
    const back = provider.approve(address, somebody())
    back.searchParams.set('iss', 'https://evil.example')
    expect((await comeBack(back, cookie)).status).toBe(401)
  })
})

describe('a provider', () => {
  it('that somebody turns back at, or that does not exist, is told on the page to sign in', async () => {
    const { address, cookie } = await begin()
    const back = provider.approve(address, somebody())
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    expect(await refusal(await comeBack(back, cookie))).toEqual([401, true])
    expect((await begin('nobody')).answer.status).toBe(404)
  })

  it('is asked for its keys again once it has new ones, and not otherwise', async () => {
    await signIn(somebody())
    const asked = () => provider.requests.filter((path) => path === '/keys').length
    const before = asked()
    await signIn(somebody())
    expect(asked()).toBe(before)
    await provider.rotateKeys()
    expect((await signIn(somebody())).status).toBe(302)
    expect(asked()).toBe(before + 1)
  })

  it('that does not respond is an outage, and everything else goes on', async () => {
    const { address, cookie } = await begin()
    const back = provider.approve(address, somebody())
    provider.hang(true)
    const [late, health] = await Promise.all([comeBack(back, cookie), service.fetch('/api/health')])
    provider.hang(false)
    expect([await refusal(late), late.headers.get('retry-after'), health.status]).toEqual([[503, true], '30', 200])
  })

  it('has a button on the page to sign in', async () => {
    const page = await (await service.fetch('/auth/login?redirect=/admin/content', html)).text()
    expect(page).toContain('href="/auth/oidc/acme?redirect=%2Fadmin%2Fcontent"')
    expect(page).toContain('Sign in with Acme')
  })
})

const html = { headers: { accept: 'text/html' } }

describe('somebody deleted', () => {
  it('is a stranger at the next sign-in', async () => {
    const boss = somebody({ realm_access: { roles: ['cms-admins'] } })
    const token = cookiesOf(await signIn(boss)).auth_token?.value ?? ''
    const person = somebody()
    const { id } = await whoIs(await signIn(person))
    await service.json(`/admin/users/${id}`, { method: 'DELETE', headers: bearer(token) })
    expect(await service.sql('SELECT * FROM oidc_identities WHERE user_id = ?', id)).toEqual([])
    expect((await whoIs(await signIn(person))).id).not.toBe(id)
  })
})

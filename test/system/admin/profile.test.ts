import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, login, me, PASSWORD, SECRET, signedIn } from '../../plugins/core-auth/people.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const browser = { accept: 'text/html,*/*;q=0.8' }
let token: string
let email: string

beforeAll(async () => {
  await service.fetch('/api/health')
  const signed = await signedIn(service, 'editor')
  token = signed.token
  email = signed.email
})

const page = async () => (await service.fetch('/admin/profile', { headers: { ...browser, ...bearer(token) } })).text()
const post = (path: string, fields: Record<string, string>) =>
  service.fetch(`/admin/profile${path}`, {
    method: 'POST',
    headers: { ...browser, ...bearer(token), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

describe('the own profile', () => {
  it('changes names, and nothing else', async () => {
    const fields = { username: 'ed', firstName: 'Ed', lastName: '', role: 'admin' }
    const saved = await post('', fields)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/profile?done=names'])
    const { user } = (await me(service, token)).body
    expect(user).toMatchObject({ username: 'ed', firstName: 'Ed', lastName: null, role: 'editor' })
    const refused = await post('', { ...fields, username: '', firstName: 'Typed' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('value="Typed"')
  })

  it('changes the password of who knows it', async () => {
    const wrong = await post('/password', { currentPassword: 'not the password', password: 'another good phrase' })
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toContain('The password is wrong.')
    const right = await post('/password', { currentPassword: PASSWORD, password: 'another good phrase' })
    expect(right.status).toBe(303)
    expect((await login(service, email)).status).toBe(401)
    expect((await login(service, email, 'another good phrase')).status).toBe(200)
  })

  it('lists sessions, and ends another one', async () => {
    const other = (await login(service, email, 'another good phrase')).body.token as string
    const { body } = await service.json('/api/auth/sessions', { headers: bearer(other) })
    const { id } = body.data.find(({ current }: { current: boolean }) => current)
    expect(await page()).toContain(`action="/admin/profile/sessions/${id}/end"`)
    expect((await post(`/sessions/${id}/end`, {})).status).toBe(303)
    expect((await me(service, other)).status).toBe(401)
  })

  it('makes a token that is shown once, and revokes it', async () => {
    const made = await post('/tokens', { name: 'Importer', scopes: 'content.create', expiresAt: '' })
    const shown = /lin_\w+/.exec(await made.text())?.[0] ?? ''
    expect((await me(service, shown)).body.user.email).toBe(email)
    const text = await page()
    expect(text).toContain('Importer')
    expect(text).not.toContain(shown)
    const action = /action="\/admin\/profile(\/tokens\/[^"]+\/revoke)"/.exec(text)?.[1] ?? ''
    expect((await post(action, {})).status).toBe(303)
    expect((await me(service, shown)).status).toBe(401)
    const several = await service.fetch('/admin/profile/tokens', {
      method: 'POST',
      headers: { ...browser, ...bearer(token), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Several&scopes=content.create&scopes=content.edit&expiresAt=',
    })
    expect(await several.text()).toMatch(/content\.create content\.edit/)
    const refused = await post('/tokens', { name: 'Typed name', scopes: 'nonsense', expiresAt: '' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('value="Typed name"')
  })

  it('is short with a thousand sessions, and turns its pages', async () => {
    const person = await signedIn(service, 'editor')
    await service.sql(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, refresh_hash, user_agent)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       SELECT ?1 || i, ?1, i, 9000000000000 + i, 9999999999999, ?1 || i, 'browser-' || i || './1' FROM n`,
      person.id,
    )
    const open = async (query: string) =>
      (await service.fetch(`/admin/profile${query}`, { headers: { ...browser, ...bearer(person.token) } })).text()
    const first = await open('')
    expect(first.length).toBeLessThan(60_000)
    expect(first).toContain('this session')
    expect([first.includes('browser-1000.'), first.includes('browser-900.')]).toEqual([true, false])
    expect(first).toContain('/admin/profile?sessions=2&amp;tokens=1')
    expect(await open('?sessions=101')).toContain('browser-1.')
    const { body } = await service.json('/api/auth/sessions?limit=100&page=11', { headers: bearer(person.token) })
    expect(body.data).toHaveLength(1)
    expect(body.pagination).toMatchObject({ total: 1001, totalPages: 11, hasNext: false })
  })

  it('asks what becomes of API tokens when the password changes', async () => {
    const person = await signedIn(service, 'editor')
    const headers = { ...browser, ...bearer(person.token) }
    const open = async () => (await service.fetch('/admin/profile', { headers })).text()
    const submit = (path: string, fields: Record<string, string>) =>
      service.fetch(`/admin/profile${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    expect(await open()).not.toContain('name="apiTokens"')
    const made = await submit('/tokens', { name: 'Importer' })
    const program = /lin_\w+/.exec(await made.text())?.[0] ?? ''
    expect(await open()).toContain('name="apiTokens"')
    const passwords = { currentPassword: PASSWORD, password: 'another good phrase' }
    expect((await submit('/password', { ...passwords, apiTokens: 'end' })).status).toBe(303)
    expect((await me(service, program)).status).toBe(401)
  })

  it('turns the second factor on', async () => {
    expect((await post('/second-factor', { enabled: 'true', password: 'wrong password' })).status).toBe(401)
    expect((await post('/second-factor', { enabled: 'true', password: 'another good phrase' })).status).toBe(303)
    expect((await me(service, token)).body.user.secondFactor).toBe(true)
  })

  it('is not for viewers', async () => {
    const viewer = await signedIn(service, 'viewer')
    expect((await service.fetch('/admin/profile', { headers: bearer(viewer.token) })).status).toBe(403)
  })
})

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

import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { bearer, me, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const browser = { accept: 'text/html,*/*;q=0.8' }
type Person = Awaited<ReturnType<typeof signedIn>>
let admin: Person
let editor: Person

beforeAll(async () => {
  await service.fetch('/api/health')
  admin = await signedIn(service, 'admin')
  editor = await signedIn(service, 'editor')
})

const page = async (path: string, { token }: Person = admin) => {
  const answer = await service.fetch(path, { headers: { ...browser, ...bearer(token) } })
  return { status: answer.status, text: await answer.text() }
}
const post = (path: string, fields: readonly (readonly [string, string])[] = [], { token }: Person = admin) =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...browser, ...bearer(token), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
const tokenIn = (text: string) => /lin_[0-9A-Za-z]{46}/.exec(text)?.[0]

describe('the page of the sessions', () => {
  it('lists whom the filter fits, and ends a session at once', async () => {
    const guest = await signedIn(service, 'viewer')
    const { status, text } = await page(`/admin/auth/sessions?email=${guest.email.toUpperCase()}`)
    expect(status).toBe(200)
    expect(text).toContain(guest.email)
    expect(text).not.toContain(editor.email)
    const action = /action="(\/admin\/auth\/sessions\/[^"]+\/end)"/.exec(text)?.[1] ?? ''
    expect((await post(action, [], editor)).status).toBe(403)
    expect((await me(service, guest.token)).status).toBe(200)
    const ended = await post(action)
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/admin/auth/sessions?done=ended'])
    expect((await me(service, guest.token)).status).toBe(401)
    expect((await post(action)).status).toBe(404)
    expect((await page(`/admin/auth/sessions?email=${guest.email}`)).text).toContain('No sessions')
  })

  it('is for administrators, and offers no button against oneself', async () => {
    expect((await page('/admin/auth/sessions', editor)).status).toBe(403)
    const { text } = await page(`/admin/auth/sessions?email=${admin.email}`)
    expect(text).toContain('this session')
    expect(text).not.toContain('/end"')
  })

  it('turns its pages with the filter', async () => {
    const { text } = await page('/admin/auth/sessions?limit=1&email=example.com')
    expect(text).toContain('email=example.com&amp;limit=1&amp;page=2')
    const { body } = await service.json('/admin/auth/sessions?email=no-such', { headers: bearer(admin.token) })
    expect(body.pagination.total).toBe(0)
  })
})

describe('the page of the API tokens', () => {
  it('shows a new token once, which works with the permissions that were chosen', async () => {
    const made = await post(
      '/admin/auth/tokens',
      [
        ['name', 'Deploy <hook>'],
        ['scopes', 'content.create'],
        ['scopes', 'content.edit'],
        ['expiresAt', '2099-01-02'],
      ],
      editor,
    )
    const text = await made.text()
    const token = tokenIn(text) ?? ''
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain('Deploy &lt;hook&gt;')
    expect((await me(service, token)).body.permissions).toEqual(['content.create', 'content.edit'])
    const later = await page('/admin/auth/tokens', editor)
    expect(later.text).toContain('Deploy &lt;hook&gt;')
    expect(later.text).not.toContain(token)
    const { body } = await service.json('/admin/auth/tokens', { headers: bearer(editor.token) })
    expect(body.data[0]).toMatchObject({ email: editor.email, expiresAt: '2099-01-02T00:00:00.000Z' })
  })

  it('says what is wrong, and keeps what was typed', async () => {
    const refused = await post('/admin/auth/tokens', [
      ['name', 'Kept "name"'],
      ['scopes', 'content.edit'],
      ['expiresAt', '2001-01-01'],
      ['email', 'nobody@example.net'],
    ])
    const text = await refused.text()
    expect(refused.status).toBe(422)
    expect(text).toContain('value="Kept &quot;name&quot;"')
    expect(text).toMatch(/value="content\.edit" checked/)
    expect(text).toContain('must be in the future')
    expect(text).toContain('must be the email of an account')
    expect(tokenIn(text)).toBeUndefined()
    const wide = await post(
      '/admin/auth/tokens',
      [
        ['name', 'Wide'],
        ['scopes', 'users.edit'],
      ],
      editor,
    )
    expect([wide.status, (await wide.text()).includes('The role editor does not have this permission')]).toEqual([
      422,
      true,
    ])
    const long = await post('/admin/auth/tokens', [['name', 'n'.repeat(1001)]])
    expect([long.status, (await long.text()).includes('n'.repeat(1001))]).toEqual([422, true])
  })

  it('lets administrators make tokens for others, and find them', async () => {
    const fields = [
      ['name', 'For the desk'],
      ['scopes', 'content.edit'],
      ['email', editor.email],
    ] as const
    expect((await post('/admin/auth/tokens', fields, await signedIn(service, 'editor'))).status).toBe(403)
    const made = await post('/admin/auth/tokens', fields)
    const token = tokenIn(await made.text()) ?? ''
    expect((await me(service, token)).body.user.email).toBe(editor.email)
    expect((await page(`/admin/auth/tokens?email=${editor.email}`)).text).toContain('For the desk')
    expect((await page('/admin/auth/tokens?email=no-such')).text).toContain('No tokens')
  })

  it('shows editors their own alone, and revokes at once', async () => {
    const other = await signedIn(service, 'editor')
    const made = await post('/admin/auth/tokens', [['name', 'Short-lived']], other)
    const token = tokenIn(await made.text()) ?? ''
    const { text } = await page('/admin/auth/tokens', other)
    expect(text).not.toContain('For the desk')
    const action = /action="(\/admin\/auth\/tokens\/[^"]+\/revoke)"/.exec(text)?.[1] ?? ''
    expect((await post(action, [], editor)).status).toBe(404)
    expect((await me(service, token)).status).toBe(200)
    const revoked = await post(action, [], other)
    expect([revoked.status, revoked.headers.get('location')]).toEqual([303, '/admin/auth/tokens?done=revoked'])
    expect((await me(service, token)).status).toBe(401)
  })
})

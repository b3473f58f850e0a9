import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }

describe('a route that needs a user', () => {
  test('401 without one', async () => {
    const { status, headers, body } = await service.json('/auth/probe/me')
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer'])
  })

  test('401 invalid_token when the token that came was refused', async () => {
    const { status, body } = await service.json('/auth/probe/me', { headers: { 'x-test-token': 'bad' } })
    expect([status, body.code]).toEqual([401, 'invalid_token'])
  })

  test("a browser's page request goes to the login page and comes back", async () => {
    const answer = await service.fetch('/auth/probe/me?tab=1&x=%26', { headers: browser })
    expect(answer.status).toBe(302)
    const location = new URL(answer.headers.get('location') ?? '', service.url)
    expect(location.pathname).toBe('/auth/login')
    expect(location.searchParams.get('redirect')).toBe('/auth/probe/me?tab=1&x=%26')
  })

  test('a form that a browser sends is 401: there is no coming back to it', async () => {
    const answer = await service.fetch('/auth/probe/change', { method: 'POST', headers: browser })
    expect(answer.status).toBe(401)
  })

  test('an htmx request is told where to go', async () => {
    const answer = await service.fetch('/auth/probe/me', { headers: { ...browser, 'hx-request': 'true' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('hx-redirect')).toBe('/auth/login?redirect=%2Fauth%2Fprobe%2Fme')
  })

  test('nothing under /api/ redirects', async () => {
    const answer = await service.fetch('/api/articles', { method: 'POST', headers: browser })
    expect(answer.status).toBe(401)
  })

  test('the handler sees the user that a plugin told of', async () => {
    const { body } = await service.json('/auth/probe/me', { headers: as('editor', 'eve') })
    expect(body.user).toMatchObject({ id: 'eve', role: 'editor', email: 'eve@example.com' })
    expect(body.permissions).toContain('content.*')
    expect(body.mayPublish).toBe(true)
  })

  test.each([
    ['viewer', [], false],
    ['nonsense', [], false],
  ])('%s holds no permissions', async (role, permissions, mayPublish) => {
    const { body } = await service.json('/auth/probe/me', { headers: as(role) })
    expect(body).toMatchObject({ permissions, mayPublish })
  })
})

describe('a route for a role', () => {
  test.each([
    ['editor', 200],
    ['admin', 200],
    ['author', 403],
    ['viewer', 403],
  ])('%s: %i', async (role, status) => {
    const answer = await service.fetch('/auth/probe/editors', { headers: as(role) })
    expect(answer.status).toBe(status)
  })

  test('nobody means not even an admin', async () => {
    const { status, body } = await service.json('/auth/probe/nobody', { headers: as('admin') })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })
})

describe('everything under /admin', () => {
  test.each([
    ['/admin/nowhere', 404],
    ['/admin', 200],
  ])('%s asks for a user before it says what is there', async (path, there) => {
    expect((await service.fetch(path)).status).toBe(401)
    expect((await service.fetch(path, { headers: browser })).status).toBe(302)
    expect((await service.fetch(path, { headers: as('viewer') })).status).toBe(403)
    expect((await service.fetch(path, { headers: as('editor') })).status).toBe(there)
  })
})

describe('a plugin that is turned off', () => {
  const setActive = async (active: number) => {
    await service.sql(`UPDATE plugins SET active = ${active} WHERE id IN ('probe', 'header-identity')`)
    // Long enough for what an isolate remembers of it.
    await new Promise((resolve) => setTimeout(resolve, 1100))
  }

  test('is unreachable until it is turned on again', async () => {
    expect((await service.fetch('/auth/probe/public')).status).toBe(200)
    await setActive(0)
    const off = await service.json('/auth/probe/public')
    expect([off.status, off.body.code]).toEqual([404, 'plugin_inactive'])
    expect(off.body.detail).toContain('probe')
    const page = await service.fetch('/auth/probe/public', { headers: browser })
    expect(await page.text()).toContain('turned off')
    await setActive(1)
    expect((await service.fetch('/auth/probe/public')).status).toBe(200)
  })

  test('an essential plugin stays on whatever the table says', async () => {
    await setActive(0)
    const answer = await service.fetch('/api/people', { headers: as('viewer') })
    const created = await service.json('/api/people', { body: { name: 'Ann' }, headers: as('editor') })
    await setActive(1)
    expect([answer.status, created.status]).toEqual([200, 201])
  })

  test('its hooks are silent', async () => {
    await setActive(0)
    const { body } = await service.json('/api/people', { body: { name: 'Silent' }, headers: as('editor') })
    await setActive(1)
    const events = await (await service.fetch('/auth/probe/events')).text()
    expect(events).not.toContain(body.data.id)
  })

  test('when its state cannot be read, the request is let through', async () => {
    await service.fetch('/auth/probe/public')
    await service.sql('ALTER TABLE plugins RENAME TO plugins_away')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const answer = await service.fetch('/auth/probe/public')
    await service.sql('ALTER TABLE plugins_away RENAME TO plugins')
    expect(answer.status).toBe(200)
    expect(service.logs.some(({ type }) => type === 'plugin_state')).toBe(true)
  })
})

test('tells somebody whose session ended while they filled in a form what to do', async () => {
  const answer = await service.fetch('/admin/plugins/probe/toggle', {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'active=false',
  })
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([401, expect.stringContaining('text/html')])
  expect(page).toContain('Your session has ended. Sign in again, go back, and send the form once more.')
  expect(page).not.toContain('Bearer')
})

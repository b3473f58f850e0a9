import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { addUser, bearer, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

interface Shown {
  readonly id: string
  readonly current: boolean
}

const list = async (token: string): Promise<Shown[]> =>
  (await service.json('/api/auth/sessions', { headers: bearer(token) })).body.data
const end = (path: string, token: string) => service.json(path, { method: 'DELETE', headers: bearer(token) })

describe("one's own sessions", () => {
  it('are listed with where they come from, the asking one marked, without their secrets', async () => {
    const person = await signedIn(service)
    await service.json('/api/auth/login', {
      body: { email: person.email, password: 'correct horse battery' },
      headers: { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'A Browser/1.0' },
    })
    const sessions = await list(person.token)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions.find(({ current }) => !current)).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      ipAddress: '203.0.113.9',
      name: 'A Browser',
      place: null,
      userAgent: 'A Browser/1.0',
      current: false,
    })
  })

  it('are listed while they are open, and no longer', async () => {
    const person = await signedIn(service)
    await service.json('/api/auth/login', { body: { email: person.email, password: 'correct horse battery' } })
    const [other] = (await list(person.token)).filter(({ current }) => !current)
    await service.sql('UPDATE sessions SET expires_at = ?1 WHERE id = ?2', Date.now() - 1, other?.id ?? '')
    expect(await list(person.token)).toMatchObject([{ current: true }])
  })

  it.each([
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36',
    ],
    ['Edge on Windows', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36 Edg/149.0'],
    ['Safari on iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/1 Safari/604.1'],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/149.0.0.0 Mobile Safari/537.36',
    ],
    ['curl', 'curl/8.9.1'],
    ['Unknown program', '(((((((('],
  ])('are named in words: %s', async (name, userAgent) => {
    const { email } = await addUser(service)
    const answer = await service.fetchAs('https://cms.example.com/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email, password: PASSWORD }),
      cf: { city: 'Berlin', country: 'DE' },
    } as RequestInit)
    const [session] = await list(((await answer.json()) as { token: string }).token)
    expect(session).toMatchObject({ name, place: 'Berlin, DE', userAgent })
  })

  it('are ended one by one, at once', async () => {
    const person = await signedIn(service)
    const other = await login(service, person.email)
    const id = (await list(person.token)).find(({ current }) => !current)?.id
    expect((await end(`/api/auth/sessions/${id}`, person.token)).status).toBe(204)
    expect((await me(service, other.body.token)).status).toBe(401)
    expect((await me(service, person.token)).status).toBe(200)
    expect(await list(person.token)).toHaveLength(1)
    expect((await end(`/api/auth/sessions/${id}`, person.token)).status).toBe(404)
  })

  it('are nobody else’s, not even an administrator’s here', async () => {
    const [person, other, admin] = [await signedIn(service), await signedIn(service), await signedIn(service, 'admin')]
    const [session] = await list(person.token)
    for (const { token } of [other, admin]) {
      expect((await end(`/api/auth/sessions/${session?.id}`, token)).status).toBe(404)
    }
    expect((await me(service, person.token)).status).toBe(200)
  })

  it('are no business of an API token, nor of nobody', async () => {
    const admin = await signedIn(service, 'admin')
    const { body } = await service.json('/admin/auth/tokens', {
      body: { name: 'all', scopes: ['*'] },
      headers: bearer(admin.token),
    })
    const answer = await service.json('/api/auth/sessions', { headers: bearer(body.data.token) })
    expect(answer.status).toBe(403)
    expect((await service.json('/api/auth/sessions')).status).toBe(401)
  })
})

describe("everybody's sessions", () => {
  it('are listed page by page and ended by an administrator', async () => {
    const [person, admin] = [await signedIn(service), await signedIn(service, 'admin')]
    const all = await service.json('/admin/auth/sessions?limit=1', { headers: bearer(admin.token) })
    expect(all.body.data).toHaveLength(1)
    expect(all.body.pagination).toMatchObject({ page: 1, limit: 1, hasNext: true, hasPrev: false })
    const theirs = await service.json(`/admin/auth/sessions?userId=${person.id}`, { headers: bearer(admin.token) })
    expect(theirs.body.data).toEqual([expect.objectContaining({ userId: person.id, email: person.email })])
    const id = theirs.body.data[0].id
    expect((await end(`/admin/auth/sessions/${id}`, admin.token)).body).toEqual({ success: true, data: { id } })
    expect((await me(service, person.token)).status).toBe(401)
    expect((await end(`/admin/auth/sessions/${id}`, admin.token)).status).toBe(404)
  })

  it.each(['editor', 'author', 'viewer'])('are closed to a %s', async (role) => {
    const { token } = await signedIn(service, role)
    expect((await service.json('/admin/auth/sessions', { headers: bearer(token) })).status).toBe(403)
    expect((await end('/admin/auth/sessions/x', token)).status).toBe(403)
  })
})

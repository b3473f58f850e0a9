import { beforeAll, describe, expect, test } from 'vitest'
import { addUser, bearer, login, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

let admin: Person
let editor: Person

beforeAll(async () => {
  await service.fetch('/api/health')
  admin = await signedIn(service, 'admin')
  editor = await signedIn(service, 'editor')
})

async function entries(query: Record<string, string>) {
  const answer = await service.json(`/admin/audit?${new URLSearchParams(query)}`, { headers: bearer(admin.token) })
  expect(answer.status).toBe(200)
  return answer.body.data
}

const as = (person: Person) => ({
  ...bearer(person.token),
  'cf-connecting-ip': '203.0.113.7',
  'user-agent': 'tester/1',
})

let count = 0
async function createTag() {
  count += 1
  const answer = await service.json('/api/tags', { body: { name: `Tag ${count}` }, headers: as(editor) })
  expect(answer.status).toBe(201)
  return { ...answer.body.data, requestId: answer.headers.get('x-request-id') } as Record<string, string>
}

describe('documents', () => {
  test('a creation says who, what, when and from where', async () => {
    const tag = await createTag()
    const [entry, ...others] = await entries({ collection: 'tags', id: tag.id ?? '' })
    expect(others).toEqual([])
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'content.create',
      actor: { id: editor.id, email: editor.email },
      collection: 'tags',
      documentId: tag.id,
      changes: expect.objectContaining({ name: { after: tag.name }, status: { after: 'published' } }),
      details: null,
      ipAddress: '203.0.113.7',
      userAgent: 'tester/1',
      requestId: tag.requestId,
    })
  })

  test('a change says what was and what is, of the fields that changed', async () => {
    const tag = await createTag()
    await service.json(`/api/tags/${tag.id}`, { method: 'PATCH', body: { name: 'Other' }, headers: as(editor) })
    const [entry] = await entries({ collection: 'tags', id: tag.id ?? '', action: 'content.update' })
    expect(entry.changes).toEqual({ name: { before: tag.name, after: 'Other' } })
  })

  test('a restored version, and a deletion', async () => {
    const tag = await createTag()
    const path = `/api/tags/${tag.id}`
    await service.json(path, { method: 'PATCH', body: { name: 'Another' }, headers: as(editor) })
    await service.json(`${path}/versions/1/restore`, { method: 'POST', headers: as(editor) })
    await service.json(path, { method: 'DELETE', headers: as(admin) })
    const [deleted, restored] = await entries({ collection: 'tags', id: tag.id ?? '' })
    expect(restored).toMatchObject({
      action: 'content.restore',
      changes: { name: { before: 'Another', after: tag.name } },
    })
    expect(deleted).toMatchObject({
      action: 'content.delete',
      actor: { id: admin.id },
      changes: { name: { before: tag.name } },
    })
  })

  test('each operation of a bulk request', async () => {
    const [changed, gone] = [await createTag(), await createTag()]
    const operations = [
      { action: 'create', data: { name: 'Bulk' } },
      { action: 'update', id: changed.id, data: { name: 'Bulk too' } },
      { action: 'delete', id: gone.id },
    ]
    const answer = await service.json('/api/tags/bulk', { body: { operations }, headers: as(editor) })
    expect(answer.status).toBe(200)
    const requestId = answer.headers.get('x-request-id')
    const found = (await entries({ collection: 'tags' })).filter(
      (entry: { requestId: string }) => entry.requestId === requestId,
    )
    expect(found.map(({ action }: { action: string }) => action).sort()).toEqual([
      'content.create',
      'content.delete',
      'content.update',
    ])
  })

  test('what is refused leaves no line', async () => {
    const before = await service.sql('SELECT count(*) AS n FROM audit_log')
    expect((await service.json('/api/tags', { body: { name: 5 }, headers: as(editor) })).status).toBe(422)
    expect((await service.json('/api/tags', { body: { name: 'x' } })).status).toBe(401)
    expect((await service.json('/api/tags/none', { method: 'DELETE', headers: as(editor) })).status).toBe(404)
    expect(await service.sql('SELECT count(*) AS n FROM audit_log')).toEqual(before)
  })

  test('long values are cut', async () => {
    const website = `https://example.com/${'word-'.repeat(90)}`
    const answer = await service.json('/api/authors', { body: { name: 'Ann', website }, headers: as(editor) })
    expect(answer.status).toBe(201)
    const [entry] = await entries({ collection: 'authors', id: answer.body.data.id })
    expect(entry.changes.website.after).toBe(`${website.slice(0, 300)}…`)
  })
})

describe('accounts', () => {
  test('signing in, failing to, and signing out', async () => {
    const user = await addUser(service, { role: 'editor' })
    await login(service, user.email, 'wrong password', '203.0.113.50')
    const { body } = await login(service, user.email)
    await service.json('/api/auth/logout', { method: 'POST', headers: bearer(body.token) })
    const found = await entries({ collection: 'users', id: user.id })
    expect(found.map(({ action }: { action: string }) => action)).toEqual([
      'auth.logout',
      'auth.login',
      'auth.login_failed',
    ])
    expect(found[2]).toMatchObject({ actor: null, ipAddress: '203.0.113.50' })
    expect(found[1]).toMatchObject({ actor: { id: user.id, email: user.email } })
  })

  test('what was typed for an account that is none is not kept', async () => {
    await login(service, 'my-password-by-mistake@example.com', 'wrong', '203.0.113.51')
    const [row] = await service.sql('SELECT * FROM audit_log WHERE ip_address = ?', '203.0.113.51')
    expect(row).toMatchObject({ action: 'auth.login_failed', actor_id: null, document_id: null })
    expect(JSON.stringify(row)).not.toContain('my-password')
  })

  test('changing a password, without a word of either', async () => {
    const user = await signedIn(service, 'viewer')
    const body = { currentPassword: 'correct horse battery', password: 'a quite different phrase' }
    expect((await service.json('/api/auth/password', { body, headers: as(user) })).status).toBe(204)
    const [entry] = await entries({ actor: user.id, action: 'user.update' })
    expect(entry).toMatchObject({ documentId: user.id, details: { by: 'core-auth.submitPassword' } })
    const rows = JSON.stringify(await service.sql('SELECT * FROM audit_log WHERE actor_id = ?', user.id))
    for (const secret of [body.currentPassword, body.password, 'scrypt']) expect(rows).not.toContain(secret)
  })
})

describe('everything else', () => {
  test('a route that says nothing of itself gets a line', async () => {
    const made = await service.json('/admin/auth/tokens', { body: { name: 'CI', scopes: [] }, headers: as(editor) })
    expect(made.status).toBe(201)
    const { id, token } = made.body.data
    await service.json(`/admin/auth/tokens/${id}`, { method: 'DELETE', headers: as(editor) })
    const found = await entries({ actor: editor.id })
    const actions = found.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 2)).toEqual(['core-auth.revokeToken', 'core-auth.createToken'])
    expect(found[0]).toMatchObject({ documentId: id, details: { status: 200 }, ipAddress: '203.0.113.7' })
    expect(JSON.stringify(found)).not.toContain(token)
  })

  test('reading leaves no line, nor does the renewal of a token', async () => {
    const user = await signedIn(service, 'editor')
    const before = await service.sql('SELECT count(*) AS n FROM audit_log')
    await service.json('/api/posts', { headers: as(user) })
    await service.json('/api/auth/me', { headers: as(user) })
    const { status } = await service.json('/api/auth/refresh', {
      body: { refreshToken: user.refreshToken },
      headers: as(user),
    })
    expect(status).toBe(200)
    expect(await service.sql('SELECT count(*) AS n FROM audit_log')).toEqual(before)
  })
})

describe('the list', () => {
  test('pages by a cursor, without gaps or repetitions', async () => {
    await Promise.all([createTag(), createTag(), createTag(), createTag(), createTag()])
    const all = (await entries({ action: 'content.create', collection: 'tags', limit: '100' })).map(
      ({ id }: Person) => id,
    )
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({
        action: 'content.create',
        collection: 'tags',
        limit: '2',
        ...(cursor && { cursor }),
      })
      const { body } = await service.json(`/admin/audit?${query}`, { headers: bearer(admin.token) })
      paged.push(...body.data.map(({ id }: Person) => id))
      expect(body.success).toBe(true)
      cursor = body.pagination.nextCursor
    }
    expect(paged).toEqual(all)
    expect(new Set(paged).size).toBe(paged.length)
  })

  test('is filtered by time', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect(await entries({ from: tomorrow })).toEqual([])
    expect((await entries({ to: tomorrow, from: '2020-01-01T00:00:00Z' })).length).toBeGreaterThan(0)
    expect(await entries({ to: '2020-01-01' })).toEqual([])
  })

  test.each([
    ['who=me', 'who'],
    ['limit=1000', 'limit'],
    ['from=yesterday', 'from'],
    ['cursor=abc', 'cursor'],
  ])('refuses %s', async (query, named) => {
    const answer = await service.json(`/admin/audit?${query}`, { headers: bearer(admin.token) })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query'])
    expect(answer.body.detail).toContain(named)
  })

  test('is for administrators', async () => {
    expect((await service.json('/admin/audit')).status).toBe(401)
    expect((await service.json('/admin/audit', { headers: bearer(editor.token) })).status).toBe(403)
  })

  test('is a page for a browser, with what people wrote escaped', async () => {
    const body = { name: '<script>alert(1)</script>' }
    await service.json('/api/tags', {
      body,
      headers: { ...as(editor), 'user-agent': '"><img src=x onerror=alert(2)>' },
    })
    const headers = { ...bearer(admin.token), accept: 'text/html' }
    const answer = await service.json('/admin/audit?actor=&action=content.create&from=&limit=1', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'nonce-")
    expect(answer.body).toContain('&lt;script&gt;alert(1)')
    expect(answer.body).not.toContain('<script>alert(1)')
    expect(answer.body).not.toContain('<img src=x')
    expect(answer.body).toContain('rel="next"')
    expect(answer.body).toContain('href="/admin/audit"')
  })
})

describe('retention', () => {
  test('lines older than a year go, an hour later at the latest', async () => {
    const id = '01800000-0000-7000-8000-000000000000'
    await service.sql("INSERT INTO audit_log (id, at, action, request_id) VALUES (?, 0, 'content.update', 'r')", id)
    const [{ n } = { n: 0 }] = await service.sql<{ n: number }>('SELECT count(*) AS n FROM audit_log')
    await service.schedule()
    expect(await service.sql('SELECT count(*) AS n FROM audit_log')).toEqual([{ n: n - 1 }])
    expect(await service.sql('SELECT id FROM audit_log WHERE id = ?', id)).toEqual([])
  })
})

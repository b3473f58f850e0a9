import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { nextMail } from './mailbox.ts'
import { addUser, bearer, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service
let admin: Awaited<ReturnType<typeof signedIn>>
let editor: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
  admin = await signedIn(service, 'admin')
  editor = await signedIn(service, 'editor')
})
afterAll(() => service.dispose())

const create = (token: string, body: object) =>
  service.json('/admin/auth/tokens', { body: { name: 'ci', scopes: [], ...body }, headers: bearer(token) })
/** A token of a person. */
const tokenOf = async (person: { token: string }, ...scopes: string[]): Promise<string> =>
  (await create(person.token, { scopes })).body.data.token
const call = (token: string, path: string, method = 'GET', body?: object) =>
  service.json(path, { method, headers: bearer(token), ...(body === undefined ? {} : { body }) })

describe('an API token', () => {
  it('is shown once, and stored as nothing but its hash', async () => {
    const { status, body, headers } = await create(editor.token, { name: 'deploys', scopes: ['content.edit'] })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        userId: editor.id,
        email: editor.email,
        name: 'deploys',
        scopes: ['content.edit'],
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        token: expect.stringMatching(/^lin_[0-9A-Za-z]{46}$/),
      },
    })
    const { token: _, ...shown } = body.data
    const list = await call(editor.token, '/admin/auth/tokens')
    expect(list.body.data).toContainEqual(shown)
    const rows = JSON.stringify(await service.sql('SELECT * FROM api_tokens'))
    expect(rows).not.toContain(body.data.token.slice(4, 44))
  })

  it('speaks for its owner, and notes when it did', async () => {
    const { body } = await create(editor.token, { scopes: ['content.create'] })
    const answer = await me(service, body.data.token)
    expect([answer.status, answer.body.user.id, answer.body.permissions]).toEqual([200, editor.id, ['content.create']])
    const lastUsed = async () => {
      const [row] = await service.sql<{ at: number | null }>(
        'SELECT last_used_at AS at FROM api_tokens WHERE id = ?',
        body.data.id,
      )
      return row?.at ?? 0
    }
    await expect.poll(lastUsed).toBeGreaterThan(0)
    const first = await lastUsed()
    await me(service, body.data.token)
    expect(await lastUsed()).toBe(first)
  })

  it('is refused with a wrong checksum, unknown, expired, revoked, or of an inactive owner', async () => {
    const wrong = (await tokenOf(editor)).slice(0, -1).concat('!')
    const swapped = (await tokenOf(editor)).replace(/^lin_./, (start) => (start.endsWith('a') ? 'lin_b' : 'lin_a'))
    const unknown = 'lin_0000000000000000000000000000000000000000000000'
    const expired = (await create(editor.token, { expiresAt: '2099-01-01T00:00:00Z' })).body.data
    await service.sql('UPDATE api_tokens SET expires_at = 1 WHERE id = ?', expired.id)
    const revoked = (await create(editor.token, {})).body.data
    expect((await me(service, revoked.token)).status).toBe(200)
    expect((await call(editor.token, `/admin/auth/tokens/${revoked.id}`, 'DELETE')).body).toEqual({
      success: true,
      data: { id: revoked.id },
    })
    const gone = await signedIn(service, 'editor')
    const orphan = await tokenOf(gone)
    await service.sql('UPDATE users SET is_active = 0 WHERE id = ?', gone.id)
    for (const token of [wrong, swapped, unknown, expired.token, revoked.token, orphan]) {
      const answer = await me(service, token)
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token'])
    }
  })

  it('is taken from the header only', async () => {
    const token = await tokenOf(editor, 'content.*')
    const answer = await service.json('/api/auth/me', { headers: { cookie: `auth_token=${token}` } })
    expect(answer.status).toBe(401)
  })
})

describe('the scopes of an API token', () => {
  it('allow what they name and nothing else', async () => {
    const creating = await tokenOf(editor, 'content.create', 'content.publish')
    const made = await call(creating, '/api/tags', 'POST', { name: 'scoped' })
    expect(made.status).toBe(201)
    const path = `/api/tags/${made.body.data.id}`
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await call(creating, path, method, method === 'DELETE' ? undefined : { name: 'changed' })
      expect([method, answer.status, answer.body.code]).toEqual([method, 403, 'forbidden'])
    }
    const editing = await tokenOf(editor, 'content.edit')
    expect((await call(editing, path, 'PATCH', { name: 'changed' })).status).toBe(200)
    expect((await call(editing, '/api/tags', 'POST', { name: 'no' })).status).toBe(403)
    const all = await tokenOf(editor, 'content.*')
    expect((await call(all, path, 'DELETE')).status).toBe(204)
  })

  it('leave reading as the role has it, drafts included', async () => {
    const token = await tokenOf(editor)
    expect((await call(token, '/api/posts?status=draft')).status).toBe(200)
    expect((await call(token, '/api/tags', 'POST', { name: 'no' })).status).toBe(403)
  })

  it('are those that a rule of a collection names, where it names one', async () => {
    const made = await call(await tokenOf(editor, 'content.*'), '/api/tags', 'POST', { name: 'versioned' })
    const versions = `/api/tags/${made.body.data.id}/versions`
    expect((await call(await tokenOf(editor, 'content.create'), versions)).status).toBe(403)
    expect((await call(await tokenOf(editor, 'content.edit'), versions)).status).toBe(200)
  })

  it('hold for each operation of a bulk', async () => {
    const token = await tokenOf(editor, 'content.create')
    const bulk = (operation: object) => call(token, '/api/tags/bulk', 'POST', { operations: [operation] })
    expect((await bulk({ action: 'create', data: { name: 'of a bulk' } })).status).toBeLessThan(300)
    const [tag] = await service.sql(`SELECT id FROM tags WHERE name = 'of a bulk'`)
    const removed = await bulk({ action: 'delete', id: tag?.id })
    expect(JSON.stringify(removed.body)).toContain('forbidden')
    expect(await service.sql('SELECT id FROM tags WHERE id = ?', tag?.id)).toHaveLength(1)
  })

  it('without content.publish keep drafts drafts', async () => {
    const token = await tokenOf(editor, 'content.create')
    const answer = await call(token, '/api/pages', 'POST', { title: 'x', slug: 'x', status: 'published' })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  it('reach rules of role names only as `*`', async () => {
    expect((await call(await tokenOf(admin, 'users.edit'), '/admin/auth/tokens')).status).toBe(403)
    expect((await call(await tokenOf(admin, '*'), '/admin/auth/tokens')).status).toBe(200)
  })

  it('are never wider than the role, not even one that was lowered since', async () => {
    const wide = await create(editor.token, { scopes: ['content.edit', 'users.edit', '*'] })
    expect([wide.status, wide.body.errors.map((error: { path: string }) => error.path)]).toEqual([
      422,
      ['scopes.1', 'scopes.2'],
    ])
    const person = await signedIn(service, 'editor')
    const token = await tokenOf(person, 'content.*')
    await service.sql("UPDATE users SET role = 'viewer' WHERE id = ?", person.id)
    expect((await call(token, '/api/tags', 'POST', { name: 'no' })).status).toBe(403)
    expect((await me(service, token)).body.permissions).toEqual([])
  })
})

describe('making API tokens', () => {
  it('is for editors and administrators who signed in', async () => {
    const viewer = await signedIn(service, 'viewer')
    expect((await create(viewer.token, {})).status).toBe(403)
    expect((await service.json('/admin/auth/tokens', { body: { name: 'x', scopes: [] } })).status).toBe(401)
    const all = await tokenOf(admin, '*')
    const answer = await create(all, {})
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  it('for others may name them by email, which tells nobody else whether there is such an account', async () => {
    const { id, email } = await addUser(service)
    const named = await create(admin.token, { email: email.toUpperCase() })
    expect([named.status, named.body.data.userId]).toEqual([201, id])
    const nobody = await create(admin.token, { email: 'nobody@example.net', expiresAt: '2001-01-01' })
    expect(nobody.body.errors.map(({ path }: { path: string }) => path)).toEqual(['expiresAt', 'email'])
    expect((await create(admin.token, { email: email, userId: admin.id })).status).toBe(422)
    for (const other of [email, 'nobody@example.net'])
      expect((await create(editor.token, { email: other })).status).toBe(403)
    expect((await create(editor.token, { email: editor.email })).status).toBe(201)
  })

  it('for others is for administrators, as is seeing and revoking theirs', async () => {
    const viewer = await addUser(service, { role: 'viewer' })
    expect((await create(editor.token, { userId: viewer.id })).status).toBe(403)
    const made = await create(admin.token, { userId: viewer.id })
    expect([made.status, made.body.data.userId]).toEqual([201, viewer.id])
    expect((await create(admin.token, { userId: viewer.id, scopes: ['content.create'] })).status).toBe(422)
    expect((await create(admin.token, { userId: 'nobody' })).status).toBe(404)
    const id = made.body.data.id
    const own = await call(editor.token, `/admin/auth/tokens?userId=${viewer.id}`)
    expect(own.body.data.some((token: { id: string }) => token.id === id)).toBe(false)
    expect((await call(editor.token, `/admin/auth/tokens/${id}`, 'DELETE')).status).toBe(404)
    const listed = await call(admin.token, `/admin/auth/tokens?userId=${viewer.id}`)
    expect(listed.body.data.map((token: { id: string }) => token.id)).toEqual([id])
    expect((await call(admin.token, `/admin/auth/tokens/${id}`, 'DELETE')).status).toBe(200)
    expect((await me(service, made.body.data.token)).status).toBe(401)
  })

  it.each([
    { name: '' },
    { scopes: ['everything'] },
    { scopes: 'content.edit' },
    { expiresAt: '2001-01-01T00:00:00Z' },
    { expiresAt: 'tomorrow' },
    { more: true },
  ])('refuses %j', async (body) => {
    const answer = await create(editor.token, body)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
  })
})

describe('making an API token', () => {
  const age = (id: string, minutes: number) =>
    service.sql('UPDATE sessions SET created_at = created_at - ?1 WHERE user_id = ?2', minutes * 60_000, id)

  it('takes the password of an old session, however lately it was renewed', async () => {
    const person = await signedIn(service, 'editor')
    await age(person.id, 10)
    const renewed = await service.json('/api/auth/refresh', { body: { refreshToken: person.refreshToken } })
    expect((await create(renewed.body.token, {})).status).toBe(422)
  })

  it('asks by its forms, too', async () => {
    const person = await signedIn(service, 'editor')
    const browser = { accept: 'text/html,*/*;q=0.8', ...bearer(person.token) }
    const page = async (path: string) => (await service.fetch(path, { headers: browser })).text()
    const field = 'id="token-password"'
    for (const path of ['/admin/auth/tokens', '/admin/profile']) expect(await page(path)).not.toContain(field)
    await age(person.id, 10)
    for (const path of ['/admin/auth/tokens', '/admin/profile']) expect(await page(path)).toContain(field)
    const submit = (path: string, fields: Record<string, string>) =>
      service.fetch(path, { method: 'POST', headers: browser, body: new URLSearchParams({ name: 'typed', ...fields }) })
    for (const path of ['/admin/auth/tokens', '/admin/profile/tokens']) {
      const missing = await submit(path, {})
      expect([missing.status, (await missing.text()).includes('You signed in more than 10 minutes ago')]).toEqual([
        422,
        true,
      ])
      const wrong = await submit(path, { password: 'not the password' })
      expect([wrong.status, (await wrong.text()).includes('The password is wrong.')]).toEqual([401, true])
      expect(await (await submit(path, { password: PASSWORD })).text()).toMatch(/lin_\w{46}/)
    }
  })

  it('tells its owner by a mail, and who made it', async () => {
    const person = await signedIn(service, 'editor')
    await create(person.token, { name: 'deploys', scopes: ['content.edit'] })
    const own = await nextMail(service, person.email)
    expect(own.template).toBe('token-made')
    expect(own.body).toContain('deploys')
    expect(own.body).toContain('content.edit')
    expect(own.body).not.toContain('lin_')
    await create(admin.token, { userId: person.id })
    expect((await nextMail(service, person.email, 2)).body).toContain(admin.email)
  })
})

it('API tokens are listed by pages', async () => {
  const person = await signedIn(service, 'editor')
  await service.sql(
    `INSERT INTO api_tokens (id, user_id, name, token_hash, scopes, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
     SELECT ?1 || i, ?1, 'token-' || i || '.', ?1 || i, '[]', i FROM n`,
    person.id,
  )
  const { body } = await call(person.token, '/admin/auth/tokens?page=3')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(
    ['5', '4', '3', '2', '1'].map((number) => `token-${number}.`),
  )
  expect(body.pagination).toEqual({ page: 3, limit: 20, total: 45, totalPages: 3, hasNext: false, hasPrev: true })
  const browser = { accept: 'text/html,*/*;q=0.8', ...bearer(person.token) }
  const page = await (await service.fetch('/admin/auth/tokens', { headers: browser })).text()
  expect([page.includes('token-45.'), page.includes('token-25.')]).toEqual([true, false])
  expect(page).toContain('/admin/auth/tokens?limit=20&amp;page=2')
})

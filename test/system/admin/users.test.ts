import { beforeAll, describe, expect, it } from 'vitest'
import { nextMail } from '../../plugins/core-auth/mailbox.ts'
import { addUser, bearer, login, me, PASSWORD, SECRET, signedIn } from '../../plugins/core-auth/people.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const browser = { accept: 'text/html,*/*;q=0.8' }
let admin: { authorization: string }
let adminId: string
let editor: { authorization: string }

beforeAll(async () => {
  await service.fetch('/api/health')
  const signed = await signedIn(service, 'admin')
  admin = bearer(signed.token)
  adminId = signed.id
  editor = bearer((await signedIn(service, 'editor')).token)
})

const toggle = (id: string, headers = admin) => service.json(`/admin/users/${id}/toggle`, { method: 'POST', headers })
const change = (id: string, body: object) =>
  service.json(`/admin/users/${id}`, { method: 'PATCH', body, headers: admin })
const create = (body: object) => service.json('/admin/users', { body, headers: admin })
const post = (path: string, fields: Record<string, string>) =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...browser, ...admin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

describe('users in the admin', () => {
  it('are for administrators', async () => {
    for (const path of ['/admin/users', '/admin/users/new', '/admin/users/export', `/admin/users/${adminId}`]) {
      expect((await service.fetch(path, { headers: editor })).status).toBe(403)
    }
    expect((await toggle(adminId, editor)).status).toBe(403)
  })

  it('are found by what they are called, their role and their status, without any hash', async () => {
    const name = { firstName: 'Ada', lastName: 'Lovelace' }
    await create({ email: 'Ada@Example.org', role: 'author', password: PASSWORD, ...name })
    const { body } = await service.json('/admin/users?q=LOVELA&role=author&status=active', { headers: admin })
    expect(body.data).toMatchObject([{ email: 'ada@example.org', username: 'ada', role: 'author', isActive: true }])
    expect(body.pagination).toMatchObject({ page: 1, total: 1, totalPages: 1 })
    expect(JSON.stringify(body)).not.toMatch(/scrypt|passwordHash/)
    const none = await service.json('/admin/users?q=lovela&role=editor', { headers: admin })
    expect(none.body.data).toEqual([])
    const page = await (await service.fetch('/admin/users?q=lovela', { headers: { ...browser, ...admin } })).text()
    expect(page).toContain('ada@example.org')
    expect((await service.json('/admin/users?status=odd', { headers: admin })).body.code).toBe('invalid_query')
  })

  it('are made with a password by which they sign in at once', async () => {
    const made = await create({ email: 'with@example.org', role: 'editor', password: PASSWORD })
    expect([made.status, made.headers.get('location')]).toEqual([201, `/admin/users/${made.body.data.id}`])
    expect((await login(service, 'with@example.org')).status).toBe(200)
  })

  it('confirm a new address by a mail that goes there', async () => {
    const { id, email } = await addUser(service)
    const renamed = `new-${email}`
    expect((await change(id, { email: renamed })).body.data).toMatchObject({ email: renamed, emailVerified: false })
    expect((await nextMail(service, renamed)).template).toBe('verification')
    expect((await login(service, renamed)).body.code).toBe('email_unverified')
  })

  it('are mailed a link to set a password once more, while they are active', async () => {
    const { id, email } = await addUser(service)
    const send = (headers = admin) => service.json(`/admin/users/${id}/password-link`, { method: 'POST', headers })
    expect((await send(editor)).status).toBe(403)
    const mails = () => service.sql('SELECT template FROM email_messages WHERE recipient = ?1', email)
    expect([(await send()).status, await mails()]).toEqual([200, [{ template: 'password-reset' }]])
    const page = await post(`/admin/users/${id}/password-link`, {})
    expect([page.status, page.headers.get('location')]).toEqual([303, `/admin/users/${id}?done=link`])
    const log = await service.json(`/admin/audit?collection=users&id=${id}&action=user.password-link`, {
      headers: admin,
    })
    expect(log.body.data).toHaveLength(2)
    await toggle(id)
    expect((await send()).body.code).toBe('conflict')
    expect(await mails()).toHaveLength(2)
  })

  it('leave a line with all that was written when they are made', async () => {
    const made = await create({ email: 'line@example.org', role: 'editor', password: PASSWORD })
    const log = await service.json(`/admin/audit?collection=users&id=${made.body.data.id}`, { headers: admin })
    const line = log.body.data.find(({ action }: { action: string }) => action === 'user.update')
    expect(line.changes).toMatchObject({ email: { after: 'line@example.org' }, role: { after: 'editor' } })
    expect(JSON.stringify(log.body)).not.toMatch(/scrypt/)
  })

  it('says what is wrong with a new one', async () => {
    const errors = async (body: object) => {
      const { status, body: problem } = await create(body)
      return [status, problem.errors.map(({ path }: { path: string }) => path)]
    }
    expect(await errors({ email: 'nonsense', role: 'viewer', password: PASSWORD })).toEqual([422, ['email']])
    expect(await errors({ email: 'a@example.org', role: 'king', password: PASSWORD })).toEqual([422, ['role']])
    expect(await errors({ email: 'a@example.org', role: 'viewer', password: 'short' })).toEqual([422, ['password']])
    expect(await errors({ email: 'a@example.org', role: 'viewer' })).toEqual([422, ['password']])
    expect(await errors({ email: 'with@example.org', role: 'viewer', password: PASSWORD })).toEqual([409, ['email']])
    const [{ username } = {}] = await service.sql("SELECT username FROM users WHERE email = 'with@example.org'")
    const namesake = { email: 'other@example.org', username, role: 'viewer', password: PASSWORD }
    expect(await errors(namesake)).toEqual([409, ['username']])
  })

  it('keeps what was typed into a form', async () => {
    const refused = await post('/admin/users', {
      email: 'with@example.org',
      firstName: '<b>Wit</b>',
      role: 'author',
      password: PASSWORD,
    })
    const text = await refused.text()
    expect(refused.status).toBe(409)
    expect(text).toContain('value="&lt;b&gt;Wit&lt;/b&gt;"')
    expect(text).toContain('This is taken.')
    expect(text).not.toContain(PASSWORD)
    const made = await post('/admin/users', { email: 'form@example.org', role: 'author', password: PASSWORD })
    expect(made.status).toBe(303)
    const path = made.headers.get('location') ?? ''
    const fields = { email: 'form@example.org', username: 'former', firstName: 'Fo', lastName: '', role: 'editor' }
    const empty = await post(path, { ...fields, username: '' })
    expect([empty.status, (await empty.text()).includes('This must not be empty.')]).toEqual([422, true])
    expect((await post(path, fields)).status).toBe(303)
    const { body } = await service.json(path, { headers: admin })
    expect(body.data).toMatchObject({ username: 'former', firstName: 'Fo', lastName: null, role: 'editor' })
  })

  it('have a new role at once, which the audit log knows', async () => {
    const { id, token } = await signedIn(service, 'viewer')
    expect((await change(id, { role: 'editor' })).status).toBe(200)
    expect((await me(service, token)).body.user.role).toBe('editor')
    const log = await service.json(`/admin/audit?collection=users&id=${id}&action=user.update`, { headers: admin })
    expect(log.body.data[0].changes.role).toEqual({ before: 'viewer', after: 'editor' })
    expect((await change(id, { role: 'king' })).status).toBe(422)
    expect((await change('nobody', { role: 'editor' })).status).toBe(404)
  })

  it('are signed out everywhere when they are deactivated', async () => {
    const { id, email, token, refreshToken } = await signedIn(service, 'editor')
    const off = await toggle(id)
    expect(off.body.data).toMatchObject({ id, isActive: false })
    expect((await me(service, token)).status).toBe(401)
    expect((await service.json('/api/auth/refresh', { body: { refreshToken } })).status).toBe(401)
    expect((await toggle(id)).body.data.isActive).toBe(true)
    expect((await me(service, token)).status).toBe(401)
    expect((await login(service, email)).status).toBe(200)
  })

  it('cannot lock themselves out', async () => {
    expect((await toggle(adminId)).status).toBe(409)
    expect((await change(adminId, { role: 'editor' })).status).toBe(409)
  })

  it('are deleted with what is theirs; what they made keeps their id', async () => {
    const { id, email, token, refreshToken } = await signedIn(service, 'editor')
    const program = await service.json('/admin/auth/tokens', {
      body: { name: 'x', scopes: [] },
      headers: bearer(token),
    })
    const tag = await service.json('/api/tags', { body: { name: 'By somebody' }, headers: bearer(token) })
    const form = new FormData()
    form.set('file', new File(['%PDF-1.4\n'], 'made.pdf', { type: 'application/pdf' }))
    const upload = await service.fetch('/api/media/upload', { method: 'POST', body: form, headers: bearer(token) })
    expect([tag.status, upload.status]).toEqual([201, 201])
    const remove = (headers = admin) => service.json(`/admin/users/${id}`, { method: 'DELETE', headers })
    expect((await remove(editor)).status).toBe(403)
    const removed = await remove()
    expect([removed.status, removed.body]).toEqual([200, { success: true, data: { id } }])
    expect((await me(service, token)).status).toBe(401)
    expect((await me(service, program.body.data.token)).status).toBe(401)
    expect((await service.json('/api/auth/refresh', { body: { refreshToken } })).status).toBe(401)
    expect((await login(service, email)).body.code).toBe('invalid_credentials')
    for (const table of ['sessions', 'api_tokens', 'one_time_tokens']) {
      expect(await service.sql(`SELECT user_id FROM ${table} WHERE user_id = ?`, id)).toEqual([])
    }
    const document = await service.json(`/api/tags/${tag.body.data.id}`, { headers: admin })
    expect(document.body.data).toMatchObject({ name: 'By somebody', createdBy: id })
    expect(await service.sql('SELECT uploaded_by FROM media WHERE uploaded_by = ?', id)).toHaveLength(1)
    expect(await service.sql('SELECT uploaded_by FROM media_files WHERE uploaded_by IS NOT NULL')).toEqual([])
    const log = await service.json(`/admin/audit?collection=users&id=${id}&action=user.delete`, { headers: admin })
    expect(log.body.data).toHaveLength(1)
    expect(log.body.data[0]).toMatchObject({ actor: { id: adminId }, changes: { email: { before: email } } })
    expect((await remove()).status).toBe(404)
    const again = await create({ email, role: 'viewer', password: PASSWORD })
    expect([again.status, again.body.data.id === id]).toEqual([201, false])
  })

  it('are deleted on a page that asks for their address', async () => {
    const { id, email } = await addUser(service)
    const page = await service.fetch(`/admin/users/${id}/delete`, { headers: { ...browser, ...admin } })
    const text = await page.text()
    expect([page.status, text.includes(`action="/admin/users/${id}/delete"`)]).toEqual([200, true])
    expect(await (await service.fetch(`/admin/users/${id}`, { headers: { ...browser, ...admin } })).text()).toContain(
      `href="/admin/users/${id}/delete"`,
    )
    const wrong = await post(`/admin/users/${id}/delete`, { email: 'somebody@example.org' })
    expect([wrong.status, (await wrong.text()).includes('This is not the address of the account.')]).toEqual([
      422,
      true,
    ])
    const done = await post(`/admin/users/${id}/delete`, { email: ` ${email.toUpperCase()} ` })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/users?done=deleted'])
    expect((await service.json(`/admin/users/${id}`, { headers: admin })).status).toBe(404)
    expect((await post(`/admin/users/${adminId}/delete`, { email })).status).toBe(422)
  })

  it('are exported as CSV that no spreadsheet computes', async () => {
    const { id } = await addUser(service)
    await change(id, { firstName: '=HYPERLINK("http://evil.example")', lastName: 'O, "Neil"' })
    await service.sql(
      `INSERT INTO users (id, email, username, role, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
       SELECT 'many-' || i, 'many' || i || '@example.net', 'many' || i, 'viewer', 0, 0 FROM n`,
    )
    const answer = await service.fetch('/admin/users/export', { headers: admin })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"')
    const text = await answer.text()
    expect(text).toContain('"\'=HYPERLINK(""http://evil.example"")","O, ""Neil"""')
    const [row] = await service.sql<{ n: number }>('SELECT count(*) AS n FROM users')
    expect(text.trimEnd().split('\r\n')).toHaveLength((row?.n ?? 0) + 1)
    expect(text).not.toContain('scrypt')
    const some = await (await service.fetch('/admin/users/export?q=many59', { headers: admin })).text()
    expect(some.trimEnd().split('\r\n')).toHaveLength(12)
  })

  it('keep an administrator, whoever deletes whom at once', async () => {
    const remove = (id: string, headers: { authorization: string }) =>
      service.json(`/admin/users/${id}`, { method: 'DELETE', headers })
    expect((await remove(adminId, admin)).body.code).toBe('conflict')
    const [one, other] = [await signedIn(service, 'admin'), await signedIn(service, 'admin')]
    await service.sql("UPDATE users SET is_active = 0 WHERE role = 'admin' AND id NOT IN (?1, ?2)", one.id, other.id)
    const answers = await Promise.all([remove(one.id, bearer(other.token)), remove(other.id, bearer(one.token))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await service.sql("SELECT id FROM users WHERE role = 'admin' AND is_active = 1")).toHaveLength(1)
    await service.sql('UPDATE users SET is_active = 1 WHERE id = ?', adminId)
  })

  it('keep an administrator, whoever deactivates whom at once', async () => {
    const other = await signedIn(service, 'admin')
    await service.sql("UPDATE users SET is_active = 0 WHERE role = 'admin' AND id NOT IN (?1, ?2)", adminId, other.id)
    const answers = await Promise.all([toggle(other.id), toggle(adminId, bearer(other.token))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await service.sql("SELECT id FROM users WHERE role = 'admin' AND is_active = 1")).toHaveLength(1)
  })
})

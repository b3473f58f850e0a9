import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { mailsTo, nextMail, tokenIn } from './mailbox.ts'
import { addUser, bearer, cookiesOf, freshAddress, login, me, SECRET, signedIn } from './people.ts'

const browser = { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' }
const PASSWORD = 'a password of my own'
let service: Service
let admin: { authorization: string }
let inviter: string

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
  const person = await signedIn(service, 'admin')
  admin = bearer(person.token)
  inviter = person.email
})
afterAll(() => service.dispose())

const invite = (body: object, headers = admin) => service.json('/admin/users/invite', { body, headers })
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...browser, origin: service.url.origin, 'cf-connecting-ip': freshAddress(), ...headers },
    body: String(new URLSearchParams(fields)),
  })
const accept = (body: object) =>
  service.json('/auth/invitation', { body, headers: { 'cf-connecting-ip': freshAddress() } })
const open = (token: string) => service.fetch(`/auth/invitation?token=${token}`, { headers: browser })
const pending = async () =>
  (await service.json('/admin/users/invitations?limit=100', { headers: admin })).body.data as { email: string }[]

let count = 0
/** Somebody who is invited now, with the token of the mail. */
async function invited(role = 'editor') {
  count += 1
  const email = `guest-${count}@example.org`
  const { body } = await invite({ email: email.toUpperCase(), role, firstName: 'Grace' })
  const mail = await nextMail(service, email)
  return { email, id: body.data.id as string, mail, token: tokenIn(mail, '/auth/invitation') }
}

describe('an invitation', () => {
  it('is a mail of its own, which says who invites, to what and until when', async () => {
    const { email, mail } = await invited()
    expect(mail.template).toBe('invitation')
    for (const text of [inviter, 'with the role editor', '7 days', email]) expect(mail.body).toContain(text)
    expect(await service.sql('SELECT id FROM users WHERE email = ?', email)).toEqual([])
  })

  it('is accepted by a form without a script, which signs in to an account with a confirmed address', async () => {
    const { email, id, token } = await invited()
    const page = await (await open(token)).text()
    for (const text of [`${inviter} invites you`, email, 'value="Grace"']) expect(page).toContain(text)
    const fields = { token, firstName: 'Grace', lastName: '', state: '', credential: '', passkeyName: '' }
    const weak = await post(`/auth/invitation?token=${token}`, { ...fields, lastName: 'Hopper', password: 'short' })
    expect([weak.status, (await weak.text()).includes('value="Hopper"')]).toEqual([422, true])
    const done = await post(`/auth/invitation?token=${token}`, { ...fields, password: PASSWORD })
    expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/'])
    const { user } = (await me(service, cookiesOf(done).auth_token?.value ?? '')).body
    expect(user).toMatchObject({ id, email, role: 'editor', firstName: 'Grace', lastName: null, emailVerified: true })
    expect((await login(service, email, PASSWORD)).status).toBe(200)
    expect((await pending()).map((other) => other.email)).not.toContain(email)
  })

  it('is accepted once, however many do so at once', async () => {
    const { email, token } = await invited('viewer')
    const answers = await Promise.all([1, 2, 3].map((n) => accept({ token, password: `${PASSWORD} ${n}` })))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect(await service.sql('SELECT role FROM users WHERE email = ?', email)).toEqual([{ role: 'viewer' }])
    expect((await accept({ token, password: PASSWORD })).body.code).toBe('invalid_token')
  })

  it('that is revoked while somebody accepts it makes no account', async () => {
    const { email, id, token } = await invited()
    // The moment after it was read: the attempt at it is forgiven.
    const revoked = `DELETE FROM invitations WHERE id = '${id}'`
    await service.sql(`CREATE TRIGGER meanwhile AFTER DELETE ON limited_attempts BEGIN ${revoked}; END`)
    const late = await accept({ token, password: PASSWORD })
    await service.sql('DROP TRIGGER meanwhile')
    expect([late.status, late.body.code]).toEqual([401, 'invalid_token'])
    expect(await service.sql('SELECT id FROM users WHERE email = ?', email)).toEqual([])
  })

  it('works for a week', async () => {
    const { email, id, token } = await invited()
    const [row] = await service.sql<{ days: number }>(
      'SELECT (expires_at - created_at) / 86400000.0 AS days FROM invitations WHERE id = ?',
      id,
    )
    expect(row?.days).toBe(7)
    const age = (left: number) =>
      service.sql('UPDATE invitations SET expires_at = ? WHERE id = ?', Date.now() + left, id)
    await age(30_000)
    expect((await open(token)).status).toBe(200)
    await age(0)
    const page = await open(token)
    expect([page.status, (await page.text()).includes('This invitation does not work')]).toEqual([401, true])
    expect((await accept({ token, password: PASSWORD })).body.code).toBe('invalid_token')
    expect((await pending()).find((other) => other.email === email)).toMatchObject({
      expired: true,
      invitedBy: inviter,
    })
  })

  it('is sent again with another link, and taken back', async () => {
    const { email, id, token } = await invited()
    const again = await service.json(`/admin/users/invitations/${id}/resend`, { method: 'POST', headers: admin })
    expect([again.status, again.body.data.url]).toEqual([200, undefined])
    const second = tokenIn(await nextMail(service, email, 2), '/auth/invitation')
    expect([(await open(token)).status, (await open(second)).status]).toEqual([401, 200])
    const revoke = () => service.json(`/admin/users/invitations/${id}`, { method: 'DELETE', headers: admin })
    expect([(await revoke()).status, (await revoke()).body.code]).toEqual([200, 'not_found'])
    expect((await open(second)).status).toBe(401)
    const log = await service.json(`/admin/audit?collection=users&id=${id}`, { headers: admin })
    const actions = log.body.data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['user.uninvite', 'user.invite', 'user.invite'])
  })

  it('goes to nobody who has an account or is invited already, and to no role that is not there', async () => {
    const { email } = await addUser(service)
    const known = await invite({ email, role: 'viewer' })
    expect([known.status, known.body.errors[0].path]).toEqual([409, 'email'])
    const { email: guest } = await invited()
    expect((await invite({ email: guest, role: 'viewer' })).status).toBe(409)
    expect(await mailsTo(service, guest)).toHaveLength(1)
    expect((await invite({ email: 'other@example.org', role: 'king' })).body.errors[0].path).toBe('role')
  })

  it('is for administrators to send, and a refused form keeps what was typed', async () => {
    const editor = bearer((await signedIn(service, 'editor')).token)
    expect((await invite({ email: 'x@example.org', role: 'viewer' }, editor)).status).toBe(403)
    const fields = { email: 'nonsense', role: 'author', firstName: 'Kept', lastName: '' }
    const refused = await post('/admin/users/invite', fields, admin)
    expect([refused.status, (await refused.text()).includes('value="Kept"')]).toEqual([422, true])
    const sent = await post('/admin/users/invite', { ...fields, email: 'form@example.org' }, admin)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/admin/users/invitations?done=sent'])
  })

  it('loses to an account that was made with the address meanwhile', async () => {
    const { email, token } = await invited()
    const { id } = await addUser(service)
    await service.sql('UPDATE users SET email = ? WHERE id = ?', email, id)
    expect((await accept({ token, password: PASSWORD })).body.code).toBe('conflict')
  })
})

describe('without a plugin that sends mail', () => {
  it('the link is shown once, to be passed on', async () => {
    for (const plugin of ['magic-link-auth', 'email']) {
      const off = await service.json(`/admin/plugins/${plugin}/toggle`, { method: 'POST', headers: admin })
      expect(off.body.data).toMatchObject({ active: false })
    }
    const page = await post('/admin/users/invite', { email: 'link@example.org', role: 'viewer' }, admin)
    const url = /http:\/\/\S+\/auth\/invitation\?token=[\w-]{43}/.exec(await page.text())?.[0] ?? ''
    expect([page.status, (await fetch(url, { headers: browser })).status]).toEqual([200, 200])
    const list = JSON.stringify(await pending())
    expect([list.includes('link@example.org'), list.includes('token')]).toEqual([true, false])
  })
})

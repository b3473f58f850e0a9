import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { SECRET } from '../core-auth/people.ts'
import { type Colleague, colleague } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET, RESEND_API_KEY: 're_test' } })
let anna: Colleague
let ben: Colleague
let author: Colleague
let admin: Colleague

beforeAll(async () => {
  await service.fetch('/api/health')
  anna = await colleague(service, 'Anna Berg')
  ben = await colleague(service, 'Ben Cole')
  author = await colleague(service, 'Cleo Dahl', 'author')
  admin = await colleague(service, 'Dora Ek', 'admin')
})
afterEach(() => service.sql('DELETE FROM email_messages'))

const draft = async (title: string, collection = 'posts') => {
  const { status, body } = await service.json(`/api/${collection}`, { headers: anna.headers, body: { title } })
  expect(status).toBe(201)
  return { collection, document: body.data.id as string }
}
type Address = Awaited<ReturnType<typeof draft>>

const threadsPath = (address: Address) => `/admin/collaboration/threads?${new URLSearchParams(address)}`
const comment = (who: Colleague, address: Address, text: string, field?: string) =>
  service.json(threadsPath(address), { headers: who.headers, body: { text, ...(field && { field }) } })
const act = (who: Colleague, thread: string, action: string, body: object = {}) =>
  service.json(`/admin/collaboration/threads/${thread}/${action}`, { headers: who.headers, body })
const threadsOf = async (who: Colleague, address: Address) =>
  (await service.json(threadsPath(address), { headers: who.headers })).body.data
const mails = () => service.sql<{ recipient: string; subject: string; html: string }>('SELECT * FROM email_messages')
const listed = async (who: Colleague, show: string) => {
  const { body } = await service.json(`/admin/collaboration?show=${show}`, { headers: who.headers })
  return body.data.map(({ document }: Address) => document)
}
const dashboard = async (who: Colleague) =>
  (await service.fetch('/admin/', { headers: { ...who.headers, accept: 'text/html' } })).text()
const sent = (who: Colleague, path: string, fields: Record<string, string>) =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...who.headers, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

describe('a comment', () => {
  it('stands on a document or a field, is replied to, resolved and opened again', async () => {
    const address = await draft('Discussed')
    const { status, body } = await comment(anna, address, ' Is this right?\r\nReally? ', 'title')
    expect(status).toBe(201)
    const { id } = body.data
    expect((await act(ben, id, 'comments', { text: 'Yes.' })).status).toBe(201)
    await comment(ben, address, 'On the whole')
    const [first, second] = await threadsOf(anna, address)
    expect(first).toMatchObject({
      field: 'title',
      resolvedAt: null,
      comments: [
        { author: { name: 'Anna Berg' }, text: 'Is this right?\nReally?', mentions: [] },
        { author: { name: 'Ben Cole' }, text: 'Yes.' },
      ],
    })
    expect(second).toMatchObject({ field: null })
    expect((await act(ben, id, 'resolve')).body.data).toMatchObject({ resolvedBy: { name: 'Ben Cole' } })
    expect((await act(anna, id, 'comments', { text: 'But …' })).body.code).toBe('invalid_transition')
    expect((await act(anna, id, 'reopen')).body.data).toMatchObject({ resolvedAt: null, resolvedBy: null })
    expect((await act(anna, id, 'comments', { text: 'But …' })).status).toBe(201)
  })

  it('is refused without a text, with too long a one, and on a field that there is not', async () => {
    const address = await draft('Refused')
    expect((await comment(anna, address, '  ')).status).toBe(422)
    expect((await comment(anna, address, 'x'.repeat(5001))).status).toBe(422)
    const { status, body } = await comment(anna, address, 'On nothing', 'nothing')
    expect([status, body.errors[0].path]).toEqual([422, 'field'])
    expect(await threadsOf(anna, address)).toEqual([])
  })

  it('is for those who work in the admin and may read the document', async () => {
    const address = await draft('Private')
    const { body } = await comment(anna, address, 'Between us')
    expect((await service.json(threadsPath(address), { headers: author.headers })).status).toBe(403)
    expect((await act(author, body.data.id, 'comments', { text: 'Me, too' })).status).toBe(403)
    const elsewhere = { ...address, collection: 'pages' }
    expect((await service.json(threadsPath(elsewhere), { headers: anna.headers })).status).toBe(404)
    expect((await comment(anna, { ...address, document: 'none' }, 'Nowhere')).status).toBe(404)
  })

  it('finds no room on a document that has 500', async () => {
    const address = await draft('Full')
    const { body } = await comment(anna, address, 'The first')
    await service.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
       INSERT INTO collaboration_comments (id, thread_id, author_id, text, created_at) SELECT 'full-' || i, ?, ?, 'x', i FROM n`,
      body.data.id,
      anna.id,
    )
    expect((await comment(anna, address, 'One more')).body.code).toBe('conflict')
    expect((await act(anna, body.data.id, 'comments', { text: 'One more' })).body.code).toBe('conflict')
    const [thread] = await threadsOf(anna, address)
    expect(thread.comments).toHaveLength(500)
  })
})

describe('a mention', () => {
  it('sends a mail with a link, and is listed until it is resolved', async () => {
    const address = await draft('A <title>')
    const { body } = await comment(anna, address, '@ben, look at this. Thanks, @Anna & <b>')
    expect(body.data.comments[0].mentions).toEqual([{ id: ben.id, name: 'Ben Cole', username: 'ben' }])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: ben.email, subject: 'Anna Berg mentioned you: A <title>' })
    expect(mail?.html).toContain(`/admin/content/${address.document}/edit?collection=posts#thread-${body.data.id}`)
    expect(mail?.html).not.toContain('<b>')
    expect(await listed(ben, 'mentions')).toContain(address.document)
    expect(await listed(anna, 'mentions')).not.toContain(address.document)
    expect(await dashboard(ben)).toMatch(/<h2>Mentions of you<\/h2>.*#thread-/s)
    expect(await dashboard(anna)).not.toContain('Mentions of you')
    expect(await listed(anna, 'joined')).toContain(address.document)
    await act(ben, body.data.id, 'resolve')
    expect(await listed(ben, 'mentions')).not.toContain(address.document)
    expect(await dashboard(ben)).not.toContain('Mentions of you')
  })

  it('is text where nobody has the name, or its owner may not read this', async () => {
    const { body } = await comment(anna, await draft('Only text'), 'Ask @nobody, @cleo or ann@ben')
    expect(body.data.comments[0].mentions).toEqual([])
    expect(await mails()).toEqual([])
  })

  it('is suggested by the beginning of a name, never with an address', async () => {
    const address = await draft('Suggested')
    const ask = (q: string) =>
      service.json(`/admin/collaboration/people?${new URLSearchParams({ ...address, q })}`, { headers: anna.headers })
    expect((await ask('co')).body.data).toEqual([{ id: ben.id, name: 'Ben Cole', username: 'ben' }])
    expect((await ask('cleo')).body.data).toEqual([])
    expect((await ask('%')).body.data).toEqual([])
    expect((await ask('')).status).toBe(400)
  })

  it('goes with its account, and the comments of an account stay without its name', async () => {
    const eve = await colleague(service, 'Eve Falk')
    const address = await draft('Left behind')
    await comment(eve, address, 'I said this')
    await comment(anna, address, 'And @eve knows')
    const removed = await service.json(`/admin/users/${eve.id}`, { method: 'DELETE', headers: admin.headers })
    expect(removed.status).toBe(200)
    const [said, mentioned] = await threadsOf(anna, address)
    expect(said.comments[0]).toMatchObject({ author: { id: eve.id, name: null }, text: 'I said this' })
    expect(mentioned.comments[0].mentions).toEqual([])
  })
})

describe('comments and their document', () => {
  it('wait in the trash, come back, and go for good with it', async () => {
    const address = await draft('Thrown away')
    const { document } = address
    await comment(anna, address, 'Still needed, @ben')
    await service.json(`/api/posts/${document}`, { method: 'DELETE', headers: anna.headers })
    expect((await service.json(threadsPath(address), { headers: anna.headers })).status).toBe(404)
    expect(await listed(anna, 'all')).not.toContain(document)
    await service.json(`/api/posts/trash/${document}/restore`, { method: 'POST', headers: anna.headers })
    expect(await threadsOf(anna, address)).toHaveLength(1)
    await service.json(`/api/posts/${document}`, { method: 'DELETE', headers: anna.headers })
    const gone = await service.json(`/api/posts/trash/${document}`, { method: 'DELETE', headers: admin.headers })
    expect(gone.status).toBe(204)
    const left = await service.sql('SELECT id FROM collaboration_threads WHERE document_id = ?', document)
    expect(left).toEqual([])
    const orphans = await service.sql(
      'SELECT comment_id FROM collaboration_mentions WHERE comment_id NOT IN (SELECT id FROM collaboration_comments)',
    )
    expect(orphans).toEqual([])
  })

  it('are written by forms as well, and what is refused stays in its form', async () => {
    const address = await draft('By forms')
    const done = await sent(anna, threadsPath(address), { text: 'From a form', field: '' })
    expect(done.status).toBe(303)
    const [thread] = await threadsOf(anna, address)
    expect(done.headers.get('location')).toBe(
      `/admin/content/${address.document}/edit?collection=posts#thread-${thread.id}`,
    )
    const refused = await sent(anna, threadsPath(address), { text: 'Typed in vain', field: 'nothing' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('Typed in vain</textarea>')
    expect(page).toContain('The collection has no such field.')
    const long = 'y'.repeat(5001)
    const reply = await sent(anna, `/admin/collaboration/threads/${thread.id}/comments`, { text: long })
    expect([reply.status, (await reply.text()).includes(long)]).toEqual([422, true])
  })

  it('stand beside the form of the document', async () => {
    const address = await draft('Beside')
    await comment(anna, address, 'See @ben', 'title')
    const answer = await service.fetch(`/admin/content/${address.document}/edit?collection=posts`, {
      headers: { ...ben.headers, accept: 'text/html' },
    })
    const text = await answer.text()
    expect(text).toMatch(/See <strong[^>]*>@ben<\/strong>/)
    expect(text).toContain('href="/admin/content/')
    expect(text).toContain('#field-title')
  })
})

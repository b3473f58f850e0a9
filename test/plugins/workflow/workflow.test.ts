import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { signedIn } from '../core-auth/people.ts'

type Headers = Record<string, string>

let service: Service
let editor: Headers
let other: Headers
let author: Headers
let stranger: Headers

beforeAll(async () => {
  service = await startService({
    vars: { JWT_SECRET: 'a secret of the tests that is long enough for HS256', RESEND_API_KEY: 're_test' },
    edit: (files) => {
      for (const [path, text] of files) {
        if (!text.includes('"ownApproval"')) continue
        files.set(path, text.replace(/("workflow":\s*\{\s*"collections":\s*\[)\]/, '$1"pages"]'))
      }
    },
  })
  await service.fetch('/api/health')
  const headersOf = async (role: string) => ({ authorization: `Bearer ${(await signedIn(service, role)).token}` })
  editor = await headersOf('editor')
  other = await headersOf('admin')
  author = await headersOf('author')
  stranger = await headersOf('author')
})
afterAll(() => service.dispose())

const draft = async (title: string, headers = author, collection = 'posts') => {
  const answer = await service.json(`/api/${collection}`, { headers, body: { title } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}
const ask = (documentId: string, headers = author, collection = 'posts') =>
  service.json('/api/workflow/reviews', { headers, body: { collection, documentId, comment: 'Please.' } })
const publish = (id: string, more: object = {}, collection = 'posts', headers = editor) =>
  service.json(`/api/${collection}/${id}`, { method: 'PATCH', headers, body: { status: 'published', ...more } })
const decide = (id: string, word: string, body: object = {}, headers = editor) =>
  service.json(`/admin/workflow/${id}/${word}`, { method: 'POST', headers, body })

/** A draft under review. */
const underReview = async (title: string) => {
  const id = await draft(title)
  const { body } = await ask(id)
  return { id, review: body.data.id as string }
}

describe('a review', () => {
  it('keeps a draft from being published until it is approved', async () => {
    const { id, review } = await underReview('Approved')
    const refused = await publish(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    expect(refused.body.detail).toContain('under review')
    const scheduled = { status: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' }
    expect((await publish(id, scheduled)).status).toBe(409)
    expect((await decide(review, 'approve')).body.data.status).toBe('approved')
    expect((await publish(id)).status).toBe(200)
  })

  it('that is rejected says why, and another one follows', async () => {
    const { id, review } = await underReview('Rejected')
    expect((await decide(review, 'reject')).status).toBe(422)
    expect((await decide(review, 'reject', { comment: 'Too short.' })).status).toBe(200)
    expect((await publish(id)).body.detail).toContain('rejected')
    const seen = await service.json(`/api/workflow/reviews/${review}`, { headers: author })
    expect(seen.body.data.comments.map(({ text }: { text: string }) => text)).toEqual(['Please.', 'Too short.'])
    const again = await ask(id)
    expect(again.status).toBe(201)
    await decide(again.body.data.id, 'approve')
    expect((await publish(id)).status).toBe(200)
    const history = await service.json(`/admin/workflow?document=${id}`, { headers: editor })
    expect(history.body.data.map(({ status }: { status: string }) => status)).toEqual(['approved', 'rejected'])
  })

  it('of pending changes keeps these from being published or scheduled until it is approved', async () => {
    const id = await draft('Live')
    expect((await publish(id)).status).toBe(200)
    const keep = (changes: object, headers = author) =>
      service.json(`/api/posts/${id}?draft=true`, { method: 'PATCH', headers, body: changes })
    const publishChanges = () => service.json(`/api/posts/${id}/publish`, { method: 'POST', headers: editor })
    const scheduledAt = '2099-01-01T00:00:00Z'
    expect((await ask(id)).status).toBe(409)
    await keep({ title: 'Live, better' })
    const { body } = await ask(id)
    expect(body.data).toMatchObject({ version: 2, draft: 1, status: 'requested' })
    expect((await publishChanges()).body.detail).toContain('under review')
    expect((await keep({ scheduledAt }, editor)).status).toBe(409)
    // Whoever is asked sees the changes; who asked may go on writing.
    await keep({ summary: 'One more thought.' })
    await decide(body.data.id, 'approve')
    expect((await publishChanges()).body.detail).toContain('changed since')
    const again = await ask(id)
    await decide(again.body.data.id, 'approve')
    expect((await keep({ scheduledAt }, editor)).body.data).toMatchObject({ scheduledAt: '2099-01-01T00:00:00.000Z' })
    expect((await publishChanges()).body.data).toMatchObject({ title: 'Live, better', hasDraft: false })
  })

  it('of a document that was taken offline with pending changes is not gone round by publishing these', async () => {
    const id = await draft('Offline')
    await publish(id)
    const pending = { method: 'PATCH', headers: author, body: { title: 'Offline, pending' } }
    await service.json(`/api/posts/${id}?draft=true`, pending)
    await service.json(`/api/posts/${id}`, { method: 'PATCH', headers: editor, body: { status: 'draft' } })
    const { body } = await ask(id)
    const publishChanges = () => service.json(`/api/posts/${id}/publish`, { method: 'POST', headers: editor })
    expect((await publishChanges()).body.detail).toContain('under review')
    await decide(body.data.id, 'reject', { comment: 'No.' })
    expect((await publishChanges()).body.detail).toContain('rejected')
    const again = await ask(id)
    await decide(again.body.data.id, 'approve')
    expect((await publishChanges()).body.detail).toContain('changed since')
  })

  it('approves what was there, not what comes later', async () => {
    const { id, review } = await underReview('As it was')
    await decide(review, 'approve')
    expect((await publish(id, { title: 'Other words' })).body.detail).toContain('changed since')
    await service.json(`/api/posts/${id}`, { method: 'PATCH', headers: author, body: { summary: 'New.' } })
    expect((await publish(id)).body.detail).toContain('changed since')
  })

  it('can be withdrawn by who asked, and by nobody else', async () => {
    const { id, review } = await underReview('Withdrawn')
    const withdraw = (headers: Headers) =>
      service.json(`/api/workflow/reviews/${review}/withdraw`, { method: 'POST', headers, body: {} })
    expect((await withdraw(editor)).status).toBe(403)
    expect((await withdraw(author)).body.data.status).toBe('withdrawn')
    expect((await decide(review, 'approve')).body.code).toBe('invalid_transition')
    expect((await publish(id)).status).toBe(200)
  })

  it('is one at a time, of a draft, of one’s own', async () => {
    const { id } = await underReview('Once')
    expect((await ask(id)).body.code).toBe('conflict')
    expect((await ask(id, stranger)).status).toBe(403)
    const published = await draft('Out already', editor)
    await publish(published)
    expect((await ask(published, editor)).body.code).toBe('invalid_transition')
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask(id, author, 'nowhere')).status).toBe(404)
  })

  it('is decided by somebody else, once, and seen by who has to do with it', async () => {
    const id = await draft('Four eyes', editor)
    const review = (await ask(id, editor)).body.data.id as string
    expect((await decide(review, 'approve')).body.detail).toContain('Somebody else')
    expect((await decide(review, 'approve', {}, author)).status).toBe(403)
    expect((await service.json(`/api/workflow/reviews/${review}`, { headers: author })).status).toBe(404)
    const both = await Promise.all([
      decide(review, 'approve', {}, other),
      decide(review, 'reject', { comment: 'No.' }, other),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('stays while its document is in the trash, and goes with it', async () => {
    const { id, review } = await underReview('Deleted')
    const remove = (path: string) => service.json(`/api/posts/${path}`, { method: 'DELETE', headers: editor })
    await remove(id)
    expect((await service.json(`/admin/workflow/${review}`, { headers: editor })).status).toBe(404)
    expect((await service.json('/admin/workflow', { headers: editor })).status).toBe(200)
    await service.json(`/api/posts/trash/${id}/restore`, { method: 'POST', headers: editor })
    expect((await publish(id)).body.detail).toContain('under review')
    await remove(id)
    expect((await remove(`trash/${id}`)).status).toBe(204)
    expect(await service.sql('SELECT 1 FROM workflow_comments WHERE review_id = ?', review)).toEqual([])
  })

  it('leaves alone what nobody asked a review for, unless the settings ask for one', async () => {
    expect((await publish(await draft('Free'))).status).toBe(200)
    const page = await draft('Needs one', editor, 'pages')
    expect((await publish(page, {}, 'pages')).body.detail).toContain('after a review')
    const review = (await ask(page, editor, 'pages')).body.data.id as string
    await decide(review, 'approve', {}, other)
    expect((await publish(page, {}, 'pages')).status).toBe(200)
    const changed = { method: 'PATCH', headers: editor, body: { title: 'Needs another one' } }
    await service.json(`/api/pages/${page}?draft=true`, changed)
    const unseen = await service.json(`/api/pages/${page}/publish`, { method: 'POST', headers: editor })
    expect(unseen.body.detail).toContain('after a review')
    const body = { title: 'At once', status: 'published' }
    expect((await service.json('/api/pages', { headers: editor, body })).status).toBe(409)
  })

  it('is told by mail: reviewers of what waits, who asked of what came of it', async () => {
    const { review } = await underReview('Mail <b>me</b>')
    await decide(review, 'reject', { comment: 'Not <i>yet</i>.' })
    const mails = await service.sql<{ subject: string; html: string }>(
      "SELECT subject, html FROM email_messages WHERE subject LIKE '%Mail%' ORDER BY created_at",
    )
    const subjects = new Set(mails.map(({ subject }) => subject))
    expect(subjects).toEqual(new Set(['Review requested: Mail <b>me</b>', 'Rejected: Mail <b>me</b>']))
    for (const { html } of mails) expect(html).not.toMatch(/<b>|<i>/)
  })
})

describe('the pages', () => {
  it('list reviews and show one, with what can be done', async () => {
    const { review } = await underReview('On a page')
    const html = { ...editor, accept: 'text/html' }
    const list = await (await service.fetch('/admin/workflow?status=requested', { headers: html })).text()
    expect(list).toContain('On a page')
    const approvedOnes = await (await service.fetch('/admin/workflow?status=approved', { headers: html })).text()
    expect(approvedOnes).not.toContain(`href="/admin/workflow/${review}"`)
    const all = await (await service.fetch('/admin/workflow?status=', { headers: html })).text()
    expect(all).toContain(`href="/admin/workflow/${review}"`)
    const page = await service.fetch(`/admin/workflow/${review}`, { headers: html })
    const shown = await page.text()
    expect([page.status, shown]).toEqual([200, expect.stringContaining(`action="/admin/workflow/${review}/approve"`)])
    const document = /href="(\/admin\/content\/[^"]+\/edit)"/.exec(shown)?.[1] ?? ''
    expect((await service.fetch(document, { headers: html })).status).toBe(200)
    const body = new URLSearchParams({ text: 'A question.' })
    const said = await service.fetch(`/admin/workflow/${review}/comments`, { method: 'POST', headers: html, body })
    expect([said.status, said.headers.get('location')]).toEqual([303, `/admin/workflow/${review}`])
    const approved = await service.fetch(`/admin/workflow/${review}/approve`, {
      method: 'POST',
      headers: html,
      body: new URLSearchParams({ comment: '' }),
    })
    expect(approved.status).toBe(303)
    const after = await (await service.fetch(`/admin/workflow/${review}`, { headers: html })).text()
    expect(after).toContain('A question.')
    expect(after).not.toContain('/approve')
    expect((await service.fetch('/admin/workflow', { headers: { ...author, accept: 'text/html' } })).status).toBe(403)
  })
})

describe('asking in the admin', () => {
  const post = (fields: Record<string, string>) =>
    service.fetch('/admin/workflow', {
      method: 'POST',
      headers: { ...editor, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const page = async (query = '') =>
    (await service.fetch(`/admin/workflow${query}`, { headers: { ...editor, accept: 'text/html' } })).text()

  it('offers drafts that are under no review', async () => {
    const id = await draft('A draft to be asked about')
    const form = `/admin/content/${id}/edit?collection=posts#panel-workflow-review`
    expect(await page('?draft=a%20draft%20to')).toContain(form)
    expect(await page('?draft=nothing%20like%20it')).toContain('No drafts were found.')
    const asked = await post({ document: `posts/${id}`, comment: 'Ready', back: form })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, form])
    expect(await page('?draft=a%20draft%20to')).not.toContain(form)
    const other = await post({
      document: `posts/${await draft('Another')}`,
      comment: '',
      back: 'https://evil.example/',
    })
    expect(other.headers.get('location')).toMatch(/^\/admin\/workflow\/.+/)
  })

  it('says why it was refused, and keeps what was typed', async () => {
    const { id } = await underReview('Asked about already')
    const refused = await post({ document: `posts/${id}`, comment: 'Once more, please' })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toMatch(/role="alert".*Once more, please/s)
    const long = await post({ document: `posts/${id}`, comment: 'x'.repeat(5001) })
    expect([long.status, (await long.text()).includes('x'.repeat(5001))]).toEqual([422, true])
  })

  it('keeps what was typed about a review, whatever becomes of it meanwhile', async () => {
    const { id, review } = await underReview('Written about')
    const send = async (word: string, fields: Record<string, string>) => {
      const headers = { ...editor, accept: 'text/html' }
      const body = new URLSearchParams(fields)
      const answer = await service.fetch(`/admin/workflow/${review}/${word}`, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    }
    const empty = await send('reject', { comment: ' ' })
    expect(empty.status).toBe(422)
    expect(empty.text).toMatch(/<p id="decision-comment-note" role="alert"/)
    const long = await send('comments', { text: 'y'.repeat(5001) })
    expect(long.status).toBe(422)
    expect(long.text).toMatch(/y{5001}.*<p id="comment-text-note" role="alert"/s)
    await decide(review, 'approve', {}, other)
    const late = await send('reject', { comment: 'Too long, I think' })
    expect(late.status).toBe(409)
    expect(late.text).toMatch(/role="alert".*Too long, I think/s)
    await service.json(`/api/posts/${id}`, { method: 'DELETE', headers: editor })
    const gone = await send('comments', { text: 'Written for nothing' })
    expect([gone.status, gone.text.includes('Written for nothing')]).toEqual([404, true])
  })
})

describe('beside the form', () => {
  const form = async (id: string, headers: Headers) =>
    (
      await service.fetch(`/admin/content/${id}/edit?collection=posts`, {
        headers: { ...headers, accept: 'text/html' },
      })
    ).text()
  const panel = async (id: string, headers: Headers) =>
    /<section id="panel-workflow-review".*?<\/section>/s.exec(await form(id, headers))?.[0] ?? ''

  it('a review is asked of one person, who is told, sees it on the dashboard, and decides', async () => {
    const asking = await signedIn(service, 'editor')
    const asked = await signedIn(service, 'editor')
    const headersOf = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
    const id = await draft('For one person', headersOf(asking))
    const [reviewer] = await service.sql<{ id: string; username: string }>(
      'SELECT id, username FROM users WHERE email = ?',
      asked.email,
    )
    expect(await panel(id, headersOf(asking))).toContain(
      `<option value="${reviewer?.id}">${reviewer?.username}</option>`,
    )
    const ask = (who: string | undefined) =>
      service.json('/api/workflow/reviews', {
        headers: headersOf(asking),
        body: { collection: 'posts', documentId: id, reviewer: who, comment: 'The quotes?' },
      })
    expect((await ask('nobody')).body.errors[0].path).toBe('reviewer')
    const { body } = await ask(reviewer?.id)
    expect(body.data.reviewer).toBe(reviewer?.id)
    const mails = await service.sql("SELECT 1 FROM email_messages WHERE subject LIKE '%For one person%'")
    expect(mails).toHaveLength(1)
    expect(await panel(id, headersOf(asked))).toMatch(/Requested.*The quotes\?.*Approve.*Request changes/s)
    expect(await panel(id, headersOf(asking))).toMatch(/Requested by .*Withdraw request/s)
    expect(await panel(id, headersOf(asking))).toContain(`Asked: ${reviewer?.username}`)
    expect(await panel(id, headersOf(asking))).not.toContain('account was deleted')
    expect(await panel(id, headersOf(asking))).not.toMatch(/Approve|Ask for a review/)
    const home = async (person: { token: string }) =>
      (await service.fetch('/admin/', { headers: { ...headersOf(person), accept: 'text/html' } })).text()
    const mark = `data-review="${body.data.id}"`
    expect(await home(asked)).toMatch(new RegExp(`Waiting for me.*${mark}`, 's'))
    expect(await home(asking)).toMatch(new RegExp(`Asked by me.*${mark}`, 's'))
    expect(await home({ token: other.authorization?.slice(7) ?? '' })).not.toContain(mark)
    await decide(body.data.id, 'reject', { comment: 'One is missing.' }, headersOf(asked))
    expect(await panel(id, headersOf(asking))).toMatch(/Changes requested.*One is missing.*Ask for a review/s)
  })
})

describe('sample data', () => {
  const seed = async (path: string, body: object) => {
    const answer = await service.json(`/admin/seed-data/${path}`, { method: 'POST', headers: other, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const reviews = () => service.sql('SELECT * FROM workflow_reviews ORDER BY id')
  const comments = () => service.sql('SELECT * FROM workflow_comments ORDER BY id')

  it('has reviews in every state about sample documents, and goes as it came', async () => {
    await underReview('Not a sample')
    const before = [await reviews(), await comments()]
    const wish = { contentCount: 60, userCount: 0, mediaCount: 0, collections: ['posts'], seed: 7 }
    await seed('generate', wish)
    const made = await service.sql<{ id: string; status: string; said: number; sample: number }>(
      `SELECT r.id, r.status, (SELECT count(*) FROM workflow_comments c WHERE c.review_id = r.id) AS said,
        r.document_id IN (SELECT id FROM seed_records WHERE seed = 7) AS sample
       FROM workflow_reviews r WHERE r.id LIKE '5eed5eed-%'`,
    )
    expect(new Set(made.map(({ status }) => status))).toEqual(
      new Set(['requested', 'approved', 'rejected', 'withdrawn']),
    )
    for (const { said, sample } of made) expect([said > 0, sample]).toEqual([true, 1])
    const filled = [await reviews(), await comments()]
    await seed('generate', wish)
    expect([await reviews(), await comments()]).toEqual(filled)
    const open = made.find(({ status }) => status === 'requested')?.id ?? ''
    const said = await service.json(`/admin/workflow/${open}/comments`, {
      method: 'POST',
      headers: editor,
      body: { text: 'From a person.' },
    })
    expect(said.status).toBe(201)
    await seed('clear', {})
    expect([await reviews(), await comments()]).toEqual(before)
  })
})

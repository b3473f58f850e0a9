import { describe, expect, it } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const editor = { headers: as('editor') }
const next = counter()
const LIST = '/admin/content/bulk?collection=articles'
const OLD = '2011-02-03T04:05:06.000Z'
const FUTURE = '2090-01-01T00:00:00.000Z'

async function article(body: object = {}): Promise<string> {
  const answer = await service.json('/api/articles', { ...editor, body: { title: `Undone ${next()}`, ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}

const read = async (id: string, query = '') => (await service.json(`/api/articles/${id}${query}`, editor)).body.data

const patch = (id: string, body: object) => service.json(`/api/articles/${id}`, { ...editor, method: 'PATCH', body })

/** Standing of documents: what an Undo has to bring back, pending changes included. */
async function standing(...ids: string[]) {
  return Promise.all(
    ids.map(async (id) => {
      const { title, status, publishedAt, scheduledAt, hasDraft } = await read(id)
      const pending = await read(id, '?draft=true')
      const seen = { title: pending.title, scheduledAt: pending.scheduledAt }
      return { id, title, status, publishedAt, scheduledAt, hasDraft, pending: seen }
    }),
  )
}

async function send(path: string, fields: readonly (readonly [string, string])[]) {
  const answer = await service.fetch(path, {
    method: 'POST',
    headers: { ...as('editor'), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
  expect(answer.status, await answer.clone().text()).toBe(303)
  return new URL(answer.headers.get('location') ?? '', 'http://x')
}

const act = (action: string, ids: readonly string[], more: readonly (readonly [string, string])[] = []) =>
  send(LIST, [['action', action], ...more, ...ids.map((id) => ['id', id] as const)])

const open = async (address: URL) =>
  (
    await service.fetch(`${address.pathname}${address.search}`, { headers: { ...as('editor'), accept: 'text/html' } })
  ).text()

/** Presses the button that the next page shows. */
async function undo(address: URL): Promise<URL> {
  const text = await open(address)
  const form = /<form method="post" action="([^"]+)">(?:(?!<\/form>).)*value="undo".*?<\/form>/s.exec(text)
  expect(form, text).not.toBeNull()
  const fields = [...(form?.[0] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return send((form?.[1] ?? '').replaceAll('&amp;', '&'), fields)
}

/** One of each standing: published long ago, published with changes that go out by themselves, draft, scheduled. */
async function oneOfEach() {
  const published = await article({ status: 'published', publishedAt: OLD })
  const changed = await article({ status: 'published', publishedAt: OLD })
  await patch(`${changed}?draft=true`, { title: 'Changed', scheduledAt: FUTURE })
  const draft = await article({ publishedAt: OLD })
  const fresh = await article()
  const scheduled = await article({ status: 'scheduled', scheduledAt: FUTURE })
  return [published, changed, draft, fresh, scheduled]
}

describe('Undo of an action on many documents', () => {
  it.each([
    ['unpublish', 'unpublish.3.0'],
    ['publish', 'publish.4.0'],
    ['delete', 'delete.5.0'],
  ])('%s brings back status, times and pending changes', async (action, did) => {
    const ids = await oneOfEach()
    const before = await standing(...ids)
    const done = await act(action, ids)
    expect(done.searchParams.get('did')).toBe(did)
    const undone = await undo(done)
    expect(undone.searchParams.get('did')).toBe(did.replace(action, 'undo'))
    expect(await standing(...ids)).toEqual(before)
    expect(await open(undone)).toContain(`${did.split('.')[1]} documents are as they were before`)
  })

  it('schedule brings back drafts, other times, and the time of pending changes', async () => {
    const [, changed = '', draft = '', fresh = '', scheduled = ''] = await oneOfEach()
    const ids = [changed, draft, fresh, scheduled]
    const before = await standing(...ids)
    const done = await act('schedule', ids, [['scheduledAt', '2091-02-03T00:00']])
    expect((await read(changed, '?draft=true')).scheduledAt).toBe('2091-02-03T00:00:00.000Z')
    expect((await undo(done)).searchParams.get('did')).toBe('undo.4.0')
    expect(await standing(...ids)).toEqual(before)
  })

  it('restore moves them to the trash again', async () => {
    const id = await article()
    await act('delete', [id])
    expect((await undo(await act('restore', [id]))).searchParams.get('did')).toBe('undo.1.0')
    expect((await service.json(`/api/articles/${id}`, editor)).status).toBe(404)
  })

  it('leaves alone what has changed since, and says so', async () => {
    const [one, other] = [await article({ status: 'published' }), await article({ status: 'published' })]
    const done = await act('unpublish', [one, other])
    await patch(other, { title: 'Written on' })
    const undone = await undo(done)
    expect(undone.searchParams.get('did')).toBe('undo.1.1')
    expect(await open(undone)).toMatch(/1 was refused:.*changed since then, so it was left as it is/s)
    expect([(await read(one)).status, (await read(other)).status]).toEqual(['published', 'draft'])
  })

  it('is not offered where nothing was done, and nothing is written then', async () => {
    const draft = await article()
    const done = await act('unpublish', [draft])
    expect([done.searchParams.get('did'), done.searchParams.get('undo')]).toEqual(['unpublish.0.0', null])
    expect(await open(done)).toContain('Nothing to unpublish')
    expect((await read(draft)).version).toBe(1)
  })

  it('is there for programs', async () => {
    const id = await article({ status: 'published', publishedAt: OLD })
    const ask = (body: object) => service.json(LIST, { ...editor, body })
    const { body } = await ask({ action: 'unpublish', id: [id] })
    expect((await ask({ action: 'undo', undo: body.undo })).body).toMatchObject({ refused: [], undo: [] })
    expect(await read(id)).toMatchObject({ status: 'published', publishedAt: OLD })
    expect((await ask({ action: 'undo', undo: body.undo })).body.refused).toMatchObject([
      { code: 'precondition_failed' },
    ])
    expect((await ask({ action: 'undo', undo: ['nonsense', `${id}.v1-a.q`] })).body.data).toEqual([])
  })
})

describe('Undo on the page of a document', () => {
  const form = async (id: string, action: string, more: readonly (readonly [string, string])[] = []) => {
    const { title } = await read(id, '?draft=true')
    const fields = { title, featured: 'false', kind: 'news', '~action': action }
    return send(`/admin/content/${id}?collection=articles`, [...Object.entries(fields), ...more])
  }
  const at = [['~scheduledAt', '2091-02-03T00:00']] as const

  it.each([
    ['unpublish', 0, []],
    ['unpublish', 1, []],
    ['unpublish', 4, []],
    ['publish', 2, []],
    ['publish', 3, []],
    ['publish', 4, []],
    ['schedule', 2, at],
    ['schedule', 4, at],
    ['date', 0, [['~publishedAt', '2001-02-03T00:00']]],
    ['date', 3, [['~publishedAt', '2001-02-03T00:00']]],
    ['schedule-changes', 1, at],
    ['unschedule-changes', 1, []],
    ['discard-changes', 1, []],
  ] as const)('%s of document %i', async (action, index, more) => {
    const id = (await oneOfEach())[index] ?? ''
    const before = await standing(id)
    const undone = await undo(await form(id, action, more))
    expect(undone.searchParams.get('did')).toBe('undone')
    expect(await standing(id)).toEqual(before)
    expect(await open(undone)).toContain('Undone: the document is as it was before.')
  })

  it('comes after a date of publication that is not in the future', async () => {
    const id = await article({ status: 'published' })
    const dated = await form(id, 'date', [['~publishedAt', '2001-02-03T04:05']])
    expect(dated.searchParams.get('did')).toBe('date')
    expect(await read(id)).toMatchObject({ status: 'published', publishedAt: '2001-02-03T04:05:00.000Z' })
    const refused = await service.fetch(`/admin/content/${id}?collection=articles`, {
      method: 'POST',
      headers: { ...as('editor'), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'title=Not%20written&~action=date&~publishedAt=2090-01-01T00:00',
    })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('href="#published-at"')])
    expect((await read(id, '?draft=true')).title).not.toBe('Not written')
  })

  it('of published changes makes them pending again', async () => {
    const [, changed = ''] = await oneOfEach()
    const before = await standing(changed)
    await undo(await send(`/admin/content/${changed}/publish?collection=articles`, []))
    expect(await standing(changed)).toEqual(before)
  })

  it('keeps what was typed with the button as pending changes', async () => {
    const id = await article({ status: 'published', publishedAt: OLD, title: 'Public words' })
    const done = await send(`/admin/content/${id}?collection=articles`, [
      ['title', 'Typed words'],
      ['~action', 'unpublish'],
    ])
    expect(await read(id)).toMatchObject({ status: 'draft', title: 'Typed words' })
    await undo(done)
    expect(await read(id)).toMatchObject({ status: 'published', publishedAt: OLD, title: 'Public words' })
    expect(await read(id, '?draft=true')).toMatchObject({ title: 'Typed words', hasDraft: true })
  })

  it('says why it leaves a document that has changed since', async () => {
    const id = await article({ status: 'published' })
    const done = await form(id, 'unpublish')
    await patch(id, { title: 'Written on' })
    expect((await undo(done)).searchParams.get('did')).toBe('changed-since')
    expect((await read(id)).status).toBe('draft')
  })
})

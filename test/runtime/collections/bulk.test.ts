import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const author = as('author', 'ann')
const next = counter()

type Operation = Readonly<Record<string, unknown>>

const bulk = (collection: string, operations: readonly unknown[], headers: object = editor) =>
  service.json(`/api/${collection}/bulk`, { body: { operations }, headers: { ...headers } })
const add = async (collection: string, body: object, headers: object = editor) =>
  (await service.json(`/api/${collection}`, { body, headers: { ...headers } })).body.data
const read = async (collection: string, id: string) =>
  (await service.json(`/api/${collection}/${id}`, { headers: editor })).body.data
const total = async (collection: string) =>
  (await service.json(`/api/${collection}`, { headers: editor })).body.pagination.total
const person = (fields: object = {}) => add('people', { name: `Person ${next()}`, ...fields })
const topic = (fields: object = {}) => add('topics', { name: `Topic ${next()}`, ...fields })
const article = (fields: object = {}) => add('articles', { title: `Article ${next()}`, ...fields })
/** Status, code, and what is wrong where. */
const refusal = ({ status, body }: { status: number; body: { code: string; errors: Operation[] } }) => [
  status,
  body.code,
  ...body.errors.map(({ path, code }) => `${path} ${code}`),
]

describe('POST /api/<collection>/bulk', () => {
  test('creates, changes and deletes, and says what became of each', async () => {
    const [changed, gone] = [await person(), await person()]
    const before = await total('people')
    const { status, body } = await bulk('people', [
      { action: 'create', data: { name: 'New' } },
      { action: 'update', id: changed.id, data: { name: 'Changed' } },
      { action: 'delete', id: gone.id },
    ])
    expect(status).toBe(200)
    const [created, ...others] = body.data
    expect(created).toMatchObject({ index: 0, action: 'create', status: 201, version: 1 })
    expect(others).toEqual([
      { index: 1, action: 'update', status: 200, id: changed.id, version: 2, etag: expect.any(String) },
      { index: 2, action: 'delete', status: 204, id: gone.id },
    ])
    expect(await read('people', created.id)).toMatchObject({ name: 'New', createdBy: 'eve', status: 'published' })
    expect(await read('people', changed.id)).toMatchObject({ name: 'Changed', email: changed.email, version: 2 })
    expect(await read('people', gone.id)).toBeUndefined()
    expect(await total('people')).toBe(before)
  })

  test('stores the same as the single endpoint: every field, versions and the content index', async () => {
    const [one, other] = [await topic(), await topic()]
    const fields = {
      code: 'ABC-1',
      summary: 'A "quoted" \\ summary\u0000 🙂',
      body: 'A paragraph',
      rating: 0.1 + 0.2,
      featured: true,
      day: '2026-02-03',
      startsAt: '2026-02-03T04:05:06.789Z',
      extra: { deep: [1, 2.5, null, 'x"y'] },
      author: (await person()).id,
      topics: [other.id, one.id],
      links: ['a', 'b'],
      seo: { title: 'Seo' },
      parts: [{ type: 'quote', text: 'Said' }],
      secretNote: 'hidden',
      status: 'published',
    }
    const single = await article({ title: 'Alike', ...fields })
    const { body } = await bulk('articles', [
      { action: 'create', data: { title: 'Alike too', ...fields, code: 'ABC-2' } },
    ])
    const same = { slug: '', title: '', code: '', id: '', createdAt: '', updatedAt: '', publishedAt: '' }
    const [{ id }] = body.data
    expect({ ...(await read('articles', id)), ...same }).toEqual({ ...single, ...same })
    const rows = await service.sql<object>('SELECT * FROM articles WHERE id IN (?1, ?2) ORDER BY id', single.id, id)
    const types = 'typeof(rating) a, typeof(featured) b, typeof(starts_at) c, typeof(extra) d, typeof(views) e'
    const [typesOne, typesTwo] = await service.sql(`SELECT ${types} FROM articles WHERE id IN (?1, ?2)`, single.id, id)
    expect(rows).toHaveLength(2)
    expect(typesTwo).toEqual(typesOne)
    const { data: versions } = (await service.json(`/api/articles/${id}/versions`, { headers: as('editor') })).body
    expect(versions).toMatchObject([{ version: 1, status: 'published', updatedBy: 'eve' }])
    expect(await service.sql('SELECT title, slug FROM content WHERE id = ?1', id)).toEqual([
      { title: 'Alike too', slug: 'alike-too' },
    ])
  })

  test('keeps as many versions as the collection says', async () => {
    const { id } = await article()
    for (const title of ['Second', 'Third', 'Fourth', 'Fifth']) {
      await bulk('articles', [{ action: 'update', id, data: { title } }])
    }
    const { data } = (await service.json(`/api/articles/${id}/versions`, { headers: editor })).body
    expect(data.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3])
    expect((await service.json(`/api/articles/${id}/versions/3`, { headers: editor })).body.data.title).toBe('Third')
  })

  test('changes lists of references', async () => {
    const [one, other] = [await topic(), await topic()]
    const [cleared, set, kept] = [
      await article({ topics: [one.id] }),
      await article({ topics: [one.id, other.id] }),
      await article({ topics: [other.id] }),
    ]
    await bulk('articles', [
      { action: 'update', id: cleared.id, data: { topics: [] } },
      { action: 'update', id: set.id, data: { topics: [other.id, one.id] } },
      { action: 'update', id: kept.id, data: { rating: 1 } },
    ])
    expect((await read('articles', cleared.id)).topics).toEqual([])
    expect((await read('articles', set.id)).topics).toEqual([other.id, one.id])
    expect((await read('articles', kept.id)).topics).toEqual([other.id])
  })

  test('tells hooks of each, once everything is written', async () => {
    const [changed, gone] = [await person(), await person()]
    const { body } = await bulk('people', [
      { action: 'create', data: { name: 'Told' } },
      { action: 'update', id: changed.id, data: { name: 'Told too' } },
      { action: 'delete', id: gone.id },
    ])
    const events = (await service.json('/auth/probe/events')).body
      .map(({ event }: { event: Record<string, unknown> }) => event)
      .slice(-4)
    expect(events.map(({ event, id }: { event: string; id: string }) => [event, id])).toEqual([
      ['content:save', body.data[0].id],
      ['content:save', changed.id],
      ['content:update', changed.id],
      ['content:delete', gone.id],
    ])
    expect(events[2]).toMatchObject({ before: { name: changed.name }, after: { name: 'Told too' }, actor: 'eve' })
  })
})

describe('all or nothing', () => {
  test('one operation that is refused keeps all from happening, and every reason is told', async () => {
    const taken = await person({ email: 'taken@example.com' })
    const before = await total('people')
    const answer = await bulk('people', [
      { action: 'create', data: { name: 'Fine' } },
      { action: 'create', data: { name: 7, nmae: 'x' } },
      { action: 'create', data: { name: 'Twice', email: 'taken@example.com' } },
      { action: 'update', id: '01999999-0000-7000-8000-000000000000', data: {} },
      { action: 'delete', id: taken.id, ifMatch: '"v9-x-y"' },
      { action: 'create' },
      { action: 'explode' },
      'nothing',
    ])
    expect(refusal(answer)).toEqual([
      422,
      'validation_failed',
      'operations.1.data.name invalid_type',
      'operations.1.data.nmae unknown_field',
      'operations.2.data.email unique',
      'operations.3 not_found',
      'operations.4 precondition_failed',
      'operations.5.data required',
      'operations.6.action invalid_value',
      'operations.7 invalid_type',
    ])
    expect(answer.body.operations.map(({ index, status }: Operation) => [index, status])).toEqual([
      [1, 422],
      [2, 409],
      [3, 404],
      [4, 412],
      [5, 422],
      [6, 422],
      [7, 422],
    ])
    expect(answer.body.detail).toBe('7 of 8 operations were refused; nothing was written.')
    expect(await total('people')).toBe(before)
  })

  test('where all are refused for one reason, the answer has its code', async () => {
    const answer = await bulk('people', [{ action: 'delete', id: 'nowhere' }])
    expect(refusal(answer)).toEqual([404, 'not_found', 'operations.0 not_found'])
  })

  test.each([
    [{}, 'operations required'],
    [{ operations: [] }, 'operations too_small'],
    [{ operations: {} }, 'operations required'],
    [{ operations: [], extra: 1 }, 'extra unknown_field'],
    [{ operations: [{ action: 'create', data: { name: 'x' }, id: 'x' }] }, 'operations.0.id unknown_field'],
    [{ operations: [{ action: 'delete', id: 7 }] }, 'operations.0.id invalid_type'],
    [{ operations: [{ action: 'update', id: 'x', data: {}, ifMatch: 7 }] }, 'operations.0.ifMatch invalid_type'],
    [{ operations: [{ action: 'create', data: null }] }, 'operations.0.data invalid_type'],
    [{ operations: [{ action: 'create', data: [] }] }, 'operations.0.data invalid_type'],
    [[], 'operations required'],
    [null, 'operations required'],
  ])('%j is refused', async (body, error) => {
    const answer = await service.json('/api/people/bulk', { body: JSON.stringify(body), headers: editor })
    expect(refusal(answer)).toEqual([422, 'validation_failed', error])
  })

  test('two operations on one document are refused', async () => {
    const { id } = await person()
    const answer = await bulk('people', [
      { action: 'update', id, data: { name: 'Again' } },
      { action: 'delete', id },
    ])
    expect(refusal(answer)).toEqual([422, 'validation_failed', 'operations.1.id duplicate'])
  })

  test('of several bulks over each other, each is whole', async () => {
    const people = [await person(), await person(), await person()]
    const rename = (name: string) =>
      bulk(
        'people',
        people.map(({ id }) => ({ action: 'update', id, data: { name } })),
      )
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(rename))
    const written = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const after = await Promise.all(people.map(({ id }) => read('people', id)))
    expect(new Set(after.map(({ name }) => name)).size).toBe(1)
    expect(after.map(({ version }) => version)).toEqual(Array(3).fill(1 + written))
  })
})

describe('limits', () => {
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ action: 'create', data: { name: `Person ${next()}` } }))

  test('500 operations are taken, in a few statements', async () => {
    const before = await total('people')
    await service.observed()
    expect((await bulk('people', many(500))).status).toBe(200)
    const { calls } = await service.observed()
    // What follows is the hook of the fixture's own plugin.
    expect(calls.slice(0, 1).map((statements) => statements.length)).toEqual([4])
    expect(await total('people')).toBe(before + 500)
  })

  test('existing documents are read at once', async () => {
    const { body } = await bulk('articles', [
      ...Array.from({ length: 30 }, () => ({ action: 'create', data: { title: `Title ${next()}` } })),
    ])
    await service.observed()
    const operations = body.data.map(({ id }: { id: string }, index: number) =>
      index % 2 === 0 ? { action: 'update', id, data: { rating: 1 } } : { action: 'delete', id },
    )
    expect((await bulk('articles', operations)).status).toBe(200)
    const { calls } = await service.observed()
    const own = calls.filter(([first]) => !/probe_events|FROM "?plugins/.test(first?.sql ?? ''))
    expect(own.map((statements) => statements.length)).toEqual([1, 9])
    for (const { values } of own.flat()) expect(values.length).toBeLessThanOrEqual(4)
  })

  test('501 are 413', async () => {
    expect((await bulk('people', many(501))).body).toMatchObject({ status: 413, code: 'payload_too_large' })
  })

  test('a body over 1 MiB is taken, one over 8 MiB is 413', async () => {
    const text = 'é'.repeat(40_000)
    const operations = Array.from({ length: 20 }, () => ({
      action: 'create',
      data: { title: 'Large', extra: { text } },
    }))
    expect(JSON.stringify({ operations }).length * 2).toBeGreaterThan(1024 * 1024)
    const { status, body } = await bulk('articles', operations)
    expect(status).toBe(200)
    expect((await read('articles', body.data.at(-1).id)).extra.text).toBe(text)
    // Without a length: what is too long is noticed at its end, when it has all been sent.
    const tooLong = new Blob([' '.repeat(8 * 1024 * 1024 + 1)]).stream()
    const init = { method: 'POST', body: tooLong, duplex: 'half' as const }
    const answer = await service.fetch('/api/articles/bulk', {
      ...init,
      headers: { ...editor, 'content-type': 'application/json' },
    })
    expect(await answer.json()).toMatchObject({ status: 413, code: 'payload_too_large' })
  })

  test('a document that is too large for one parameter is 413', async () => {
    const extra = { text: '"'.repeat(400_000) }
    const answer = await bulk('articles', [{ action: 'create', data: { title: 'Huge', extra } }])
    expect(refusal(answer)).toEqual([413, 'payload_too_large', 'operations.0 payload_too_large'])
  })

  test.each([
    ['{', 'malformed_json', 400],
    ['', 'malformed_json', 400],
  ])('%j is no JSON', async (body, code, status) => {
    const answer = await service.json('/api/people/bulk', { method: 'POST', body, headers: editor })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('takes no query parameters', async () => {
    const answer = await service.json('/api/people/bulk?dry=1', { body: { operations: [] }, headers: editor })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query'])
  })

  test('is POST alone, and nothing for a single document', async () => {
    const get = await service.json('/api/people/bulk')
    expect([get.status, get.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
    expect((await bulk('about', [{ action: 'create', data: { text: 'x' } }])).status).toBe(405)
  })
})

describe('unique values', () => {
  test('documents may exchange them, and take those that are set free', async () => {
    const [a, b, gone] = [
      await person({ email: 'a@x.com' }),
      await person({ email: 'b@x.com' }),
      await person({ email: 'c@x.com' }),
    ]
    const { status, body } = await bulk('people', [
      { action: 'create', data: { name: 'C', email: 'c@x.com' } },
      { action: 'update', id: a.id, data: { email: 'b@x.com' } },
      { action: 'update', id: b.id, data: { email: 'a@x.com' } },
      { action: 'delete', id: gone.id },
    ])
    expect(status).toBe(200)
    const emails = await Promise.all([a.id, b.id, body.data[0].id].map(async (id) => (await read('people', id)).email))
    expect(emails).toEqual(['b@x.com', 'a@x.com', 'c@x.com'])
  })

  test('two operations with one value are told apart', async () => {
    const answer = await bulk('people', [
      { action: 'create', data: { name: 'One', email: 'same@x.com' } },
      { action: 'create', data: { name: 'Two', email: 'same@x.com' } },
    ])
    expect(refusal(answer)).toEqual([409, 'conflict', 'operations.1.data.email unique'])
  })

  test('slugs that are made get numbers, around those that are there and those that are given', async () => {
    await article({ title: 'Same title' })
    const titles = Array.from({ length: 3 }, () => ({ action: 'create', data: { title: 'Same title' } }))
    const given = { action: 'create', data: { title: 'Other', slug: 'same-title-3' } }
    const { body } = await bulk('articles', [...titles, given])
    const slugs = await Promise.all(
      body.data.map(async ({ id }: { id: string }) => (await read('articles', id)).slug as string),
    )
    expect(slugs).toEqual(['same-title-2', 'same-title-4', 'same-title-5', 'same-title-3'])
  })
})

describe('references', () => {
  test('to nothing are told with their place', async () => {
    const { id } = await topic()
    const answer = await bulk('articles', [
      { action: 'create', data: { title: 'Fine', topics: [id] } },
      { action: 'create', data: { title: 'Lost', author: 'nobody', topics: [id, 'nothing'] } },
    ])
    expect(refusal(answer)).toEqual([
      422,
      'validation_failed',
      'operations.1.data.author reference_not_found',
      'operations.1.data.topics.1 reference_not_found',
    ])
  })

  test('to what another operation deletes are refused', async () => {
    const { id } = await topic()
    const answer = await bulk('topics', [
      { action: 'delete', id },
      { action: 'create', data: { name: `Topic ${next()}`, parent: id } },
    ])
    expect(refusal(answer)).toEqual([422, 'validation_failed', 'operations.1.data.parent reference_not_found'])
  })

  test('restrict: each deletion says who holds on to its document', async () => {
    const [held, free, both] = [await person(), await person(), await person()]
    const holder = await article({ author: held.id })
    await article({ author: both.id, editor: free.id })
    const answer = await bulk(
      'people',
      [held, free, both].map(({ id }) => ({ action: 'delete', id })),
    )
    expect(refusal(answer)).toEqual([409, 'in_use', 'operations.0 in_use', 'operations.2 in_use'])
    expect(answer.body.errors[0].message).toContain(holder.id)
    expect(await read('people', free.id)).toEqual(free)
  })

  test('nullify and lists: what stays lets go of what goes, also when it changes itself', async () => {
    const parent = await add('records', { name: 'Parent' })
    const child = await add('records', { name: 'Child', parent: parent.id })
    const other = await add('records', { name: 'Other', parent: parent.id })
    const { status } = await bulk('records', [
      { action: 'delete', id: parent.id },
      { action: 'update', id: child.id, data: { name: 'Changed' } },
    ])
    expect(status).toBe(200)
    expect(await read('records', child.id)).toMatchObject({ name: 'Changed', parent: null, version: 2 })
    expect(await read('records', other.id)).toMatchObject({ name: 'Other', parent: null, version: 2 })
  })

  test('cascade: what hangs on a deleted document goes too, unless it is moved away in the same bulk', async () => {
    const root = await topic()
    const [moved, gone] = [await topic({ parent: root.id }), await topic({ parent: root.id })]
    const note = await add('notes', { text: 'on it', topic: gone.id })
    const { status } = await bulk('topics', [
      { action: 'delete', id: root.id },
      { action: 'update', id: moved.id, data: { parent: null } },
    ])
    expect(status).toBe(200)
    expect(await read('topics', moved.id)).toMatchObject({ parent: null, version: 2 })
    expect(await read('topics', gone.id)).toBeUndefined()
    expect(await service.sql('SELECT 1 FROM notes WHERE id = ?1', note.id)).toEqual([])
    expect(await service.sql('SELECT 1 FROM content WHERE id IN (?1, ?2)', root.id, gone.id)).toEqual([])
  })

  test('a document that goes with another cannot be changed', async () => {
    const root = await topic()
    const child = await topic({ parent: root.id })
    const answer = await bulk('topics', [
      { action: 'update', id: child.id, data: { weight: 2 } },
      { action: 'delete', id: root.id },
    ])
    expect(refusal(answer)).toEqual([409, 'in_use', 'operations.0 in_use'])
    expect(await read('topics', child.id)).toEqual(child)
  })

  test('documents that refer to each other go together', async () => {
    const one = await topic()
    const two = await topic({ parent: one.id })
    await service.json(`/api/topics/${one.id}`, { method: 'PATCH', body: { parent: two.id }, headers: editor })
    const { status } = await bulk('topics', [
      { action: 'delete', id: one.id },
      { action: 'delete', id: two.id },
    ])
    expect(status).toBe(200)
    expect(await read('topics', two.id)).toBeUndefined()
  })
})

describe('access', () => {
  test('who may write nothing is refused before the body is looked at', async () => {
    expect((await bulk('people', [], {})).status).toBe(401)
    expect((await bulk('people', [], as('viewer'))).status).toBe(403)
  })

  test('is decided for each document: an author changes their own, and deletes none', async () => {
    const own = await article({ title: 'Own article' })
    const mine = (await service.json('/api/articles', { body: { title: 'Mine' }, headers: author })).body.data
    const other = (await service.json('/api/articles', { body: { title: 'Mine too' }, headers: author })).body.data
    const allowed = await bulk('articles', [{ action: 'update', id: mine.id, data: { title: 'Still mine' } }], author)
    expect(allowed.status).toBe(200)
    const answer = await bulk(
      'articles',
      [
        { action: 'update', id: mine.id, data: { title: 'Mine again' } },
        { action: 'update', id: own.id, data: { title: 'Taken over' } },
        { action: 'delete', id: other.id },
      ],
      author,
    )
    expect(refusal(answer)).toEqual([403, 'forbidden', 'operations.1 forbidden', 'operations.2 forbidden'])
    expect((await read('articles', mine.id)).title).toBe('Still mine')
  })

  test('publishing, fields and transitions are looked at as by the single endpoints', async () => {
    const draft = (await service.json('/api/articles', { body: { title: 'Draft' }, headers: author })).body.data
    const answer = await bulk(
      'articles',
      [
        { action: 'create', data: { title: 'Public', status: 'published' } },
        { action: 'update', id: draft.id, data: { status: 'published' } },
        { action: 'create', data: { title: 'Desk', deskNote: 'x' } },
        { action: 'create', data: { title: 'Counted', views: 7 } },
      ],
      author,
    )
    expect(refusal(answer).slice(1)).toEqual([
      'validation_failed',
      'operations.0 forbidden',
      'operations.1 forbidden',
      'operations.2 forbidden',
      'operations.3.data.views read_only',
    ])
    const published = await article({ status: 'published' })
    const back = await bulk('articles', [
      { action: 'update', id: published.id, data: { status: 'scheduled', scheduledAt: '2999-01-01T00:00:00Z' } },
    ])
    expect(refusal(back)).toEqual([409, 'invalid_transition', 'operations.0 invalid_transition'])
  })

  test('what the caller cannot see is not there', async () => {
    const note = await add('notes', { text: 'secret' }, as('editor', 'eve'))
    const answer = await bulk('notes', [{ action: 'update', id: note.id, data: { text: 'mine' } }], author)
    expect(refusal(answer)).toEqual([404, 'not_found', 'operations.0 not_found'])
  })

  test('rules that are functions decide each document', async () => {
    const guest = as('guest')
    const answer = await bulk(
      'diary',
      [
        { action: 'create', data: { entry: 'Good', mood: 'happy' } },
        { action: 'create', data: { entry: 'Bad', mood: 'sad' } },
      ],
      guest,
    )
    expect(refusal(answer)).toEqual([403, 'forbidden', 'operations.1 forbidden'])
    expect((await bulk('diary', [{ action: 'create', data: { entry: 'Good', mood: 'happy' } }], guest)).status).toBe(
      200,
    )
  })

  test('a cookie from elsewhere is refused', async () => {
    const headers = { ...as('editor', 'eve', 'cookie'), origin: 'https://evil.example' }
    expect((await bulk('people', [{ action: 'create', data: { name: 'X' } }], headers)).body.code).toBe('csrf_failed')
  })
})

describe('repeats and races', () => {
  test('an Idempotency-Key answers a repeat as the first time', async () => {
    const headers = { ...editor, 'idempotency-key': `bulk ${next()}` }
    const operations = [{ action: 'create', data: { name: 'Once', email: 'once@x.com' } }]
    const first = await bulk('people', operations, headers)
    const second = await bulk('people', operations, headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await service.sql("SELECT id FROM people WHERE email = 'once@x.com'")).toHaveLength(1)
    const other = await bulk('people', [{ action: 'create', data: { name: 'Other' } }], headers)
    expect(other.status).toBe(422)
  })

  test('ifMatch lets only what was seen be changed', async () => {
    const { id } = await person()
    const etag = (await service.json(`/api/people/${id}`, { headers: editor })).headers.get('etag')
    const change = { action: 'update', id, data: { name: 'Seen' }, ifMatch: etag }
    const { status, body } = await bulk('people', [change])
    expect(status).toBe(200)
    expect((await bulk('people', [change])).body.code).toBe('precondition_failed')
    expect((await bulk('people', [{ action: 'delete', id, ifMatch: body.data[0].etag }])).status).toBe(200)
  })

  test('made slugs stay apart, however many bulks run at once', async () => {
    const run = () => bulk('articles', [{ action: 'create', data: { title: 'Raced' } }])
    const answers = await Promise.all(Array.from({ length: 5 }, run))
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored.length + answers.filter(({ status }) => status === 409).length).toBe(5)
    const slugs = await service.sql("SELECT DISTINCT slug FROM articles WHERE title = 'Raced'")
    expect(slugs).toHaveLength(stored.length)
  })
})

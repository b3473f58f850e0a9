import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

const create = (fields: object, headers: Record<string, string> = editor) =>
  service.json('/api/articles', { body: { title: `Title ${next()}`, ...fields }, headers })

describe('a new document', () => {
  test('is answered with everything it holds, and found again the same', async () => {
    const { status, headers, body } = await service.json('/api/people', { body: { name: 'Ann' }, headers: editor })
    const { data } = body
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/api/people/${data.id}`)
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      status: 'published',
      name: 'Ann',
      email: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: data.createdAt,
      publishedAt: data.createdAt,
      scheduledAt: null,
      createdBy: 'eve',
      updatedBy: 'eve',
      version: 1,
    })
    expect(Object.keys(data)).toEqual(
      'id status name email createdAt updatedAt publishedAt scheduledAt createdBy updatedBy version'.split(' '),
    )
    const read = await service.json(`/api/people/${data.id}`)
    expect(read.body.data).toEqual(data)
    expect(read.headers.get('etag')).toBe((await service.fetch(`/api/people/${data.id}`)).headers.get('etag'))
  })

  test('takes the defaults of its fields', async () => {
    const { body } = await create({})
    expect(body.data).toMatchObject({
      status: 'draft',
      views: 0,
      featured: false,
      kind: 'news',
      topics: [],
      links: null,
    })
    expect(body.data).not.toHaveProperty('secretNote')
  })

  test("an anonymous caller creates where the collection says so, in nobody's name", async () => {
    const { status, body } = await service.json('/api/diary', { body: { entry: 'Sunny.' } })
    expect([status, body.data.createdBy, body.data.updatedBy]).toEqual([201, null, null])
  })

  test('stands in the table, the index over all collections and the counts', async () => {
    const { body } = await create({ title: 'Indexed', slug: 'indexed' })
    const { id } = body.data
    expect(await service.sql('SELECT title, version FROM articles WHERE id = ?1', id)).toEqual([
      { title: 'Indexed', version: 1 },
    ])
    expect(await service.sql('SELECT collection_id, title, slug, status FROM content WHERE id = ?1', id)).toEqual([
      { collection_id: 'articles', title: 'Indexed', slug: 'indexed', status: 'draft' },
    ])
    const counted = await service.sql(
      `SELECT count FROM content_counts WHERE collection_id = 'articles' AND status = 'draft'`,
    )
    const rows = await service.sql(`SELECT count(*) AS count FROM articles WHERE status = 'draft'`)
    expect(counted).toEqual(rows)
  })
})

describe('values that each type of field keeps', () => {
  const prose = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }
  test.each<[string, unknown, unknown?]>([
    ['title', 'Umlaut äöü 👍 ﷽ \u0000 end'],
    ['code', 'ABC-12'],
    ['slug', 'a-slug-2'],
    ['summary', 'two\nlines'],
    ['body', prose],
    [
      'body',
      'plain text',
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'plain text' }] }] },
    ],
    ['rating', 4.25],
    ['rating', 0],
    ['featured', true],
    ['day', '2024-02-29'],
    ['startsAt', '2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00.000Z'],
    ['startsAt', '1969-07-20T20:17:40.123Z', '1969-07-20T20:17:40.123Z'],
    ['kind', 'review'],
    ['extra', { deep: [1, 'two', null, { three: true }], 'a "quote"': '\u2028' }],
    ['extra', 'text'],
    ['extra', false],
    ['extra', []],
    ['links', ['https://example.com', '']],
    ['links', []],
    ['seo', { title: 'T', index: false }],
    ['seo', { title: 'T' }, { title: 'T', index: true }],
    [
      'parts',
      [
        { type: 'quote', text: 'q', source: null },
        { type: 'prose', text: prose },
      ],
    ],
    ['deskNote', 'for the desk'],
  ])('%s: %j', async (field, value, kept = value) => {
    const created = await create({ [field]: value })
    expect(created.body).toMatchObject({ data: { [field]: kept } })
    const read = await service.json(`/api/articles/${created.body.data.id}`, { headers: editor })
    expect(read.body.data[field]).toEqual(kept)
    expect(read.body.data).toEqual(created.body.data)
  })

  test('a field that is not required may be null', async () => {
    const { body } = await create({ rating: null, featured: null, topics: null, body: null, kind: null })
    expect(body.data).toMatchObject({ rating: null, featured: null, topics: [], body: null, kind: null })
  })
})

describe('values that are refused, with the field and the reason', () => {
  test.each<[object, string, string]>([
    [{ title: undefined }, 'title', 'required'],
    [{ title: null }, 'title', 'required'],
    [{ title: 'x' }, 'title', 'too_small'],
    [{ title: 'x'.repeat(81) }, 'title', 'too_big'],
    [{ title: 7 }, 'title', 'invalid_type'],
    [{ title: ['a', 'b'] }, 'title', 'invalid_type'],
    [{ code: 'abc' }, 'code', 'invalid_format'],
    [{ slug: 'Not A Slug' }, 'slug', 'invalid_format'],
    [{ slug: `${'x'.repeat(61)}` }, 'slug', 'too_big'],
    [{ summary: 'x'.repeat(201) }, 'summary', 'too_big'],
    [{ body: 7 }, 'body', 'invalid_type'],
    [{ body: { type: 'doc', content: [{ type: 'script' }] } }, 'body.content.0.type', 'invalid_value'],
    [
      { body: { type: 'doc', content: [{ type: 'image', attrs: { src: 'javascript:alert(1)' } }] } },
      'body.content.0',
      'invalid',
    ],
    [
      { body: { type: 'doc', content: [{ type: 'image', attrs: { src: '/a.png', onerror: 'alert(1)' } }] } },
      'body.content.0.attrs.onerror',
      'invalid',
    ],
    [
      { body: { type: 'doc', content: [{ type: 'heading', attrs: { level: 1, style: 'x' } }] } },
      'body.content.0.attrs.style',
      'invalid',
    ],
    [{ views: 1 }, 'views', 'read_only'],
    [{ rating: 5.1 }, 'rating', 'too_big'],
    [{ rating: -1 }, 'rating', 'too_small'],
    [{ rating: '3' }, 'rating', 'invalid_type'],
    [{ featured: 'true' }, 'featured', 'invalid_type'],
    [{ featured: 1 }, 'featured', 'invalid_type'],
    [{ day: '2024-02-30' }, 'day', 'invalid_format'],
    [{ day: '1999-12-31' }, 'day', 'invalid'],
    [{ day: '2024-01-01T00:00:00Z' }, 'day', 'invalid_format'],
    [{ startsAt: '2026-03-01T12:00:00' }, 'startsAt', 'invalid_format'],
    [{ startsAt: '2026-13-01T12:00:00Z' }, 'startsAt', 'invalid_format'],
    [{ startsAt: 1700000000000 }, 'startsAt', 'invalid_type'],
    [{ kind: 'gossip' }, 'kind', 'invalid_value'],
    [{ author: 7 }, 'author', 'invalid_type'],
    [{ topics: 'one' }, 'topics', 'invalid_type'],
    [{ topics: ['a', 'b', 'c', 'd'] }, 'topics', 'too_big'],
    [{ topics: ['a', 'a'] }, 'topics', 'invalid'],
    [{ links: ['a', 'b', 'c'] }, 'links', 'too_big'],
    [{ links: ['a', 7] }, 'links.1', 'invalid_type'],
    [{ seo: {} }, 'seo.title', 'required'],
    [{ seo: { title: 'T', titel: 'T' } }, 'seo.titel', 'unknown_field'],
    [{ seo: { title: 'T', index: 'no' } }, 'seo.index', 'invalid_type'],
    [{ parts: [{ type: 'film' }] }, 'parts.0.type', 'invalid_type'],
    [{ parts: [{ type: 'quote' }] }, 'parts.0.text', 'required'],
    [{ titel: 'x' }, 'titel', 'unknown_field'],
    [{ id: 'mine' }, 'id', 'read_only'],
    [{ createdAt: '2020-01-01T00:00:00Z' }, 'createdAt', 'read_only'],
    [{ createdBy: 'someone' }, 'createdBy', 'read_only'],
    [{ version: 7 }, 'version', 'read_only'],
    [{ publishedAt: 'yesterday' }, 'publishedAt', 'invalid_format'],
    [{ constructor: 1 }, 'constructor', 'unknown_field'],
    [{ status: 'public' }, 'status', 'invalid_value'],
    [{ scheduledAt: 'tomorrow' }, 'scheduledAt', 'invalid_format'],
  ])('%j', async (fields, path, code) => {
    const { status, body } = await create(fields)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.errors).toEqual([{ path, code, message: expect.any(String) }])
  })

  test('all of them are told at once, with the name that was meant', async () => {
    const { body } = await create({ title: 'x', rating: 9, sumary: 'typo', status: 'x' })
    expect(body.detail).toBe('4 values are not valid.')
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['title', 'rating', 'sumary', 'status'])
    expect(body.errors[2].message).toContain('Did you mean summary?')
  })

  test('__proto__ is an unknown name like any other', async () => {
    const { body } = await service.json('/api/people', { body: '{"name":"Ann","__proto__":{"x":1}}', headers: editor })
    expect(body.errors).toEqual([{ path: '__proto__', code: 'unknown_field', message: expect.any(String) }])
  })

  test.each([['[]'], ['"text"'], ['null'], ['7']])('a body that is no object: %s', async (body) => {
    const answer = await service.json('/api/people', { body, headers: editor })
    expect([answer.status, answer.body.errors[0].code]).toEqual([422, 'invalid_type'])
  })

  test.each([
    ['{', 'application/json', 400, 'malformed_json'],
    ['{"name":"Ann"}', 'text/plain', 415, 'unsupported_media_type'],
    [`{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'payload_too_large'],
  ])('%.20s as %s', async (body, type, status, code) => {
    const answer = await service.json('/api/people', { body, headers: { ...editor, 'content-type': type } })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('nothing of a refused document is stored', async () => {
    await create({ title: 'Never stored', rating: 9 })
    expect(await service.sql(`SELECT id FROM articles WHERE title = 'Never stored'`)).toEqual([])
  })
})

describe('references', () => {
  const person = async () => (await service.json('/api/people', { body: { name: 'P' }, headers: editor })).body.data.id
  const topic = async () =>
    (await service.json('/api/topics', { body: { name: `T ${next()}` }, headers: editor })).body.data.id

  test('are ids, lists of them in their order', async () => {
    const [author, first, second] = [await person(), await topic(), await topic()]
    const { body } = await create({ author, topics: [second, first] })
    expect(body.data).toMatchObject({ author, topics: [second, first] })
    const read = await service.json(`/api/articles/${body.data.id}`, { headers: editor })
    expect(read.body.data).toMatchObject({ author, topics: [second, first] })
  })

  test('that point to nothing are named, and nothing is stored', async () => {
    const [author, known] = [await person(), await topic()]
    const { status, body } = await create({ title: 'Dangling', author, editor: 'nobody', topics: [known, 'nothing'] })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.errors).toEqual([
      { path: 'editor', code: 'reference_not_found', message: expect.stringContaining('nobody') },
      { path: 'topics.1', code: 'reference_not_found', message: expect.stringContaining('nothing') },
    ])
    expect(await service.sql(`SELECT id FROM articles WHERE title = 'Dangling'`)).toEqual([])
    expect(await service.sql(`SELECT document_id FROM content_versions WHERE data LIKE '%Dangling%'`)).toEqual([])
  })
})

describe('unique values', () => {
  test('a value that is taken is a conflict, which names the field', async () => {
    await create({ code: 'XYZ-1' })
    const { status, body } = await create({ code: 'XYZ-1' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.errors).toEqual([{ path: 'code', code: 'unique', message: expect.any(String) }])
  })

  test('a slug that was given is not changed behind your back', async () => {
    await create({ slug: 'taken' })
    const { status, body } = await create({ slug: 'taken' })
    expect([status, body.errors[0].path]).toEqual([409, 'slug'])
  })

  test('no value is never taken', async () => {
    expect([(await create({ code: null })).status, (await create({ code: null })).status]).toEqual([201, 201])
  })
})

describe('a slug that is not given', () => {
  test('is made from its field', async () => {
    expect((await create({ title: 'Crème Brûlée, & more!' })).body.data.slug).toBe('creme-brulee-more')
  })

  test('gets a number when it is taken', async () => {
    const slugs = []
    for (let index = 0; index < 3; index += 1) slugs.push((await create({ title: 'Top 10' })).body.data.slug)
    expect(slugs).toEqual(['top-10', 'top-10-2', 'top-10-3'])
  })

  test('fits however long the title is', async () => {
    const title = 'long '.repeat(16).trim()
    const slugs = [(await create({ title })).body.data.slug, (await create({ title })).body.data.slug]
    expect(slugs[0]).not.toBe(slugs[1])
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    for (const slug of slugs) expect(slug.length).toBeLessThanOrEqual(60)
  })

  test('is there even when nothing of the title can be kept', async () => {
    const slugs = [
      (await create({ title: '🙂🙂🙂' })).body.data.slug,
      (await create({ title: '🙂🙂🙂' })).body.data.slug,
    ]
    expect(slugs[0]).toMatch(/^[a-z0-9]+$/)
    expect(slugs[0]).not.toBe(slugs[1])
  })

  test("is each one's own when many are made at once", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ title: 'All at once' })))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.slug)).size).toBe(12)
  })
})

describe('a singleton', () => {
  test('can be created once', async () => {
    const first = await service.json('/api/about', { body: { text: 'We.' }, headers: editor })
    const second = await service.json('/api/about', { body: { text: 'We too.' }, headers: editor })
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'conflict'])
    expect(second.body.detail).toContain('About us')
    expect((await service.json('/api/about')).body.data).toHaveLength(1)
  })
})

test('a required text is not empty', async () => {
  const { status, body } = await service.json('/api/people', { body: { name: '' }, headers: as('editor') })
  expect([status, body.errors]).toEqual([422, [{ path: 'name', code: 'required', message: expect.any(String) }]])
})

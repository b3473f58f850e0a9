import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({
  root: fileURLToPath(new URL('../../fixtures/reading', import.meta.url)),
  observe: true,
})
const editor = as('editor', 'eve')

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
const made: Record<string, any> = {}
const create = async (path: string, body: object) =>
  (await service.json(`/api/${path}`, { body, headers: editor })).body.data
const read = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await service.json(`/api/${path}`, { headers })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.data
}

beforeAll(async () => {
  made.ada = await create('people', { name: 'Ada', phone: '1' })
  made.bob = await create('people', { name: 'Bob', boss: made.ada.id })
  made.city = await create('cities', { name: 'Oslo' })
  made.source = await create('sources', { name: 'deep throat', city: made.city.id })
  made.report = await create('reports', {
    title: 'First',
    status: 'published',
    author: made.bob.id,
    source: made.source.id,
    readers: [made.ada.id, made.bob.id],
    team: { lead: made.ada.id, members: [{ person: made.bob.id, role: 'desk' }, { role: 'nobody' }] },
    gallery: [made.bob.id, made.ada.id],
    parts: [
      { type: 'quote', by: made.ada.id, text: 'so "be" it' },
      { type: 'note', by: 'somebody', source: made.source.id },
    ],
  })
  const { phone: _, ...ada } = made.ada
  const { phone: __, ...bob } = made.bob
  made.ada = ada
  made.bob = bob
})

describe('populate', () => {
  it('reaches into groups, lists and blocks, in lists and by id', async () => {
    const query = 'populate=team.lead,team.members.person,gallery,parts.by'
    const expected = {
      team: { lead: made.ada, members: [{ person: made.bob, role: 'desk' }, { role: 'nobody' }] },
      gallery: [made.bob, made.ada],
      parts: [
        { type: 'quote', by: made.ada, text: 'so "be" it' },
        { type: 'note', by: 'somebody', source: made.source.id },
      ],
      author: made.bob.id,
    }
    expect((await read(`reports?${query}`))[0]).toMatchObject(expected)
    expect(await read(`reports/${made.report.id}?${query}`)).toMatchObject(expected)
  })

  it('goes on from what it found there', async () => {
    const { gallery } = await read(`reports/${made.report.id}?populate=gallery.boss`)
    expect(gallery).toEqual([{ ...made.bob, boss: made.ada }, made.ada])
  })

  it('leaves an id what the caller may not read, wherever it stands', async () => {
    const query = `reports/${made.report.id}?fields=id&populate=source.city,parts.source.city`
    const anonymous = await read(query)
    expect(anonymous).toEqual({ id: made.report.id, source: made.source.id, parts: made.report.parts })
    const mine = await read(query, editor)
    expect(mine.source).toMatchObject({ name: 'deep throat', city: made.city })
    expect(mine.parts[1].source).toEqual(mine.source)
  })

  it('reads a level at once, wherever the references stand', async () => {
    await service.observed()
    await read(`reports/${made.report.id}?populate=author,gallery.boss,parts.by,parts.source`, editor)
    expect((await service.observed()).calls.map((statements) => statements.length)).toEqual([1, 2, 1])
  })

  it.each([
    ['parts.image', 'parts.image'],
    ['team', 'use team.lead, team.members.person.'],
    ['parts.quote.by', 'parts.quote.by'],
    ['gallery.name', 'name'],
  ])('says what it does not know: %s', async (name, detail) => {
    const { status, body } = await service.json(`/api/reports?populate=${name}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })

  it('puts no more than 2,000 documents into an answer', async () => {
    const readers = (await Promise.all(Array.from({ length: 40 }, (_, n) => create('people', { name: `P${n}` })))).map(
      ({ id }) => id,
    )
    const operations = Array.from({ length: 60 }, (_, n) => ({
      action: 'create',
      data: { title: `Many ${n}`, readers, status: 'published' },
    }))
    await service.json('/api/reports/bulk', { body: { operations }, headers: editor })
    const many = (limit: number) => service.json(`/api/reports?title[startsWith]=Many&limit=${limit}&populate=readers`)
    expect((await many(48)).status).toBe(200)
    const { status, body } = await many(49)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toBe(
      'With readers, the response would contain more than 2000 documents: ask for fewer at once, or populate less.',
    )
  })
})

describe('a document by id', () => {
  it('shows what `fields` names, with an ETag of its own', async () => {
    const path = `/api/reports/${made.report.id}`
    expect(await read(`reports/${made.report.id}?fields=title`)).toEqual({ id: made.report.id, title: 'First' })
    const tags = await Promise.all(
      [path, `${path}?fields=title`, `${path}?populate=author`].map(async (address) =>
        (await service.fetch(address)).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('knows no field that the caller does not see, and no other parameter', async () => {
    const ask = async (query: string) => {
      const { status, body } = await service.json(`/api/reports/${made.report.id}?${query}`)
      return [status, body.code, body.detail]
    }
    expect(await ask('fields=margin')).toEqual([400, 'invalid_query', 'There is no field margin.'])
    expect(await ask('feilds=title')).toEqual([
      400,
      'invalid_query',
      'There is no parameter feilds. Did you mean fields?',
    ])
    expect((await ask('preview=x'))[0]).toBe(400)
  })

  it('is as new as what it is populated with', async () => {
    const path = `reports/${made.report.id}?fields=id&populate=author`
    const before = await read(path)
    expect(before.author.name).toBe('Bob')
    await service.json(`/api/people/${made.bob.id}`, { method: 'PATCH', body: { name: 'Rob' }, headers: editor })
    expect((await read(path)).author.name).toBe('Rob')
    await service.json(`/api/people/${made.bob.id}`, { method: 'PATCH', body: { name: 'Bob' }, headers: editor })
  })

  it('shows a version the same way', async () => {
    const { title, parts, ...rest } = await read(
      `reports/${made.report.id}/versions/1?fields=title,parts&populate=parts.by`,
      editor,
    )
    expect([title, Object.keys(rest)]).toEqual(['First', ['id']])
    expect(parts[0].by).toMatchObject({ name: 'Ada' })
  })
})

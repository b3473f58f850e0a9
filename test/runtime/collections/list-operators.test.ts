import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const LONG = 'ä'.repeat(90)

beforeAll(async () => {
  const tag = async (name: string) => (await service.json('/api/topics', { body: { name }, headers: editor })).body.data
  const [red, blue] = [await tag('red'), await tag('blue')]
  const rows = [
    { name: 'Alpha', amount: 1, kind: 'a', tags: [red.id], at: '2026-01-01T00:00:00Z', day: '2026-01-01' },
    { name: 'beta 100%', amount: 2, kind: 'b', tags: [red.id, blue.id], at: '2026-02-01T00:00:00Z', day: '2026-02-01' },
    { name: `x_${LONG}Y`, amount: 3, tags: [] },
    { amount: 4, kind: 'a', flag: true },
  ]
  for (const row of rows) {
    await service.json('/api/records', { body: { ...row, deskNote: 'x', status: 'published' }, headers: editor })
  }
  await service.json('/api/records', {
    body: { amount: 5, name: 'later', status: 'scheduled', scheduledAt: new Date(Date.now() + 1e8).toISOString() },
    headers: editor,
  })
})

const amounts = async (query: string, headers: Record<string, string> = {}) => {
  const { status, body } = await service.json(`/api/records?sort=amount&${query}`, { headers })
  expect([status, body.detail]).toEqual([200, undefined])
  expect(body.pagination.total).toBe(body.data.length)
  return body.data.map(({ amount }: { amount: number }) => amount)
}

const KINDS =
  'id name body amount score flag at day kind owner keeper diary parent tags createdAt publishedAt createdBy version'

describe('a list of values', () => {
  beforeAll(async () => {
    for (const name of ['Smith, John', 'Smith', 'a\\,b', 'c\\'])
      await service.json('/api/topics', { body: { name }, headers: editor })
  })

  test.each([
    ['name[in]=red,blue', ['blue', 'red']],
    ['name[in]=Smith, John', ['Smith']],
    ['name[in]=Smith\\, John,red', ['Smith, John', 'red']],
    ['name[in]=Smith, John&name[in]=red', ['Smith, John', 'red']],
    ['name[in]=a\\\\,b', ['a\\,b']],
    ['name[in]=a\\,b&name[in]=c\\', ['a\\,b', 'c\\']],
    ['name[in][]=Smith, John', ['Smith, John']],
    ['name[nin][]=Smith, John&name[nin][]=a\\,b', ['Smith', 'blue', 'c\\', 'red']],
    ['or[0][name][in]=Smith, John&or[0][name][in]=x&or[1][name]=red', ['Smith, John', 'red']],
  ])('%s finds %j', async (query, expected) => {
    const { body } = await service.json(`/api/topics?sort=name&${query}`)
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(expected)
  })

  test.each(KINDS.split(' '))('of %s that is empty finds nothing, and hides nothing', async (name) => {
    expect(await amounts(`${name}[in][]=`)).toEqual([])
    expect(await amounts(`${name}[nin][]=`)).toEqual([1, 2, 3, 4])
  })

  test('of status that is empty finds nothing, and hides nothing', async () => {
    expect(await amounts('status[in][]=', editor)).toEqual([])
    expect(await amounts('status[nin][]=', editor)).toEqual([1, 2, 3, 4, 5])
    expect(await amounts('status[in]=scheduled&status[in]=draft', editor)).toEqual([5])
  })
})

describe('refused', () => {
  const many = (count: number, parameter: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => parameter(index)).join('&')
  test.each([
    ['amount[contains]=1', 'contains'],
    ['name[startswith]=x', 'Did you mean startsWith?'],
    ['name[]=x', 'operator'],
    ['name[eq][eq]=x', ''],
    ['name=a&name[eq]=b', 'given twice'],
    ['name[eq][]=x', 'name[eq][]'],
    ['name[in]=a&name[in][]=b', 'given twice'],
    ['amount[in][]=1&amount[in][]=', 'number'],
    ['amount[in]=', 'number'],
    ['amount[in]=1,x', 'number'],
    ['amount=1.5', 'whole number'],
    ['amount=0x1', 'whole number'],
    ['amount=1e2', 'whole number'],
    ['amount=99999999999999999', 'whole number'],
    ['score=0x1', 'number'],
    ['at[gt]=2026-02-30', 'ISO 8601'],
    ['at[gt]=2026-02-30T10:00:00Z', 'ISO 8601'],
    ['day=someday', 'ISO 8601'],
    ['day[lt]=2026-13-01', 'ISO 8601'],
    ['day[in]=2026-01-01,x', 'ISO 8601'],
    [`amount[in]=${Array.from({ length: 51 }, (_, index) => index)}`, '50'],
    ['kind[null]=1', 'true or false'],
    ['tags[gt]=x', 'gt'],
    ['amuont[gt]=1', 'Did you mean amount?'],
    ['deskNote=x', 'deskNote'],
    ['deskNote[null]=true', 'deskNote'],
    ['sort=deskNote', 'deskNote'],
    ['secret=x', 'secret'],
    ['or=x', 'or[0]'],
    ['or[x][name]=x', 'or[0]'],
    ['or[0]=x', 'or[0]'],
    ['or[0][name]=x&or[00][name]=y', 'given twice'],
    [many(11, (index) => `or[${index}][amount]=${index}`), '10 or[…] groups'],
    [many(11, (index) => `or[${index % 9}][x${index}][gt]=1&x${index}=1`), '20 filters'],
    ['tag.name=x', 'Did you mean tags?'],
    ['tags.nmae=x', 'Did you mean name?'],
    ['tags.parent.name=x', 'parent.name'],
    ['name.x=1', 'name'],
    ['desk.name=x', 'desk'],
    ['keeper.email=x', 'email'],
    ['keeper.passwordHash=x', ''],
    ['or[0][desk.name]=x', 'desk'],
    ['q=x&q=y', 'given twice'],
    [`q=${'x'.repeat(201)}`, '200'],
  ])('%s', async (query, detail) => {
    const { status, body } = await service.json(`/api/records?${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })

  test('q where nothing is searched', async () => {
    expect((await service.json('/api/topics?q=x')).status).toBe(400)
  })
})

test('twenty conditions, and what comes after a cursor in several orders, are one statement', async () => {
  const groups = Array.from(
    { length: 9 },
    (_, index) => `or[${index}][name][contains]=${index === 0 ? '' : index}&or[${index}][tags.name][ne]=x`,
  )
  const query = `${groups.join('&')}&name[endsWith]=&amount[in]=1,2&sort=-kind,amount&limit=1`
  const { status, body } = await service.json(`/api/records?${query}`)
  expect([status, body.pagination.total]).toEqual([200, 2])
  await service.observed()
  const next = await service.json(`/api/records?${query}&cursor=${body.pagination.nextCursor}`)
  expect([next.status, next.body.data[0].amount]).toEqual([200, 1])
  const { calls } = await service.observed()
  expect(calls.flat().every(({ values }) => values.length < 40)).toBe(true)
})

test('questions of one shape are one statement', async () => {
  await service.observed()
  for (const value of ['1', '2', '3']) await service.fetch(`/api/records?amount[gt]=${value}&name[contains]=${value}`)
  const { calls } = await service.observed()
  expect(new Set(calls.map(([rows]) => rows?.sql)).size).toBe(1)
  expect(calls.every((statements) => statements.every(({ values }) => values.length <= 100))).toBe(true)
})

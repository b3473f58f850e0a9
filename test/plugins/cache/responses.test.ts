import { beforeEach, describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { BYPASS, cacheService, HIT, MISS, origin } from './cache-fixture.ts'

const service = cacheService({ observe: true })
const editor = as('editor', 'eve')
const next = counter()

const create = async (collection: string, body: object, headers: Record<string, string> = editor) => {
  const { status, body: answer } = await service.json(`/api/${collection}`, { body, headers })
  expect([status, answer]).toEqual([201, expect.anything()])
  return answer.data.id as string
}
const person = () => create('people', { name: `Person ${next()}` })
const get = (path: string, headers: Record<string, string> = {}) => service.json(path, { headers })

/** Number of round trips to the database in a request. */
async function trips(path: string, headers: Record<string, string> = {}): Promise<number> {
  await service.observed()
  await service.fetch(path, { headers })
  return (await service.observed()).calls.length
}

/** Every place in a query where a condition can stand. */
const placesOf = (condition: string, beside: string) => {
  const inGroup = (group: number, [name = '', value = ''] = condition.split('=')) =>
    `or[${group}][${name.replace('[', '][').replace(/]$/, '')}]=${value}`
  return [condition, inGroup(0), `${inGroup(0)}&or[0][${beside}][null]=false`, `or[0][${beside}]=x&${inGroup(1)}`]
}

describe('an answer to anybody', () => {
  test('is made once, then comes from memory, without the database', async () => {
    const id = await person()
    for (const path of ['/api/people', `/api/people/${id}`]) {
      const first = await get(path)
      await service.observed()
      const second = await get(path)
      expect([origin(first), origin(second)]).toEqual([MISS, HIT])
      expect((await service.observed()).calls).toEqual([])
      expect(second.body).toEqual(first.body)
      for (const name of ['etag', 'content-type', 'cache-control', 'vary']) {
        expect(second.headers.get(name)).toBe(first.headers.get(name))
      }
    }
  })

  test('a miss costs one round trip, besides the look at generations after a write', async () => {
    await person()
    expect(await trips('/api/people?limit=3')).toBe(2)
    expect(await trips('/api/people?limit=4')).toBe(1)
  })

  test('says for how long it is kept', async () => {
    await person()
    const { headers } = await get('/api/people?limit=5')
    expect(Number(headers.get('x-cache-ttl'))).toBe(300)
    expect(Number((await get('/api/people?limit=5')).headers.get('x-cache-ttl'))).toBeGreaterThan(290)
  })

  test('is 304 from memory too', async () => {
    const { headers } = await get('/api/people?limit=6')
    const again = await service.fetch('/api/people?limit=6', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([again.status, origin(again), await again.text()]).toEqual([304, HIT, ''])
  })

  test('HEAD takes what GET left, and the other way round', async () => {
    await get('/api/people?limit=7')
    const head = await service.fetch('/api/people?limit=7', { method: 'HEAD' })
    expect([origin(head), await head.text()]).toEqual([HIT, ''])
    await service.fetch('/api/people?limit=8', { method: 'HEAD' })
    const { body, headers } = await get('/api/people?limit=8')
    expect([origin({ headers }), Array.isArray(body.data)]).toEqual([HIT, true])
  })

  test('is one however it is asked for', async () => {
    await get('/api/people?limit=9&sort=name&name[ne]=a:b')
    for (const spelling of [
      'sort=name&limit=9&name[ne]=a:b',
      'name%5Bne%5D=a%3Ab&sort=%6Eame&limit=9',
      'limit=9&name[ne]=a%3ab&sort=name',
    ]) {
      expect([spelling, origin(await get(`/api/people?${spelling}`))]).toEqual([spelling, HIT])
    }
  })
})

describe('what differs is kept apart', () => {
  test.each([
    ['name[ne]=a:limit:9', 'name[ne]=a&limit=9'],
    ['name[ne]=a*', 'name[ne]=a'],
    ['name[ne]=%253A', 'name[ne]=%3A'],
    ['name[ne]=x', 'name=x'],
    ['name[contains]=é', 'name[contains]=e'],
    ['name[ne]=%20y', 'name[ne]=y'],
  ])('%s and %s', async (one, other) => {
    await get(`/api/people?${one}`)
    expect(origin(await get(`/api/people?${other}`))).toBe(MISS)
    expect(origin(await get(`/api/people?${one}`))).toBe(HIT)
  })

  test('a document, and the list of those with its id', async () => {
    const id = await person()
    await get(`/api/people/${id}`)
    const list = await get(`/api/people?id=${id}`)
    expect([origin(list), Array.isArray(list.body.data)]).toEqual([MISS, true])
    expect((await get(`/api/people/${id}`)).body.data.id).toBe(id)
  })

  test('indented or not', async () => {
    const text = async (path: string) => (await service.fetch(path)).text()
    const plain = await text('/api/topics')
    expect(plain).not.toContain('\n')
    expect(await text('/api/topics?pretty')).toContain('\n')
    expect(await text('/api/topics')).toBe(plain)
    expect(origin(await get('/api/topics?pretty'))).toBe(HIT)
    expect(await text('/api/topics?pretty=0')).toContain('\n')
  })

  test('Accept and cookies do not matter, a wrong token neither', async () => {
    await get('/api/topics?limit=2')
    for (const headers of [{ accept: 'text/html' }, { cookie: 'a=b' }, { 'x-test-token': 'bad' }]) {
      const { status, body, headers: answered } = await get('/api/topics?limit=2', headers)
      expect([status, origin({ headers: answered }), typeof body]).toEqual([200, HIT, 'object'])
    }
  })

  test('errors are not kept', async () => {
    for (const path of [
      '/api/people/none',
      '/api/people?nme=x',
      '/api/people?limit=1&limit=2',
      '/api/people/x?limit=1',
    ]) {
      const first = await get(path)
      expect(first.status).toBeGreaterThanOrEqual(400)
      expect((await get(path)).status).toBe(first.status)
      expect(first.headers.get('x-cache-status')).toBeNull()
    }
    const id = await person()
    expect((await get(`/api/people/${id}`)).status).toBe(200)
  })
})

describe('nobody reads what is for somebody else', () => {
  const draft = () => create('articles', { title: `Draft ${next()}`, deskNote: 'for the desk', secretNote: 'hidden' })

  test('a draft that an editor has read is not there for others', async () => {
    const id = await draft()
    const own = await get(`/api/articles/${id}`, editor)
    expect([own.status, origin(own)]).toEqual([200, BYPASS])
    expect((await get(`/api/articles/${id}`)).status).toBe(404)
    expect((await get('/api/articles')).body.data.map((one: { id: string }) => one.id)).not.toContain(id)
    const list = await get('/api/articles', editor)
    expect([origin(list), list.body.data.map((one: { id: string }) => one.id).includes(id)]).toEqual([BYPASS, true])
    expect((await get('/api/articles')).body.data.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  test('fields of a role stay with it, in whatever order they are asked for', async () => {
    const id = await create('articles', { title: `Open ${next()}`, status: 'published', deskNote: 'for the desk' })
    for (const path of [`/api/articles/${id}`, '/api/articles']) {
      expect(JSON.stringify((await get(path, editor)).body)).toContain('for the desk')
      expect(JSON.stringify((await get(path)).body)).not.toContain('for the desk')
      expect(JSON.stringify((await get(path)).body)).not.toContain('for the desk')
      const wide = await get(path, editor)
      expect([origin(wide), JSON.stringify(wide.body).includes('for the desk')]).toEqual([BYPASS, true])
      const narrow = await get(path, as('viewer'))
      expect([origin(narrow), JSON.stringify(narrow.body).includes('for the desk')]).toEqual([BYPASS, false])
      expect(JSON.stringify((await get(path, as('editor', 'eve', 'cookie'))).body)).toContain('for the desk')
    }
  })

  test('a query by a field that is closed is refused, also after an editor has asked it', async () => {
    const path = '/api/articles?deskNote=x'
    expect((await get(path, editor)).status).toBe(200)
    expect((await get(path)).status).toBe(400)
    expect((await get('/api/articles?deskNote=x&pretty')).status).toBe(400)
  })

  test('where a function decides nothing is kept', async () => {
    await create('diary', { entry: 'a good day' })
    expect([origin(await get('/api/diary')), origin(await get('/api/diary'))]).toEqual([BYPASS, BYPASS])
    const record = await create('records', { name: 'with a diary', status: 'published' })
    const queries = ['populate=diary', 'populate=parent.diary', ...placesOf('diary.mood=happy', 'name')]
    for (const query of queries) {
      const answers = [await get(`/api/records?${query}`), await get(`/api/records?${query}`)]
      expect([query, ...answers.map(origin)]).toEqual([query, BYPASS, BYPASS])
    }
    await get(`/api/records/${record}`)
    expect(origin(await get(`/api/records/${record}`))).toBe(HIT)
  })

  test('where a role is needed nobody is given anything', async () => {
    await get('/api/notes', editor)
    const { status, headers } = await get('/api/notes')
    expect([status, headers.get('x-cache-status')]).toEqual([401, null])
  })
})

describe('a write', () => {
  let id = ''
  beforeEach(async () => {
    id = await person()
  })

  test('is seen by the next reader: in lists, and in the document', async () => {
    await get('/api/people?sort=name')
    await get(`/api/people/${id}`)
    const name = `Renamed ${next()}`
    await service.json(`/api/people/${id}`, { method: 'PATCH', body: { name }, headers: editor })
    const [list, one] = [await get('/api/people?sort=name'), await get(`/api/people/${id}`)]
    expect([origin(list), origin(one), one.body.data.name]).toEqual([MISS, MISS, name])
    expect(JSON.stringify(list.body)).toContain(name)
    await service.fetch(`/api/people/${id}`, { method: 'DELETE', headers: editor })
    expect((await get(`/api/people/${id}`)).status).toBe(404)
    expect(JSON.stringify((await get('/api/people?sort=name')).body)).not.toContain(name)
  })

  test('to another collection changes nothing', async () => {
    await get('/api/people?limit=11')
    await create('topics', { name: `Topic ${next()}` })
    expect(origin(await get('/api/people?limit=11'))).toBe(HIT)
  })

  test('to what an answer follows a reference to makes a new one', async () => {
    await create('articles', { title: `By ${next()}`, status: 'published', author: id })
    const queries = ['populate=author', ...placesOf(`author.name[ne]=x${next()}`, 'title')]
    const paths = [...queries, 'limit=12'].map((query) => `/api/articles?${query}`)
    for (const path of paths) await get(path)
    await service.json(`/api/people/${id}`, { method: 'PATCH', body: { name: 'New name' }, headers: editor })
    const after = []
    for (const path of paths) after.push(origin(await get(path)))
    expect(after).toEqual([...queries.map(() => MISS), HIT])
    expect(JSON.stringify((await get('/api/articles?populate=author')).body)).toContain('New name')
  })

  test('to a user who is shown makes a new answer; one that nobody sees does not', async () => {
    const at = Date.now()
    await service.sql(
      `INSERT INTO users (id, email, username, created_at, updated_at) VALUES ('u1', 'u@example.com', 'uma', ?1, ?1)`,
      at,
    )
    await create('records', { name: 'kept', status: 'published', keeper: 'u1' })
    const path = '/api/records?populate=keeper'
    expect(JSON.stringify((await get(path)).body)).toContain('uma')
    await service.sql(`UPDATE users SET email = 'v@example.com' WHERE id = 'u1'`)
    await create('topics', { name: `Topic ${next()}` }) // this isolate looks at generations again
    expect(origin(await get(path))).toBe(HIT)
    await service.sql(`UPDATE users SET username = 'una' WHERE id = 'u1'`)
    await create('topics', { name: `Topic ${next()}` })
    const after = await get(path)
    expect([origin(after), JSON.stringify(after.body).includes('una')]).toEqual([MISS, true])
  })
})

test('what is scheduled is there at its moment, and nothing of before is given any longer', async () => {
  const scheduledAt = new Date(Date.now() + 1500).toISOString()
  const id = await create('articles', { title: `Soon ${next()}`, status: 'scheduled', scheduledAt })
  const before = await get('/api/articles?limit=13')
  expect(JSON.stringify(before.body)).not.toContain(id)
  expect(Number(before.headers.get('x-cache-ttl'))).toBeLessThanOrEqual(2)
  expect(origin(await get('/api/articles?limit=13'))).toBe(HIT)
  await new Promise((resolve) => setTimeout(resolve, Date.parse(scheduledAt) - Date.now() + 20))
  const after = await get('/api/articles?limit=13')
  expect([origin(after), JSON.stringify(after.body).includes(id)]).toEqual([MISS, true])
})

test('many who ask at once have it made once', async () => {
  await person()
  await get('/api/topics?limit=19') // generations are known
  await service.observed()
  const path = '/api/people?limit=14'
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)))
  const reads = (await service.observed()).calls.flat().filter(({ sql }) => sql.includes('FROM "people"'))
  expect(reads.length).toBe(1)
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('a plugin that is turned off keeps and answers nothing', async () => {
  await get('/api/people?limit=15')
  const setActive = async (active: number) => {
    await service.sql(`UPDATE plugins SET active = ?1 WHERE id = 'cache'`, active)
    await new Promise((resolve) => setTimeout(resolve, 1100)) // states are remembered for a second
  }
  await setActive(0)
  expect(origin(await get('/api/people?limit=15'))).toBe(BYPASS)
  for (const path of ['stats', 'browser']) {
    const { status, body } = await get(`/admin/cache/${path}`, as('admin'))
    expect([status, body.code]).toEqual([404, 'plugin_inactive'])
  }
  expect((await service.json('/admin/cache/clear', { method: 'POST', headers: as('admin') })).status).toBe(404)
  const { status } = await get('/auth/keeper/get?key=content:x')
  expect(status).toBe(404)
  await setActive(1)
  await get('/api/people?limit=15')
  expect(origin(await get('/api/people?limit=15'))).toBe(HIT)
})

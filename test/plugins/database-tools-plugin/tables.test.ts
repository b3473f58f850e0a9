import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill } from './fixture.ts'

const service = databaseTestService()
const headers = as('admin')
const browser = { ...headers, accept: 'text/html' }
const get = (path: string) => service.json(`/admin/database/${path}`, { headers })

beforeAll(() => fill(service, 30))

describe('tables', () => {
  test('are listed with what they hold', async () => {
    const { status, body } = await get('tables')
    expect(status).toBe(200)
    const names = body.data.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(['articles', 'articles__related', 'people', 'users', 'vault']))
    expect(names.filter((name: string) => /^(?:sqlite_|_cf_|.*_fts)/.test(name))).toEqual([])
    expect(body.data.find(({ name }: { name: string }) => name === 'articles')).toEqual({
      name: 'articles',
      rows: 30,
      columns: 15,
      indexes: expect.any(Number),
    })
  })

  test('show columns, references, indexes and a page of rows', async () => {
    const { data } = (await get('tables/articles__related?limit=10&page=3')).body
    expect(data.columns).toEqual([
      {
        name: 'owner_id',
        type: 'TEXT',
        notNull: true,
        default: null,
        primaryKey: true,
        references: 'articles.id',
        secret: false,
      },
      {
        name: 'target_id',
        type: 'TEXT',
        notNull: true,
        default: null,
        primaryKey: false,
        references: 'articles.id',
        secret: false,
      },
      {
        name: 'position',
        type: 'INTEGER',
        notNull: true,
        default: null,
        primaryKey: true,
        references: null,
        secret: false,
      },
    ])
    expect(data.indexes).toContainEqual({
      name: 'articles__related__target',
      unique: true,
      columns: ['target_id', 'owner_id'],
    })
    expect(data.sql).toContain('CREATE TABLE "articles__related"')
    expect(data.rows.length).toBe(9)
    expect(data.pagination).toEqual({ page: 3, limit: 10, total: 29, totalPages: 3, hasNext: false, hasPrev: true })
  })

  test('are sorted and filtered', async () => {
    const titles = async (query: string) =>
      (await get(`tables/articles?${query}`)).body.data.rows.map(({ title }: { title: string }) => title)
    expect(await titles('sort=-rating&limit=2')).toEqual(['Title 29', 'Title 28'])
    expect(await titles('sort=rating&limit=2')).toEqual(['Title 0', 'Title 1'])
    expect(await titles('column=title&q=TITLE%202&sort=title&limit=3')).toEqual(['Title 2', 'Title 20', 'Title 21'])
    expect(await titles('column=before&q=null')).toEqual(['Title 0'])
    expect(await titles('column=title&q=%25')).toEqual([])
  })

  test('never show secrets, nor sort or filter by them', async () => {
    const { data } = (await get('tables/vault')).body
    expect(data.rows[0]).toEqual({
      id: 1,
      label: 'Box 1',
      inscription: '[hidden]',
      token_hash: '[hidden]',
      hint: '[hidden]',
    })
    expect(data.columns.filter(({ secret }: { secret: boolean }) => secret).length).toBe(3)
    for (const query of ['sort=token_hash', 'sort=-inscription', 'column=hint&q=tip', 'sort=nothing', 'column=x&q=y']) {
      expect((await get(`tables/vault?${query}`)).status).toBe(400)
    }
    expect((await get('tables/users')).body.data.columns).toContainEqual(
      expect.objectContaining({ name: 'password_hash', secret: true }),
    )
  })

  test.each([
    ['nothing', 404],
    ['sqlite_schema', 404],
    ['_cf_METADATA', 404],
    ['articles_fts', 404],
    [encodeURIComponent('articles"; DROP TABLE vault; --'), 404],
    ['articles?limit=101', 400],
    ['articles?page=0', 400],
    ['articles?what=1', 400],
  ])('%s is %i', async (name, status) => {
    expect((await get(`tables/${name}`)).status).toBe(status)
  })

  test.each(['editor', 'viewer'])('are not for %s', async (role) => {
    for (const path of [
      '',
      '/tables',
      '/tables/users',
      '/query',
      '/migrations',
      '/migrations/status',
      '/performance',
    ]) {
      const answer = await service.json(`/admin/database${path}`, { headers: as(role) })
      expect([path, answer.status]).toEqual([path, 403])
    }
  })
})

test('the overview is for programs too', async () => {
  expect((await service.json('/admin/database', { headers })).body.data).toEqual({
    tables: expect.any(Number),
    rows: expect.any(Number),
    size: expect.any(Number),
    migrations: { applied: 1, pending: 0, drift: 0 },
    newestBackup: null,
  })
})

describe('pages', () => {
  test.each([
    ['/admin/database', 'Newest backup'],
    ['/admin/database/tables', 'articles__related'],
    ['/admin/database/tables/vault', '[hidden]'],
    ['/admin/database/tables/articles?sort=-rating&column=title&q=title', 'Title 29'],
    ['/admin/database/query', 'data-sql-console'],
    ['/admin/database/migrations', 'Nothing is pending'],
    ['/admin/database/backups', 'Back up now'],
    ['/admin/database/performance', 'Slowest statements'],
  ])('%s', async (path, text) => {
    const answer = await service.fetch(path, { headers: browser })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(text)
    expect(html).toContain('aria-current="page"')
    expect(html).not.toMatch(/mellon|sha-of|tip-1/)
  })

  test('are in German where that is asked for', async () => {
    const answer = await service.fetch('/admin/database/backups', { headers: { ...browser, 'accept-language': 'de' } })
    expect(await answer.text()).toContain('Jetzt sichern')
  })
})

describe('performance', () => {
  test('tells what requests of a route have asked, from what D1 measured', async () => {
    for (let n = 0; n < 5; n += 1) await service.json('/api/articles?limit=20&sort=title')
    const { data } = (await get('performance')).body
    const route = data.routes.find((one: { route: string }) => one.route === 'GET /api/articles')
    expect(route.statements).toBeGreaterThanOrEqual(5)
    expect(route.rowsRead).toBeGreaterThanOrEqual(100)
    expect(data.routes.map(({ rowsRead }: { rowsRead: number }) => rowsRead)).toEqual(
      data.routes.map(({ rowsRead }: { rowsRead: number }) => rowsRead).toSorted((a: number, b: number) => b - a),
    )
    const slow = data.slowest.find((one: { statement: string }) => /FROM "articles"/.test(one.statement))
    expect(slow).toMatchObject({ count: expect.any(Number), averageMs: expect.any(Number), maxMs: expect.any(Number) })
    // Values are no part of what is kept.
    expect(JSON.stringify(data)).not.toContain('Title 2')
  })

  test('adds up over time', async () => {
    const count = async () => {
      const { data } = (await get('performance')).body
      return data.routes.find((one: { route: string }) => one.route === 'GET /api/people').statements as number
    }
    await service.json('/api/people')
    const before = await count()
    await service.json('/api/people')
    expect(await count()).toBeGreaterThan(before)
  })

  test('is forgotten after a while', async () => {
    await service.sql('UPDATE database_statistics SET hour = hour - 31 * 86400000')
    await service.schedule()
    const old = await service.sql(
      'SELECT count(*) AS n FROM database_statistics WHERE hour < unixepoch() * 1000 - 2678400000',
    )
    expect(old).toEqual([{ n: 0 }])
  })
})

describe('the service', () => {
  const ask = async (method: string, ...args: unknown[]) =>
    (await service.json('/auth/vault/ask', { body: { method, args } })).body.answer

  test('does what the specification says', async () => {
    expect((await ask('getTables')).map(({ name }: { name: string }) => name)).toContain('vault')
    expect((await ask('getTableSchema', 'vault')).columns[0].name).toBe('id')
    expect(await ask('getTableSchema', 'nothing')).toBeNull()
    expect((await ask('executeQuery', 'SELECT ?1 AS a', ['x'])).rows).toEqual([{ a: 'x' }])
    expect(await ask('runMigrations')).toEqual({ applied: [], held: [] })
    expect((await ask('createBackup')).rows).toBeGreaterThan(30)
  })
})

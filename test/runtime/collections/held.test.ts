import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../../fixtures/held', import.meta.url)) })
const headers = as('editor', 'eve')
const next = counter()

const ask = async (method: string, path: string, body?: object) => {
  const answer = await service.json(path, { method, headers, ...(body && { body }) })
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', ...answer.body }
}

async function made(path: string, body: object): Promise<string> {
  const answer = await ask('POST', path, body)
  expect([answer.status, answer.errors]).toEqual([201, undefined])
  return answer.data.id
}

const tag = () => made('/api/tags', { name: `Tag ${next()}` })
const post = (body: object) => made('/api/posts', { title: `Post ${next()}`, status: 'published', ...body })

describe('references in groups, lists and blocks', () => {
  const INSIDE: readonly (readonly [path: string, body: (id: string) => object])[] = [
    ['seo.tag', (id) => ({ seo: { tag: id } })],
    ['marks.0', (id) => ({ marks: [id] })],
    ['parts.0.source', (id) => ({ parts: [{ type: 'quote', source: id }] })],
    ['parts.0.more', (id) => ({ parts: [{ type: 'quote', more: [id] }] })],
    ['parts.0.rows.0.tag', (id) => ({ parts: [{ type: 'table', rows: [{ tag: id }] }] })],
  ]
  const NOWHERE = '00000000-0000-7000-8000-000000000000'

  it.each(INSIDE)('lead somewhere when they are written: %s', async (path, body) => {
    const [id, other] = [await tag(), await tag()]
    const known = await post({ tags: [id] })
    const ends = async (data: object) => {
      const title = `Post ${next()}`
      const writes = [
        () => ask('POST', '/api/posts', { title, tags: [id], ...data }),
        () => ask('PATCH', `/api/posts/${known}`, data),
        () => ask('PUT', `/api/posts/${known}`, { title, tags: [id], ...data }),
        () => ask('PATCH', `/api/posts/${known}?draft=true`, data),
        () => ask('POST', '/api/posts/bulk', { operations: [{ action: 'update', id: known, data }] }),
        () =>
          ask('POST', '/api/posts/bulk', { operations: [{ action: 'create', data: { title, tags: [id], ...data } }] }),
      ]
      const answers = []
      for (const write of writes) answers.push(await write())
      return answers
    }
    for (const wrong of [NOWHERE, known]) {
      const refused = await ends(body(wrong))
      expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
      expect(refused.map(({ errors }) => errors.map((one: { path: string }) => one.path))).toEqual([
        ...[1, 2, 3, 4].map(() => [path]),
        [`operations.0.data.${path}`],
        [`operations.0.data.${path}`],
      ])
    }
    expect((await ends(body(other))).map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200])
    // What is left behind by a deletion stops no other change.
    expect((await ask('DELETE', `/api/tags/${other}`)).status).toBe(204)
    expect((await ask('PATCH', `/api/posts/${known}`, { title: `Post ${next()}`, ...body(other) })).status).toBe(200)
  })

  it('are looked at again when pending changes are published', async () => {
    const [id, other] = [await tag(), await tag()]
    const known = await post({ tags: [id] })
    expect((await ask('PATCH', `/api/posts/${known}?draft=true`, { seo: { tag: other } })).status).toBe(200)
    expect((await ask('DELETE', `/api/tags/${other}`)).status).toBe(204)
    const { status, errors } = await ask('POST', `/api/posts/${known}/publish`)
    expect([status, errors[0].path]).toEqual([422, 'seo.tag'])
  })
})

describe('a list that must hold something', () => {
  interface State {
    readonly a: string
    readonly b: string
    readonly known: string
  }
  const bulk = (...operations: object[]) => ask('POST', '/api/posts/bulk', { operations })
  const OPERATIONS: { readonly [name: string]: (state: State) => ReturnType<typeof ask> } = {
    'delete a': ({ a }) => ask('DELETE', `/api/tags/${a}`),
    'delete b': ({ b }) => ask('DELETE', `/api/tags/${b}`),
    'delete a in bulk': ({ a }) => ask('POST', '/api/tags/bulk', { operations: [{ action: 'delete', id: a }] }),
    'patch to a': ({ a, known }) => ask('PATCH', `/api/posts/${known}`, { tags: [a] }),
    'patch to b': ({ b, known }) => ask('PATCH', `/api/posts/${known}`, { tags: [b] }),
    'put a': ({ a, known }) => ask('PUT', `/api/posts/${known}`, { title: `Put ${next()}`, tags: [a] }),
    'post with a': ({ a }) => ask('POST', '/api/posts', { title: `New ${next()}`, tags: [a] }),
    'post with b': ({ b }) => ask('POST', '/api/posts', { title: `New ${next()}`, tags: [b] }),
    'bulk with b': ({ b, known }) =>
      bulk(
        { action: 'create', data: { title: `New ${next()}`, tags: [b] } },
        { action: 'update', id: known, data: { tags: [b] } },
      ),
  }
  const names = Object.keys(OPERATIONS)
  const pairs = names.flatMap((first, index) => names.slice(index).map((second) => [first, second] as const))

  it.each(pairs)('does, with %s and %s at once', async (first, second) => {
    for (const order of [
      [first, second],
      [second, first, second],
    ]) {
      const [a, b] = [await tag(), await tag()]
      const state = { a, b, known: await post({ tags: [a, b] }) }
      const answers = await Promise.all(order.map((name) => OPERATIONS[name]?.(state)))
      const statuses = answers.map((answer) => answer?.status ?? 0)
      expect([200, 201, 204, 404, 409, 422]).toEqual(expect.arrayContaining(statuses))
      const { data } = await ask('GET', '/api/posts?limit=100&sort=-createdAt')
      for (const one of data.slice(0, 5)) {
        expect(one.tags.length).toBeGreaterThan(0)
        expect(one.tags.length).toBeLessThanOrEqual(2)
      }
    }
  })

  it('stays so when one request changes a document and deletes what it holds', async () => {
    const tags = [await tag()]
    const other = await post({ tags })
    const known = await post({ tags, related: [other] })
    const deletion = { action: 'delete', id: other }
    const answers = [
      await ask('DELETE', `/api/posts/${other}`),
      await bulk(deletion),
      await bulk({ action: 'update', id: known, data: { title: `Post ${next()}` } }, deletion),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 422])
    const third = await post({ tags })
    expect((await bulk({ action: 'update', id: known, data: { related: [third] } }, deletion)).status).toBe(200)
    expect((await ask('GET', `/api/posts/${known}`)).data.related).toEqual([third])
  })
})

describe('a list of accounts that must hold one', () => {
  const account = async () => {
    const id = `account-${next()}`
    await service.sql(
      `INSERT INTO users (id, email, username, role, is_active, created_at, updated_at) VALUES (?1, ?1 || '@example.com', ?1, 'editor', 1, 1, 1)`,
      id,
    )
    return id
  }
  const remove = (id: string) => service.json(`/admin/users/${id}`, { method: 'DELETE', headers: as('admin') })

  it.each([1, 2, 3])('does, whoever is deleted at once (%i)', async () => {
    const tags = [await tag()]
    const keepers = [await account(), await account(), await account()]
    const known = await post({ tags, keepers })
    const statuses = (await Promise.all(keepers.map(remove))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 409])
    expect((await ask('GET', `/api/posts/${known}`)).data.keepers).toHaveLength(1)
  })

  it('does, where one is deleted while a change leaves nobody else', async () => {
    const tags = [await tag()]
    const [a, b] = [await account(), await account()]
    const known = await post({ tags, keepers: [a, b] })
    const [deleted, changed] = await Promise.all([remove(a), ask('PATCH', `/api/posts/${known}`, { keepers: [a] })])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, changed.status])
    expect((await ask('GET', `/api/posts/${known}`)).data.keepers.length).toBeGreaterThan(0)
  })
})

describe('a slug that is made in a pending change', () => {
  it('is numbered where another document has it', async () => {
    const tags = [await tag()]
    const title = `Twin ${next()}`
    const slug = title.toLowerCase().replace(' ', '-')
    const known = await post({ title, tags })
    const other = await post({ tags })
    const changed = await ask('PATCH', `/api/posts/${other}?draft=true`, { title, slug: null })
    expect([changed.status, changed.data.slug]).toEqual([200, `${slug}-2`])
    expect((await ask('PATCH', `/api/posts/${other}?draft=true`, { slug })).code).toBe('conflict')
    expect((await ask('POST', `/api/posts/${other}/publish`)).data.slug).toBe(`${slug}-2`)
    expect((await ask('GET', `/api/posts/${known}`)).data.slug).toBe(slug)
  })

  it.each(['published', 'due'])('is numbered where another document has it once it is %s', async (way) => {
    const tags = [await tag()]
    const title = `Later ${next()}`
    const slug = title.toLowerCase().replace(' ', '-')
    const other = await post({ tags })
    const scheduledAt = '2099-01-01T00:00:00Z'
    const change = { title, slug: null, ...(way === 'due' && { scheduledAt }) }
    expect((await ask('PATCH', `/api/posts/${other}?draft=true`, change)).data.slug).toBe(slug)
    await post({ title, tags })
    if (way === 'published') expect((await ask('POST', `/api/posts/${other}/publish`)).status).toBe(200)
    else {
      await service.sql('UPDATE "content_drafts" SET "scheduled_at" = 1 WHERE "document_id" = ?1', other)
      await service.schedule()
    }
    expect((await ask('GET', `/api/posts/${other}`)).data.slug).toBe(`${slug}-2`)
  })
})

describe('hooks that call each other', () => {
  const loops = () => service.logs.filter((line) => line.code === 'hook_loop')

  it('end when one changes its own document', async () => {
    const before = loops().length
    const id = await made('/api/selves', { turn: 0 })
    expect((await ask('GET', `/api/selves/${id}`)).data.turn).toBe(8)
    expect(loops().length).toBe(before + 1)
    expect(loops().at(-1)?.error).toContain('Hooks keep calling each other: ring (content:save).')
    expect((await ask('GET', '/api/tags')).status).toBe(200)
  })

  it('end when two collections answer each other', async () => {
    const before = loops().length
    await made('/api/ping', { turn: 0 })
    const turns = async (name: string) =>
      (await ask('GET', `/api/${name}?sort=turn`)).data.map(({ turn }: { turn: number }) => turn)
    expect([await turns('ping'), await turns('pong')]).toEqual([
      [0, 2, 4, 6, 8],
      [1, 3, 5, 7],
    ])
    expect(loops().length).toBe(before + 1)
  })
})

import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { AuthorsDocument, Collections } from '../../.cms/types.d.ts'
import { createClient, LintelError, type Tokens } from '../../src/client/index.ts'
import { type Service, startService } from '../harness/service.ts'
import { codeIn, nextMail } from '../plugins/core-auth/mailbox.ts'
import { addUser, PASSWORD, signedIn } from '../plugins/core-auth/people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: 'a secret of the tests that is long enough' } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

/** A client whose requests are counted by path. */
function countingClient(options: { token?: string; refreshToken?: string } = {}) {
  const calls: string[] = []
  const kept: (Tokens | null)[] = []
  const client = createClient<Collections>({
    baseUrl: `${service.url.origin}/`,
    ...options,
    onTokens: (tokens) => kept.push(tokens),
    fetch: (input, init) => {
      calls.push(`${init.method} ${new URL(input).pathname}`)
      return fetch(input, init)
    },
  })
  return { client, calls, kept }
}

const failure = (promise: Promise<unknown>): Promise<LintelError> =>
  promise.then(
    () => {
      throw new Error('it should have failed')
    },
    (error) => error,
  )

describe('a collection', () => {
  it('is created, read, listed, changed, replaced, restored and deleted', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const posts = client.collection('posts')
    const created = await posts.create({ title: 'One', kind: 'review' })
    expectTypeOf(created.data.title).toEqualTypeOf<string>()
    expect(created).toMatchObject({
      data: { title: 'One', status: 'draft', version: 1 },
      etag: expect.stringMatching(/^"/),
    })
    const { id } = created.data

    expect((await posts.get(id)).data).toEqual(created.data)
    const changed = await posts.update(id, { summary: 'Two' }, { ifMatch: created.etag })
    expect(changed.data).toMatchObject({ title: 'One', summary: 'Two', version: 2 })
    const replaced = await posts.replace(id, { title: 'Three', status: 'published' })
    expect(replaced.data).toMatchObject({ title: 'Three', summary: null, status: 'published' })

    const page = await posts.list({
      fields: ['title', 'kind'],
      sort: ['-createdAt', 'title'],
      where: { title: 'Three' },
    })
    expectTypeOf(page.data).toEqualTypeOf<
      readonly { id: string; title: string; kind: 'news' | 'feature' | 'opinion' | 'review' | null }[]
    >()
    expect(page).toMatchObject({ data: [{ id, title: 'Three', kind: 'news' }], pagination: { total: 1 } })

    expect((await posts.versions(id, { limit: 2 })).data.map(({ version }) => version)).toEqual([3, 2])
    expect((await posts.version(id, 1)).title).toBe('One')
    expect((await failure(posts.restore(id, 1, { ifMatch: created.etag }))).code).toBe('precondition_failed')
    expect((await posts.restore(id, 1)).data).toMatchObject({ title: 'One', version: 4, status: 'published' })
    expect((await posts.update(id, { title: 'Four' }, { draft: true })).data.hasDraft).toBe(true)
    const pending = await posts.get(id, { draft: true })
    expect([pending.data.title, (await posts.get(id)).data.title]).toEqual(['Four', 'One'])
    expect((await posts.publish(id, { ifMatch: pending.etag })).data).toMatchObject({ title: 'Four', version: 5 })
    await posts.restore(id, '4.1', { draft: true })
    await posts.update(id, { title: 'Five' }, { draft: true })
    await posts.discardDraft(id)
    expect((await posts.get(id)).data).toMatchObject({ title: 'Four', hasDraft: false })
    await posts.delete(id)
    expect((await failure(posts.get(id))).code).toBe('not_found')
  })

  it('is listed by conditions, with references populated, page by page', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const author = (await client.collection('authors').create({ name: 'Ada & Co' })).data
    const posts = client.collection('posts')
    for (const title of ['Ann, or', 'Anna', 'Bob', 'Hannah']) {
      await posts.create({ title, author: title === 'Bob' ? null : author.id })
    }
    const query = {
      where: { title: { contains: 'ANN', ne: 'Anna' }, 'author.name': 'Ada & Co' },
      or: [{ title: { startsWith: 'ann' } }, { kind: { in: ['news', 'review'] }, cover: { null: true } }],
      sort: 'title',
      limit: 1,
    } as const
    const page = await posts.list({ ...query, fields: ['title'], populate: ['author'] })
    expectTypeOf(page.data[0]?.author).toEqualTypeOf<AuthorsDocument | null | undefined>()
    expectTypeOf(page.data[0]?.title).toEqualTypeOf<string | undefined>()
    expect(page.data).toMatchObject([{ title: 'Ann, or', author: { id: author.id, name: 'Ada & Co' } }])
    const one = await posts.get(page.data[0]?.id ?? '', { fields: ['slug'], populate: ['author'] })
    expectTypeOf(one.data.author).toEqualTypeOf<AuthorsDocument | null>()
    expect(one.data).toEqual({ id: page.data[0]?.id, slug: 'ann-or', author: page.data[0]?.author })
    // @ts-expect-error what was not asked for is not there
    ;() => one.data.title
    const { nextCursor } = page.pagination
    const next = await posts.list({ ...query, cursor: nextCursor ?? '' })
    expect(next.data.map(({ title }) => title)).toEqual(['Hannah'])
    expect(next.pagination).toEqual({
      limit: 1,
      hasNext: false,
      hasPrev: true,
      nextCursor: null,
      prevCursor: expect.any(String),
    })
    expect((await posts.list({ q: 'hann' })).data.map(({ title }) => title)).toEqual(['Hannah'])
    expect((await posts.list({ q: 'hann', count: 'none' })).pagination).not.toHaveProperty('total')
  })

  it('is found by any list of values', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const tags = client.collection('tags')
    const values = ['Smith, John', 'Doe\\, Jane', 'Smith', 'c\\']
    for (const name of values) await tags.create({ name })
    const found = async (where: object) =>
      (await tags.list({ where, sort: 'name', limit: 100 })).data
        .map(({ name }) => name)
        .filter((name) => values.includes(name))
    const lists = values.flatMap((one, index) => [[one], [...values.slice(index)]])
    for (const list of lists) expect(await found({ name: { in: list } })).toEqual([...list].sort())
    expect(await found({ name: { in: [] } })).toEqual([])
    expect(await found({ name: { nin: [] } })).toEqual([...values].sort())
  })

  it('is read to its end, page by page or document by document', async () => {
    const { client, calls } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const tags = client.collection('tags')
    const operations = ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
      action: 'create' as const,
      data: { name: `walked ${letter}` },
    }))
    await tags.bulk(operations)
    calls.length = 0
    const query = { where: { name: { startsWith: 'walked' } }, sort: 'name', fields: ['name'], limit: 2 } as const
    const names: string[] = []
    for await (const tag of tags.all(query)) {
      expectTypeOf(tag).toEqualTypeOf<{ id: string; name: string }>()
      names.push(tag.name)
    }
    expect(names).toEqual(operations.map(({ data }) => data.name))
    expect(calls).toHaveLength(3)
    const totals: (number | undefined)[] = []
    for await (const { data, pagination } of tags.pages({ ...query, count: 'exact' })) {
      totals.push(pagination.total)
      if (data.some(({ name }) => name === 'walked c')) break
    }
    expect(totals).toEqual([5, 5])
    expect(calls).toHaveLength(5)
  })

  it('is compared with points in time', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const tags = client.collection('tags')
    const { data } = await tags.create({ name: 'timed' })
    const at = new Date(data.createdAt)
    const found = (where: { gte: Date } | { lt: Date }) =>
      tags.list({ where: { createdAt: where, name: 'timed' } }).then((page) => page.data.length)
    expect([await found({ gte: at }), await found({ lt: at })]).toEqual([1, 0])
  })

  it('is created once for one idempotency key', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const create = () => client.collection('tags').create({ name: 'Once' }, { idempotencyKey: 'once' })
    expect((await create()).data.id).toBe((await create()).data.id)
  })

  it('takes many operations at once', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const tags = client.collection('tags')
    const one = await tags.create({ name: 'Before bulk' })
    const operations = [
      { action: 'create', data: { name: 'In bulk' } },
      { action: 'update', id: one.data.id, data: { name: 'After bulk' }, ifMatch: one.etag },
    ] as const
    const outcomes = await tags.bulk(operations, { idempotencyKey: 'bulk-1' })
    expect(outcomes.map(({ status }) => status)).toEqual([201, 200])
    expect((await tags.get(one.data.id)).data.name).toBe('After bulk')
    expect(await tags.bulk(operations, { idempotencyKey: 'bulk-1' })).toEqual(outcomes)
    const refused = await failure(tags.bulk([{ action: 'delete', id: 'nowhere' }]))
    expect(refused).toMatchObject({ code: 'not_found', errors: [{ path: 'operations.0' }] })
  })

  it('is typed: what is not declared does not compile', () => {
    const { client } = countingClient()
    const posts = client.collection('posts')
    // @ts-expect-error there is no such collection
    client.collection('post')
    // @ts-expect-error there is no such field
    ;() => posts.create({ title: 'x', tilte: 'x' })
    // @ts-expect-error a title is required
    ;() => posts.create({})
    // @ts-expect-error there is no such field to sort by
    ;() => posts.list({ sort: '-titel' })
    // @ts-expect-error there is no such operator
    ;() => posts.list({ where: { title: { like: 'x' } } })
    // @ts-expect-error there is no such field to ask for
    ;() => posts.list({ where: { titel: 'x' } })
    // @ts-expect-error there is no such reference
    ;() => posts.list({ populate: ['auhtor'] })
    // @ts-expect-error what was not asked for is not there
    ;async () => (await posts.list({ fields: ['title'] })).data[0]?.summary
  })

  it('encodes what stands in an address', async () => {
    const { client, calls } = countingClient()
    await failure(client.collection('posts').get('a/../b?c'))
    expect(calls).toEqual(['GET /api/posts/a%2F..%2Fb%3Fc'])
  })
})

describe('an error', () => {
  it('carries the problem', async () => {
    const { client } = countingClient({ token: (await signedIn(service, 'admin')).token })
    const error = await failure(client.collection('posts').create({ title: '', slug: 'No Slug' }))
    expect(error).toBeInstanceOf(LintelError)
    expect(error).toMatchObject({
      name: 'LintelError',
      status: 422,
      code: 'validation_failed',
      problem: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(error.errors.map(({ path }) => path)).toContain('slug')
    expect(error.message).toBe(error.problem.detail)
    expect(error.message).not.toBe(error.problem.title)
  })

  it('says when to come back', async () => {
    const { client } = countingClient()
    const { email } = await addUser(service)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await failure(client.auth.login(email, 'wrong'))).code).toBe('invalid_credentials')
    }
    const error = await failure(client.auth.login(email, PASSWORD))
    expect(error.code).toBe('rate_limited')
    expect(error.retryAfter).toBeGreaterThan(0)
    await service.sql('DELETE FROM limited_attempts')
  })

  it('of something that is no service is one, too', async () => {
    const client = createClient({
      baseUrl: 'http://localhost',
      retries: 0,
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    })
    const error = await failure(client.collection('posts').get('1'))
    expect(error).toMatchObject({ status: 502, code: 'unexpected_answer', message: 'Bad Gateway' })
  })
})

describe('signing in', () => {
  it('keeps the tokens, tells of them, and forgets them', async () => {
    const { client, kept } = countingClient()
    const { email } = await addUser(service, { role: 'editor' })
    expect(await client.auth.login(email, PASSWORD)).toMatchObject({ role: 'editor' })
    expect((await client.auth.me()).permissions).toContain('content.publish')
    const tokens = client.auth.tokens()
    expect(kept).toEqual([tokens])
    await client.auth.logout()
    expect(client.auth.tokens()).toBeNull()
    expect(kept).toEqual([tokens, null])
    expect((await failure(client.auth.me())).code).toBe('unauthenticated')
    expect(await client.auth.refresh()).toBe(false)
  })

  it('tells of a second factor, and ends with its code', async () => {
    const { client, kept } = countingClient()
    const { id, email } = await addUser(service)
    await service.sql('UPDATE users SET second_factor = 1 WHERE id = ?', id)
    const outcome = await client.auth.login(email, PASSWORD)
    expect(outcome).toEqual({ challenge: 'otp', challengeToken: expect.any(String) })
    expect([client.auth.tokens(), kept]).toEqual([null, []])
    if (!('challenge' in outcome)) return
    const user = await client.auth.code(outcome.challengeToken, codeIn(await nextMail(service, email)))
    expect(user).toMatchObject({ id })
    expect(kept).toEqual([client.auth.tokens()])
  })

  it('is renewed once when the token is refused, however many requests meet that', async () => {
    const { refreshToken } = await signedIn(service, 'editor')
    const { client, calls, kept } = countingClient({ token: 'expired', refreshToken })
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.auth.me()))
    expect(new Set(answers.map(({ user }) => user.role))).toEqual(new Set(['editor']))
    expect(calls.filter((call) => call === 'POST /api/auth/refresh')).toHaveLength(1)
    expect(calls.filter((call) => call === 'GET /api/auth/me')).toHaveLength(12)
    expect(kept).toHaveLength(1)
    expect(kept[0]?.refreshToken).not.toBe(refreshToken)
  })

  it('is over when the refresh token no longer works', async () => {
    const { client, calls, kept } = countingClient({ token: 'expired', refreshToken: 'revoked' })
    expect((await failure(client.auth.me())).code).toBe('invalid_token')
    expect(calls).toEqual(['GET /api/auth/me', 'POST /api/auth/refresh'])
    expect(kept).toEqual([null])
  })

  it('with a wrong password spends neither the old tokens nor a second attempt', async () => {
    const { client, calls } = countingClient(await signedIn(service))
    await failure(client.auth.login('nobody@example.com', 'wrong'))
    expect(calls).toEqual(['POST /api/auth/login'])
    expect((await client.auth.me()).user.role).toBe('viewer')
  })
})

it('reaches every other endpoint', async () => {
  const { client } = countingClient()
  const response = await client.request({ method: 'GET', path: '/api/content', query: { limit: 1 } })
  expect(await response.json()).toHaveProperty('pagination.limit', 1)
})

import { expect, it, vi } from 'vitest'
import { type ClientOptions, createClient, type LintelError } from '../../src/client/index.ts'

type Answer = Response | Error

const problem = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ type: 'about:blank', title: 'no', status, code: 'no' }, { status, headers })
const broken = () => new TypeError('fetch failed')
const created = () => Response.json({ data: { id: '1' } }, { status: 201, headers: { etag: '"1"' } })
const listed = () => Response.json({ data: [], pagination: { nextCursor: null } })

/** A client that is answered in this order, and by the last answer from then on. */
function answered(answers: readonly (() => Answer)[], options: Partial<ClientOptions> = {}) {
  const sent: { readonly at: number; readonly key: string | undefined }[] = []
  const client = createClient({
    baseUrl: 'https://cms.example.com',
    fetch: async (_input, { headers }) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)]?.()
      sent.push({ at: Date.now(), key: (headers as Record<string, string>)['idempotency-key'] })
      if (!(answer instanceof Response)) throw answer
      return answer
    },
    ...options,
  })
  return { posts: client.collection('posts'), sent }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: LintelError) => error,
  )

it('reads again where the line broke or the service could not', async () => {
  for (const first of [broken, () => problem(429), () => problem(502), () => problem(503), () => problem(504)]) {
    const { posts, sent } = answered([first, listed])
    await posts.list()
    expect(sent).toHaveLength(2)
  }
})

it('reads again when a response breaks off', async () => {
  const cut = () => {
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode('{ "data": ['))
    const pull = (controller: ReadableStreamDefaultController) => controller.error(new TypeError('terminated'))
    return new Response(new ReadableStream({ start, pull }), { headers: { 'content-type': 'application/json' } })
  }
  const { posts, sent } = answered([cut, listed])
  expect((await posts.list()).data).toEqual([])
  expect(sent).toHaveLength(2)
})

it('does not read again what was refused', async () => {
  for (const status of [400, 401, 403, 404, 500]) {
    const { posts, sent } = answered([() => problem(status), listed])
    expect(await failure(posts.list())).toMatchObject({ status })
    expect(sent).toHaveLength(1)
  }
})

it('gives up after as many tries as it was told', async () => {
  const never = answered([broken], { retries: 0 })
  expect(await failure(never.posts.list())).toBeInstanceOf(TypeError)
  expect(never.sent).toHaveLength(1)
  const twice = answered([() => problem(503)], { retries: 1 })
  expect(await failure(twice.posts.list())).toMatchObject({ status: 503 })
  expect(twice.sent).toHaveLength(2)
})

it('waits longer each time, and as long as the service says', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const waits = async (answers: readonly (() => Answer)[]) => {
      const { posts, sent } = answered(answers, { retries: 2 })
      const listing = posts.list()
      await vi.runAllTimersAsync()
      await listing
      return sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
    }
    const [first = 0, second = 0] = await waits([broken, broken, listed])
    expect([first >= 200 && first <= 600, second >= 400 && second <= 1200]).toEqual([true, true])
    expect(await waits([() => problem(429, { 'retry-after': '7' }), listed])).toEqual([7000])
    vi.setSystemTime(new Date('2026-11-23T08:00:00Z'))
    const later = { 'retry-after': 'Mon, 23 Nov 2026 08:00:05 GMT' }
    expect(await waits([() => problem(503, later), listed])).toEqual([5000])
  } finally {
    vi.useRealTimers()
  }
})

it('leaves a long wait to the caller', async () => {
  const { posts, sent } = answered([() => problem(429, { 'retry-after': '900' })])
  expect(await failure(posts.list())).toMatchObject({ status: 429, retryAfter: 900 })
  expect(sent).toHaveLength(1)
})

it('creates again under the same key, and other calls under others', async () => {
  const { posts, sent } = answered([broken, () => problem(503), created])
  await posts.create({})
  await posts.create({})
  await posts.create({}, { idempotencyKey: 'mine' })
  const [a, b, c, d, mine] = sent.map(({ key }) => key)
  expect(a).toMatch(/^[0-9a-z]{20,}$/)
  expect([b, c]).toEqual([a, a])
  expect(d).not.toBe(a)
  expect(mine).toBe('mine')
})

it('sends no other write twice, and no key where it does not retry', async () => {
  for (const write of ['update', 'replace', 'delete'] as const) {
    const { posts, sent } = answered([broken, created])
    const writing = write === 'delete' ? posts.delete('1') : posts[write]('1', {})
    expect(await failure(writing)).toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(1)
  }
  const { posts, sent } = answered([created], { retries: 0 })
  await posts.create({})
  expect(sent[0]?.key).toBeUndefined()
})

it('takes a refusal to renew the token for an answer', async () => {
  const sent: string[] = []
  const client = createClient({
    baseUrl: 'https://cms.example.com',
    token: 'expired',
    refreshToken: 'r',
    fetch: async (input) => {
      sent.push(new URL(input).pathname)
      return problem(input.endsWith('/refresh') ? 429 : 401)
    },
  })
  expect(await failure(client.auth.me())).toMatchObject({ status: 429 })
  expect(sent).toEqual(['/api/auth/me', '/api/auth/refresh'])
})

it('ends at once when it is told to stop', async () => {
  const stop = new AbortController()
  const { posts, sent } = answered([() => problem(503, { 'retry-after': '20' })])
  const listing = failure(posts.list({}, { signal: stop.signal }))
  setTimeout(() => stop.abort(new Error('enough')), 20)
  expect(await listing).toMatchObject({ message: 'enough' })
  expect(sent).toHaveLength(1)
})

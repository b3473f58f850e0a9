import { beforeEach, describe, expect, it } from 'vitest'
import { admin, type Row, setUp } from './site.ts'

const site = setUp()

const write = async (method: string, path: string, body: object) => {
  const answer = await site.service.json(path, { method, headers: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body.data as Row
}
const exists = async (collection: string, id: string) =>
  (await site.service.json(`/api/${collection}/${id}`, { headers: admin })).status === 200

/** Deletes documents written by tests first, so that nothing refers to others. */
beforeEach(async () => {
  await site.service.fetch('/api/health')
  for (const statement of [
    'DELETE FROM everything',
    'UPDATE hens SET egg = NULL',
    'DELETE FROM eggs',
    'DELETE FROM hens',
    'UPDATE topics SET parent = NULL',
    'DELETE FROM topics',
  ]) {
    await site.service.sql(statement)
  }
  await site.call('clear')
})

describe('clearing', () => {
  it('removes everything that was made, edited or not, and nothing else', async () => {
    const own = await write('POST', '/api/topics', { name: 'Mine' })
    const before = await counts()
    await site.call('generate', { contentCount: 80, userCount: 3, mediaCount: 3, seed: 3 })
    const [loop] = await site.all('loops')
    await write('PATCH', `/api/loops/${loop?.id}`, { name: 'Edited' })
    const cleared = await site.call('clear')
    expect(cleared).toEqual({
      removed: { content: 80, users: 3, media: 3 },
      kept: { content: 0, users: 0, media: 0 },
      remaining: 0,
    })
    expect(await counts()).toEqual(before)
    expect(await exists('topics', own.id)).toBe(true)
    expect(await site.status()).toMatchObject({ content: 0, users: 0, media: 0 })
  })

  it('can be done bit by bit', async () => {
    await site.call('generate', { contentCount: 900, collections: ['topics'], userCount: 2, mediaCount: 1, seed: 3 })
    const first = await site.call('clear', { limit: 100 })
    expect(first.remaining).toBeGreaterThan(0)
    const rest = await site.call('clear')
    expect([rest.remaining, await site.status()]).toEqual([0, expect.objectContaining({ content: 0, users: 0 })])
    expect(first.removed.content + rest.removed.content).toBe(900)
  })

  it('keeps what somebody else’s document cannot do without, and tells', async () => {
    await site.call('generate', {
      contentCount: 20,
      collections: ['topics', 'hens', 'eggs'],
      mediaCount: 0,
      userCount: 0,
      seed: 3,
    })
    const [topic] = await site.all('topics')
    const child = await write('POST', '/api/topics', { name: 'Mine', parent: topic?.id })
    const [egg] = await site.all('eggs')
    const { removed, kept } = await site.call('clear')
    // The first topic has no parent, so it alone is held.
    expect([kept.content, removed.content]).toEqual([1, 19])
    expect(await exists('topics', topic?.id ?? '')).toBe(true)
    expect(await exists('topics', child.id)).toBe(true)
    expect(await exists('eggs', egg?.id ?? '')).toBe(false)
    await write('PATCH', `/api/topics/${child.id}`, { parent: null })
    expect((await site.call('clear')).removed.content).toBe(1)
  })

  it('takes nothing along: a document that would go with what it refers to keeps it', async () => {
    await site.call('generate', {
      contentCount: 4,
      collections: ['hens', 'eggs'],
      mediaCount: 0,
      userCount: 0,
      seed: 3,
    })
    const [hen] = await site.all('hens')
    const own = await write('POST', '/api/eggs', { name: 'Mine', hen: hen?.id })
    const { kept } = await site.call('clear')
    // The hen stays for the egg, and the hen’s own egg for the hen, and that one’s hen.
    expect(kept.content).toBeGreaterThanOrEqual(2)
    expect(await exists('eggs', own.id)).toBe(true)
    expect((await site.all('eggs')).every(({ hen: of }) => typeof of === 'string')).toBe(true)
  })

  it('takes references out of what may be without them, and keeps images that content shows', async () => {
    await site.call('generate', { contentCount: 60, userCount: 2, mediaCount: 2, seed: 3 })
    const [made] = await site.all('everything')
    const { id, topics, ...rest } = made as Row
    const system = [
      'status',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'scheduledAt',
      'createdBy',
      'updatedBy',
      'version',
      'hasDraft',
    ]
    const body = Object.fromEntries(
      Object.entries(rest).filter(([name]) => ![...system, 'counted', 'slug'].includes(name)),
    )
    const own = await write('POST', '/api/everything', {
      ...body,
      topics,
      code: 'OWN-0001',
      email: 'own@x.example',
      rank: -9,
      secret: 's',
    })
    const { kept } = await site.call('clear')
    expect(kept).toEqual({ content: expect.any(Number), users: 1, media: expect.any(Number) })
    expect(kept.media).toBeGreaterThanOrEqual(1)
    expect(await exists('everything', id)).toBe(false)
    const left = (await site.service.json(`/api/everything/${own.id}`, { headers: admin })).body.data
    expect(left.topic).toBe(made?.topic)
    expect(left.topics.length).toBeLessThanOrEqual((topics as string[]).length)
    await site.service.json(`/api/everything/${own.id}`, { method: 'DELETE', headers: admin })
    await site.service.json(`/api/everything/trash/${own.id}`, { method: 'DELETE', headers: admin })
    await site.call('clear')
    expect(await site.status()).toMatchObject({ content: 0, users: 0, media: 0 })
  })
})

async function counts() {
  const tables = [
    'content',
    'content_versions',
    'users',
    'media',
    'media_files',
    'media_usages',
    'everything',
    'topics',
  ]
  const rows = await Promise.all(tables.map((name) => site.service.sql(`SELECT count(*) AS n FROM ${name}`)))
  return Object.fromEntries(tables.map((name, index) => [name, rows[index]?.[0]?.n]))
}

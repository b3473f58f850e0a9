import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { admin, names, setUp } from './site.ts'

const site = setUp()
const ASKED = { contentCount: 90, userCount: 4, mediaCount: 3, seed: 7 }

/** System properties of a document, which a body does not have. */
const SYSTEM = [
  'id',
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

describe('made data', () => {
  beforeEach(async () => {
    await site.call('clear')
  })

  it('is as much as was asked for, and passes every validator', async () => {
    const { created, skipped, next, seed } = await site.call('generate', ASKED)
    expect([created, skipped, next, seed]).toEqual([{ content: 90, users: 4, media: 3 }, [], null, 7])
    const made = await site.everything()
    const counts = names.map((name) => [name, made[name]?.length])
    expect(Object.fromEntries(counts)).toMatchObject({ grades: 3, settings: 1 })
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(90)
    // Each document is taken when it is sent back, whole.
    for (const name of names) {
      for (const row of made[name] ?? []) {
        const body = Object.fromEntries(
          Object.entries(row).filter(([key]) => !SYSTEM.includes(key) && key !== 'counted'),
        )
        const answer = await site.service.json(`/api/${name}/${row.id}`, { method: 'PATCH', headers: admin, body })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
    }
  })

  it('refers to what there is, in trees and rings too', async () => {
    await site.call('generate', ASKED)
    const { everything, topics, hens, eggs, loops } = await site.everything()
    const ids = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id)
    for (const { topic, topics: several, person, picture, pictures } of everything ?? []) {
      expect(ids(topics)).toContain(topic)
      expect(new Set(several as string[]).size).toBeGreaterThanOrEqual(2)
      expect(ids(topics)).toEqual(expect.arrayContaining(several as string[]))
      for (const id of [picture, ...((pictures ?? []) as string[])]) {
        expect((await site.service.json(`/api/media/${id}`, { headers: admin })).status).toBe(200)
      }
      expect(await site.service.sql('SELECT 1 FROM users WHERE id = ?', person)).toHaveLength(1)
    }
    expect((topics ?? []).filter(({ parent }) => parent !== null).length).toBeGreaterThan(0)
    for (const { egg } of hens ?? []) expect(ids(eggs)).toContain(egg)
    for (const { hen } of eggs ?? []) expect(ids(hens)).toContain(hen)
    for (const { self } of loops ?? []) expect(ids(loops)).toContain(self)
  })

  it('is the same for the same seed, ids and files too, and different for another', async () => {
    const look = async () => ({
      documents: await site.everything(),
      users: await site.service.sql('SELECT id, email, role, created_at FROM users ORDER BY id'),
      media: await site.service.sql(
        'SELECT media.id, media.original_name, content_hash FROM media JOIN media_files ON media_files.id = file_id ORDER BY media.id',
      ),
    })
    await site.call('generate', ASKED)
    const first = await look()
    await site.call('clear')
    await site.call('generate', ASKED)
    expect(await look()).toEqual(first)
    await site.call('clear')
    await site.call('generate', { ...ASKED, seed: 8 })
    const other = await look()
    expect(other.documents.everything?.[0]?.id).not.toBe(first.documents.everything?.[0]?.id)
    const titles = ({ documents }: typeof first) => documents.everything?.map(({ title }) => title)
    expect(titles(other)).not.toEqual(titles(first))
  })

  it('comes out the same in parts, and nothing comes twice', async () => {
    const asked = { ...ASKED, contentCount: 1500, collections: ['topics', 'everything'] }
    expect((await site.call('generate', asked)).skipped).toEqual([])
    const look = () => site.service.sql('SELECT * FROM everything ORDER BY id')
    const whole = await look()
    expect(whole).toHaveLength(750)
    await site.call('clear')
    const sum = { content: 0, users: 0, media: 0 }
    for (let from: number | null = 0; from !== null; ) {
      const { created, next, total } = await site.call('generate', { ...asked, from, limit: 230 })
      for (const kind of ['content', 'users', 'media'] as const) sum[kind] += created[kind]
      expect(total).toBe(1507)
      from = next
    }
    expect(sum).toEqual({ content: 1500, users: 4, media: 3 })
    expect(await look()).toEqual(whole)
    const again = await site.call('generate', asked)
    expect(again.created).toEqual({ content: 0, users: 0, media: 0 })
    expect(again.skipped).toEqual([])
  })

  it('finds other unique values where some are taken', async () => {
    await site.call('generate', { ...ASKED, collections: ['topics'], contentCount: 400, seed: 1 })
    await site.call('generate', { ...ASKED, collections: ['topics'], contentCount: 400, seed: 2 })
    const [count] = await site.service.sql('SELECT count(*) AS n, count(DISTINCT name) AS names FROM topics')
    expect(count).toEqual({ n: 800, names: 800 })
  })

  it('says what could not be made', async () => {
    await site.call('generate', { ...ASKED, collections: ['grades'], contentCount: 3, seed: 1 })
    const full = await site.call('generate', { ...ASKED, collections: ['grades'], contentCount: 3, seed: 2 })
    expect(full.created.content).toBe(0)
    expect(full.skipped).toEqual([{ collection: 'grades', reason: 'grade: every value is taken', count: 3 }])
    await site.call('clear')
    const alone = { collections: ['everything'], contentCount: 2, userCount: 0, mediaCount: 0, seed: 1 }
    const { created, skipped } = await site.call('generate', alone)
    expect(created.content).toBe(0)
    expect(skipped[0]).toMatchObject({
      collection: 'everything',
      count: 2,
      reason: expect.stringContaining('there is none'),
    })
  })

  it('stands in the index, the search and the list of versions like everything else', async () => {
    await site.call('generate', ASKED)
    const [{ n } = { n: 0 }] = await site.service.sql<{ n: number }>('SELECT count(*) AS n FROM content')
    expect(n).toBe(90)
    const [one] = await site.all('everything')
    const word = String(one?.title).split(' ')[1]
    const found = await site.service.json(`/api/everything?q=${word}&limit=100`, { headers: admin })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(one?.id)
    const versions = await site.service.json(`/api/everything/${one?.id}/versions`, { headers: admin })
    expect(versions.body.data).toHaveLength(1)
    const { usedBy } = (await site.service.json(`/api/media/${one?.picture}`, { headers: admin })).body.data
    expect(usedBy).toContainEqual({ collection: 'everything', id: one?.id, field: 'picture' })
  })

  it('has drafts, documents that are scheduled, and creators', async () => {
    await site.call('generate', { ...ASKED, collections: ['topics', 'everything'], contentCount: 100 })
    const rows = await site.all('everything')
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['published', 'draft', 'scheduled']))
    const users = (await site.service.sql<{ id: string }>('SELECT id FROM users')).map(({ id }) => id)
    for (const { createdBy } of rows) expect(users).toContain(createdBy)
    const anonymous = await site.service.json('/api/everything?limit=100')
    expect(anonymous.body.data.every(({ status }: { status: string }) => status === 'published')).toBe(true)
  })

  it('has files that are what they say', async () => {
    await site.call('generate', {
      mediaCount: 4,
      contentCount: 0,
      userCount: 0,
      mediaTypes: ['image/png', 'application/pdf'],
    })
    const { body } = await site.service.json('/api/media', { headers: admin })
    expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual([
      'application/pdf',
      'application/pdf',
      'image/png',
      'image/png',
    ])
    for (const { type, width, height, url } of body.data) {
      const answer = await site.service.fetch(url)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (type === 'image/png') expect([width, height, ...bytes.subarray(1, 4)]).toEqual([960, 640, 80, 78, 71])
      else expect(new TextDecoder().decode(bytes)).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
    }
  })

  it('has accounts with the roles asked for, which nobody can sign in to', async () => {
    await site.call('generate', { userCount: 4, contentCount: 0, mediaCount: 0, roles: ['editor', 'author'] })
    const users = await site.service.sql('SELECT email, role, password_hash, is_active FROM users')
    expect(users.map(({ role }) => role).sort()).toEqual(['author', 'author', 'editor', 'editor'])
    for (const { email, password_hash } of users) {
      expect(email).toMatch(/@example\.com$/)
      expect(password_hash).toBeNull()
    }
    await site.call('clear')
    const password = 'a password of the tests'
    await site.call('generate', { userCount: 2, contentCount: 0, mediaCount: 0, password })
    const [{ password_hash } = {}] = await site.service.sql('SELECT password_hash FROM users')
    expect(password_hash).toMatch(/^scrypt\$/)
  })
})

describe('what is asked for', () => {
  it.each([
    [{ contentCount: 100_001 }, 'contentCount'],
    [{ userCount: 10_001 }, 'userCount'],
    [{ mediaCount: 10_001 }, 'mediaCount'],
    [{ contentCount: -1 }, 'contentCount'],
    [{ contentCount: 1.5 }, 'contentCount'],
    [{ seed: 'one' }, 'seed'],
    [{ roles: ['emperor'] }, 'roles.0'],
    [{ collections: ['nothing'] }, 'collections'],
    [{ mediaTypes: ['text/html'] }, 'mediaTypes.0'],
    [{ password: 'short' }, 'password'],
    [{ unknown: 1 }, 'unknown'],
  ])('is refused: %j', async (body, path) => {
    const answer = await site.ask('generate', body)
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([422, 'validation_failed', path])
  })

  it('takes what the settings say where it is left out', async () => {
    await site.call('clear')
    const { created } = await site.call('generate')
    expect(created).toEqual({ content: 40, users: 5, media: 4 })
    expect(await site.status()).toMatchObject({ content: 40, users: 5, media: 4 })
    const { lastSeededAt } = await site.status()
    expect(Date.now() - Date.parse(lastSeededAt)).toBeLessThan(60_000)
    const { created: anew } = await site.call('generate', {
      clearExisting: true,
      contentCount: 2,
      userCount: 1,
      mediaCount: 1,
    })
    expect(anew).toEqual({ content: 2, users: 1, media: 1 })
    expect(await site.status()).toMatchObject(anew)
  })

  it('is for administrators', async () => {
    for (const path of ['generate', 'clear']) {
      expect((await site.ask(path, {}, as('editor'))).status).toBe(403)
      expect((await site.ask(path, {}, {})).status).toBe(401)
      expect((await site.ask(path, {}, as('admin', 'ada', 'cookie'))).body.code).toBe('csrf_failed')
    }
    expect((await site.service.json('/admin/seed-data/status', { headers: as('editor') })).status).toBe(403)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
const made: Record<string, any> = {}
const create = async (path: string, body: object) =>
  (await service.json(`/api/${path}`, { body, headers: editor })).body.data

beforeAll(async () => {
  made.ada = await create('people', { name: 'Ada', email: 'ada@example.com' })
  made.root = await create('topics', { name: 'root' })
  made.middle = await create('topics', { name: 'middle', parent: made.root.id })
  made.leaf = await create('topics', { name: 'leaf', parent: made.middle.id })
  made.happy = await create('diary', { entry: 'sun', mood: 'happy' })
  made.sad = await create('diary', { entry: 'rain', mood: 'sad' })
  await service.sql(
    "INSERT INTO users (id, email, username, first_name, last_name, password_hash, role, is_active, email_verified, created_at, updated_at) VALUES ('u1', 'k@example.com', 'keeper', 'Kay', NULL, 'secret', 'viewer', 1, 0, 0, 0)",
  )
  made.draft = await create('records', { name: 'draft', deskNote: 'inside' })
  made.first = await create('records', {
    name: 'first',
    owner: made.ada.id,
    desk: made.ada.id,
    keeper: 'u1',
    diary: made.sad.id,
    parent: made.draft.id,
    tags: [made.leaf.id, made.root.id],
    status: 'published',
  })
  made.second = await create('records', {
    name: 'second',
    diary: made.happy.id,
    parent: made.first.id,
    tags: [made.leaf.id],
    status: 'published',
  })
})

const list = async (query: string, headers: Record<string, string> = {}) => {
  const { status, body } = await service.json(`/api/records?sort=name&status=published&${query}`, { headers })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.data
}

describe('populate', () => {
  test('puts documents in place of references, three levels down', async () => {
    const [first, second] = await list('populate=owner,tags.parent.parent,parent.owner')
    expect(first.owner).toEqual(made.ada)
    expect(first.tags).toEqual([{ ...made.leaf, parent: { ...made.middle, parent: made.root } }, made.root])
    expect(second.owner).toBeNull()
    expect(second.parent).toMatchObject({ id: made.first.id, owner: made.ada, tags: [made.leaf.id, made.root.id] })
  })

  test('is one more round trip for each level, however many documents there are', async () => {
    const trips = async (query: string) => {
      await service.observed()
      await list(query)
      return (await service.observed()).calls.map((statements) => statements.length)
    }
    expect(await trips('populate=owner,desk'.replace(',desk', ''))).toEqual([2, 1])
    expect(await trips('populate=owner,diary,tags')).toEqual([2, 3])
    expect(await trips('populate=owner,tags.parent.parent')).toEqual([2, 2, 1, 1])
  })

  test('the ETag changes when what is populated does', async () => {
    const tag = async () => (await service.fetch('/api/records?populate=owner')).headers.get('etag') ?? ''
    const before = await tag()
    const same = await service.fetch('/api/records?populate=owner', { headers: { 'if-none-match': before } })
    expect(same.status).toBe(304)
    await service.json(`/api/people/${made.ada.id}`, { method: 'PATCH', body: { name: 'Ada L.' }, headers: editor })
    expect(await tag()).not.toBe(before)
  })

  test.each([
    ['populate=', ''],
    ['populate=ownr', 'Did you mean owner?'],
    ['populate=name', ''],
    ['populate=owner,owner', 'twice'],
    ['populate=owner.name', ''],
    ['populate=desk', 'desk'],
    ['populate=secret', 'secret'],
    ['populate=createdBy', 'createdBy'],
    ['populate=keeper.role', 'role'],
    ['populate=parent.desk', 'desk'],
    ['populate=tags.parent.parent.parent', '3 references'],
  ])('%s is refused', async (query, detail) => {
    const { status, body } = await service.json(`/api/records?${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })

  test('a reference into what the caller may not read at all stays an id, and takes no condition', async () => {
    const guest = as('guest')
    const diaries = async (query: string) => {
      const { status, body } = await service.json(`/api/records${query}`, { headers: guest })
      return [status, body.data?.map(({ diary }: { diary: unknown }) => diary)]
    }
    expect(await diaries('?populate=diary')).toEqual(await diaries(''))
    expect(await diaries('?populate=parent,diary.mood')).toEqual(await diaries(''))
    expect((await diaries(''))[1].filter((id: unknown) => typeof id === 'string')).not.toEqual([])
    expect((await diaries('?diary.mood=sad'))[0]).toBe(400)
  })
})

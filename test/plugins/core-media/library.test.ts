import { beforeAll, describe, expect, it } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { gif, mp4, png, wav } from './files.ts'
import { settled } from './pictures.ts'
import { mediaService, served, type TestFile, upload } from './service.ts'

const service = mediaService()
const next = counter()
const editor = as('editor')

interface Item {
  readonly id: string
  readonly url: string
}

/** A new item, of bytes that no other has. */
async function newItem(file: Partial<TestFile> = {}, fields: Record<string, string> = {}): Promise<Item> {
  const { status, body } = await upload(
    service,
    { bytes: png({ seed: 1000 + next() }), name: 'a.png', ...file },
    fields,
  )
  expect(status).toBe(201)
  return body.data
}

const read = async (id: string) => (await service.json(`/api/media/${id}`, { headers: as('viewer') })).body.data
const change = (id: string, body: object, headers = editor) =>
  service.json(`/api/media/${id}`, { method: 'PATCH', body, headers })
const list = (query: string) => service.json(`/api/media?${query}`, { headers: as('viewer') })
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.data.map((item: { originalName: string }) => item.originalName)
const remove = (id: string, query = '') =>
  service.json(`/api/media/${id}${query}`, { method: 'DELETE', headers: editor })
const story = async (values: object) => {
  const { status, body } = await service.json('/api/stories', { body: { title: 'a', ...values }, headers: editor })
  expect(status).toBe(201)
  return body.data.id as string
}

describe('an item', () => {
  it('says what the contract says', async () => {
    const { id } = await newItem({ name: 'Tower.png' }, { folder: 'press' })
    expect(await settled(service, id)).toEqual({
      id,
      filename: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
      originalName: 'Tower.png',
      type: 'image/png',
      size: expect.any(Number),
      width: 8,
      height: 6,
      url: expect.stringMatching(/^\/media\/serve\/[0-9a-f]{32}\.png$/),
      thumbnailUrl: expect.stringMatching(/^\/images\/[0-9a-f]{32}\.png\?w=300&h=300/),
      folder: 'press',
      alt: null,
      title: null,
      tags: [],
      focalPoint: null,
      private: false,
      metadata: {},
      uploadedBy: 'user-editor',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      usedBy: [],
    })
  })

  it('is described, part by part', async () => {
    const { id } = await newItem()
    await change(id, { title: 'Tower', tags: ['paris', 'iron', 'paris'], focalPoint: { x: 0.25, y: 1 } })
    const { status, body } = await change(id, { alt: 'A tower of iron' })
    expect(status).toBe(200)
    const told = { title: 'Tower', alt: 'A tower of iron', tags: ['paris', 'iron'], focalPoint: { x: 0.25, y: 1 } }
    expect(body.data).toMatchObject(told)
    expect(await read(id)).toMatchObject(told)
    await change(id, { title: null, focalPoint: null })
    expect(await read(id)).toMatchObject({ title: null, focalPoint: null, tags: ['paris', 'iron'] })
  })

  it.each([
    [{ size: 1 }, 422],
    [{ focalPoint: { x: 2, y: 0 } }, 422],
    [{ tags: [''] }, 422],
    [{ folder: 'a/./b' }, 422],
    [{ title: 'x'.repeat(501) }, 422],
  ])('is not described by %j', async (body, status) => {
    const { id } = await newItem()
    expect((await change(id, body)).status).toBe(status)
  })

  it('is for callers who may', async () => {
    const { id } = await newItem()
    expect((await service.json(`/api/media/${id}`)).status).toBe(401)
    expect((await service.json('/api/media')).status).toBe(401)
    expect((await change(id, { title: 'x' }, as('viewer'))).status).toBe(403)
    expect((await service.json(`/api/media/${id}`, { method: 'DELETE', headers: as('author') })).status).toBe(403)
  })

  it.each(['nothing', '01890000-0000-7000-8000-000000000000'])('that is not there is 404: %s', async (id) => {
    expect((await service.json(`/api/media/${id}`, { headers: editor })).status).toBe(404)
    expect((await change(id, { title: 'x' })).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    await newItem({ name: 'Alpha.png' }, { folder: 'list' })
    const clip = await newItem({ bytes: mp4({ data: new Uint8Array(900) }), name: 'beta.mp4' }, { folder: 'list' })
    await newItem({ bytes: wav(), name: 'gamma.wav' }, { folder: 'list/in' })
    await newItem({ bytes: gif({ width: 2 }), name: 'ÄRGER 100%_x.gif' }, { folder: 'list' })
    await change(clip.id, { title: 'Zeta', tags: ['moving'], alt: 'A bird in flight' })
  })

  it.each([
    ['folder=list', ['ÄRGER 100%_x.gif', 'beta.mp4', 'Alpha.png']],
    ['folder=list&sort=originalName', ['Alpha.png', 'beta.mp4', 'ÄRGER 100%_x.gif']],
    ['folder=list&sort=size', ['ÄRGER 100%_x.gif', 'Alpha.png', 'beta.mp4']],
    ['folder=list&sort=createdAt&limit=1&page=2', ['beta.mp4']],
    ['folder=/list/in/', ['gamma.wav']],
    ['type=audio', ['gamma.wav']],
    ['type=video&folder=list', ['beta.mp4']],
    ['type=document', []],
    ['q=bird+zeta', ['beta.mp4']],
    ['q=ärger', ['ÄRGER 100%_x.gif']],
    ['q=100%25_', ['ÄRGER 100%_x.gif']],
    ['q=bird+cat', []],
    ['tag=moving', ['beta.mp4']],
    ['tag=mov', []],
  ])('%s', async (query, names) => {
    const answer = await list(query)
    expect(answer.status).toBe(200)
    expect(namesOf(answer)).toEqual(names)
  })

  it('shows items as they are', async () => {
    const { body } = await list('folder=list')
    for (const item of body.data) {
      const { usedBy: _, ...alone } = await read(item.id)
      expect(item).toEqual(alone)
    }
  })

  it('tells how much there is', async () => {
    const { body } = await list('folder=list&limit=2')
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrev: false })
  })

  it.each([
    'type=picture',
    'folder=../..',
    'limit=0',
    'limit=101',
    'page=0',
    'page=x',
    'sort=filename',
    'what=x',
    'folder=a&folder=b',
  ])('refuses %s', async (query) => {
    const { status, body } = await list(query)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
  })
})

describe('folders', () => {
  const create = (body: object, headers = editor) => service.json('/api/media/create-folder', { body, headers })
  const paths = async (): Promise<string[]> => {
    const { body } = await service.json('/api/media/folders', { headers: as('viewer') })
    return body.data.map(({ path }: { path: string }) => path)
  }
  const patch = (id: string, body: object) =>
    service.json(`/api/media/folders/${id}`, { method: 'PATCH', body, headers: editor })

  it('are made, with those above them', async () => {
    const { status, body } = await create({ name: '2026', parent: 'events/autumn' })
    expect(status).toBe(201)
    expect(body.data).toEqual({ id: expect.any(String), name: '2026', path: 'events/autumn/2026' })
    expect(await paths()).toEqual(expect.arrayContaining(['events', 'events/autumn', 'events/autumn/2026']))
    const again = await create({ name: '2026', parent: 'events/autumn' })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('are there once something was uploaded or moved into them', async () => {
    const { id } = await newItem({}, { folder: 'uploaded/here' })
    await change(id, { folder: 'changed/there' })
    const known = await paths()
    expect(known).toEqual(expect.arrayContaining(['uploaded', 'uploaded/here', 'changed', 'changed/there']))
  })

  it('are renamed and moved with everything in them, and nothing else', async () => {
    const { body } = await create({ name: 'old' })
    await create({ name: 'target' })
    const inside = await newItem({}, { folder: 'old' })
    const deep = await newItem({}, { folder: 'old/a/b' })
    const beside = await newItem({}, { folder: 'old-school' })
    expect((await patch(body.data.id, { name: 'new' })).body.data).toMatchObject({ name: 'new', path: 'new' })
    expect((await read(deep.id)).folder).toBe('new/a/b')
    const moved = await patch(body.data.id, { parent: 'target' })
    expect(moved.body.data).toMatchObject({ name: 'new', path: 'target/new' })
    expect((await read(inside.id)).folder).toBe('target/new')
    expect((await read(deep.id)).folder).toBe('target/new/a/b')
    expect((await read(beside.id)).folder).toBe('old-school')
    expect(await paths()).toEqual(expect.arrayContaining(['target/new/a', 'target/new/a/b', 'old-school']))
    expect(await paths()).not.toEqual(expect.arrayContaining(['old']))
  })

  it('are not moved where they cannot be', async () => {
    const { body } = await create({ name: 'moving' })
    await create({ name: 'taken' })
    expect((await patch(body.data.id, { parent: 'moving/deeper' })).status).toBe(422)
    expect((await patch(body.data.id, { name: 'taken' })).body.code).toBe('conflict')
    expect((await patch('nothing', { name: 'x' })).status).toBe(404)
    expect(await paths()).toEqual(expect.arrayContaining(['moving', 'taken']))
  })

  it('are deleted when they are empty', async () => {
    const { body } = await create({ name: 'bin' })
    const { id } = await newItem({}, { folder: 'bin/inner' })
    const drop = (folder: string) => service.json(`/api/media/folders/${folder}`, { method: 'DELETE', headers: editor })
    expect((await drop(body.data.id)).body.code).toBe('in_use')
    await change(id, { folder: '' })
    expect((await drop(body.data.id)).body.code).toBe('in_use') // the folder in it
    const { body: all } = await service.json('/api/media/folders', { headers: editor })
    await drop(all.data.find(({ path }: { path: string }) => path === 'bin/inner').id)
    expect((await drop(body.data.id)).status).toBe(204)
    expect((await drop(body.data.id)).status).toBe(404)
  })

  it.each(['', '..', 'a/b', 'a\\b', 'a\u0000b', 'x'.repeat(101)])('do not have the name %j', async (name) => {
    expect((await create({ name })).status).toBe(422)
  })

  it('are made by those who may upload', async () => {
    expect((await create({ name: 'x' }, as('viewer'))).status).toBe(403)
  })
})

describe('many at once', () => {
  it('move into a folder', async () => {
    const items = [await newItem(), await newItem()]
    const ids = items.map(({ id }) => id)
    const body = { ids: [...ids, 'nothing'], folder: 'bulk/moved' }
    const answer = await service.json('/api/media/bulk-move', { body, headers: editor })
    expect([answer.status, answer.body.data]).toEqual([200, { moved: ids, missing: ['nothing'] }])
    for (const id of ids) expect((await read(id)).folder).toBe('bulk/moved')
  })

  it('are tagged, and found by it', async () => {
    const items = [await newItem({ name: 'first.png' }), await newItem({ name: 'second.png' })]
    const ids = items.map(({ id }) => id)
    const [first = '', second = ''] = ids
    await change(first, { tags: ['Old', 'kept'], alt: 'A Tower' })
    const tag = (body: object, headers = editor) => service.json('/api/media/bulk-tag', { body, headers })
    const answer = await tag({ ids: [...ids, 'nothing'], add: ['Fresh', ' kept '], remove: ['Old'] })
    expect([answer.status, answer.body.data]).toEqual([200, { tagged: ids, missing: ['nothing'] }])
    expect([(await read(first)).tags, (await read(second)).tags]).toEqual([
      ['kept', 'Fresh'],
      ['Fresh', 'kept'],
    ])
    const found = async (query: string) =>
      (await service.json(`/api/media?${query}`, { headers: editor })).body.data.map(({ id }: { id: string }) => id)
    expect(await found('tag=Fresh&sort=originalName')).toEqual(ids)
    expect(await found('q=fresh+tower')).toEqual([first])
    expect(await found('tag=Old')).toEqual([])
    const before = (await read(first)).updatedAt
    expect((await tag({ ids, add: ['kept'] })).body.data.tagged).toEqual(ids)
    expect((await read(first)).updatedAt).toBe(before) // nothing has changed
    await change(second, { tags: Array.from({ length: 50 }, (_, index) => `tag ${index}`) })
    const refused = await tag({ ids, add: ['one more'] })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'add'])
    expect((await read(first)).tags).toEqual(['kept', 'Fresh']) // all or none
    expect((await tag({ ids, add: [''] })).status).toBe(422)
    expect((await tag({ ids, add: ['x'] }, as('viewer'))).status).toBe(403)
  })

  it('lose no tag when several people tag them at the same time', async () => {
    const { id } = await newItem()
    const add = (tag: string) =>
      service.json('/api/media/bulk-tag', { body: { ids: [id], add: [tag] }, headers: editor })
    const answers = await Promise.all(['a', 'b', 'c'].map(add))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await read(id)).tags.toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('are read by their ids', async () => {
    const ids = [await newItem(), await newItem()].map(({ id }) => id)
    const list = (query: string) => service.json(`/api/media?${query}`, { headers: editor })
    const { body } = await list(`ids=${[...ids, 'nothing'].join(',')}&limit=100&sort=createdAt`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.pagination.total).toBe(2)
    expect((await list(`ids=${ids[0]}&type=video`)).body.data).toEqual([])
    expect((await list(`ids=${Array.from({ length: 101 }, (_, index) => index)}`)).status).toBe(400)
  })

  it('are deleted, all or none', async () => {
    const items = [await newItem(), await newItem(), await newItem()]
    const [first, second, used] = items.map(({ id }) => id)
    await story({ cover: used })
    const drop = (body: object) => service.json('/api/media/bulk-delete', { body, headers: editor })
    expect((await drop({ ids: [first, used] })).body.code).toBe('in_use')
    expect((await read(first ?? '')).id).toBe(first)
    const done = await drop({ ids: [first, second, 'nothing'] })
    expect([done.status, done.body.data]).toEqual([200, { deleted: [first, second], missing: ['nothing'] }])
    expect((await drop({ ids: [used], force: true })).body.data.deleted).toEqual([used])
    for (const { url } of items) expect((await served(service, url)).status).toBe(404)
  })
})

describe('where an item is used', () => {
  it('is told, field by field', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => newItem()))).map(({ id }) => id)
    const [cover, listed, slide, block, portrait, shown] = ids
    const key = (await read(shown ?? '')).filename
    const image = { type: 'image', attrs: { src: `https://cdn.example.com/media/serve/${key}?x=1` } }
    const body = {
      type: 'doc',
      content: [
        { type: 'blockquote', content: [image] },
        { type: 'image', attrs: { src: '/images/none.png' } },
      ],
    }
    const id = await story({
      cover,
      gallery: [listed],
      slides: [{ image: slide, caption: 'x' }, { caption: 'y' }],
      parts: [
        { type: 'quote', text: cover },
        { type: 'picture', image: block },
      ],
      credits: { portrait },
      body,
    })
    const fields = await Promise.all(ids.map(async (one) => (await read(one)).usedBy))
    expect(fields).toEqual(
      ['cover', 'gallery', 'slides', 'parts', 'credits', 'body'].map((field) => [{ collection: 'stories', id, field }]),
    )
  })

  it('is found in a text by its id, also in nodes that the field declares', async () => {
    const { id: own } = await newItem()
    const { id: shown } = await newItem()
    const content = [
      { type: 'box', content: [{ type: 'panorama', attrs: { pictures: [own] } }] },
      { type: 'image', attrs: { src: 'https://images.example.com/a.png', mediaId: shown } },
    ]
    const id = await story({ body: { type: 'doc', content } })
    const found = [{ collection: 'stories', id, field: 'body' }]
    expect([(await read(own)).usedBy, (await read(shown)).usedBy]).toEqual([found, found])
  })

  it('is told of documents alone that the reader may read', async () => {
    const { id } = await newItem()
    const memo = await service.json('/api/memos', { body: { cover: id }, headers: editor })
    expect(memo.status).toBe(201)
    expect((await read(id)).usedBy).toEqual([])
    const { body } = await service.json(`/api/media/${id}`, { headers: editor })
    expect(body.data.usedBy).toEqual([{ collection: 'memos', id: memo.body.data.id, field: 'cover' }])
  })

  it('follows the document', async () => {
    const { id } = await newItem()
    const usedBy = async () => (await read(id)).usedBy.length
    const document = await story({ cover: id, slides: [{ image: id }] })
    expect(await usedBy()).toBe(2)
    await service.json(`/api/stories/${document}`, { method: 'PATCH', body: { cover: null }, headers: editor })
    expect(await usedBy()).toBe(1)
    await service.json(`/api/stories/${document}`, { method: 'DELETE', headers: editor })
    expect(await usedBy()).toBe(0)
  })

  it('keeps it from being deleted, unless forced', async () => {
    const item = await newItem()
    const document = await story({ cover: item.id, gallery: [item.id], logo: item.id, slides: [{ image: item.id }] })
    const refused = await remove(item.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'stories.cover',
      'stories.gallery',
      'stories.logo',
      'stories.slides',
    ])
    expect((await served(service, item.url)).status).toBe(200)
    const before = (await service.json(`/api/stories/${document}`, { headers: editor })).body.data
    expect((await remove(item.id, '?force=true')).status).toBe(204)
    const after = (await service.json(`/api/stories/${document}`, { headers: editor })).body.data
    expect(after).toMatchObject({ cover: null, gallery: [], logo: null })
    expect(after.version).toBeGreaterThan(before.version)
    const kept = await service.json(`/api/stories/${document}/versions/${after.version}`, { headers: editor })
    expect(kept.body.data).toEqual(after)
    expect((await served(service, item.url)).status).toBe(404)
  })

  it('counts in pending changes, until they are discarded', async () => {
    const { id } = await newItem()
    const memo = await service.json('/api/memos', { body: { status: 'published' }, headers: editor })
    const path = `/api/memos/${memo.body.data.id}`
    await service.json(`${path}?draft=true`, { method: 'PATCH', body: { cover: id }, headers: editor })
    const { status, body } = await remove(id)
    expect([status, body.code, body.detail]).toEqual([409, 'in_use', expect.stringContaining('Pending changes')])
    expect(body.errors).toMatchObject([{ path: 'memos', message: expect.stringContaining(memo.body.data.id) }])
    await service.json(`${path}/draft`, { method: 'DELETE', headers: editor })
    expect((await remove(id)).status).toBe(204)
  })

  it('counts also where nobody was told', async () => {
    const { id } = await newItem()
    const document = await story({ cover: id })
    await service.sql('DELETE FROM media_usages WHERE document_id = ?', document)
    const { status, body } = await remove(id)
    expect([status, body.code]).toEqual([409, 'in_use'])
  })
})

describe('deleting', () => {
  it('takes the bytes with the last item that shows them', async () => {
    const bytes = png({ seed: 5000 })
    const [first, second] = [await newItem({ bytes }), await newItem({ bytes })]
    expect((await remove(first.id)).status).toBe(204)
    expect((await served(service, second.url)).status).toBe(200)
    expect((await remove(second.id)).status).toBe(204)
    expect((await served(service, second.url)).status).toBe(404)
    expect((await upload(service, { bytes })).status).toBe(201)
  })

  it('tells hooks what is gone', async () => {
    const { id } = await newItem({ name: 'gone.png' })
    await remove(id)
    const [row] = await service.sql<{ event: string }>('SELECT event FROM heard_events ORDER BY seq DESC LIMIT 1')
    expect(JSON.parse(row?.event ?? '')).toMatchObject({
      event: 'media:delete',
      id,
      item: { originalName: 'gone.png' },
    })
  })

  it('does not happen where a plugin refuses', async () => {
    const { id } = await newItem({ name: 'kept.png' })
    const refused = await remove(id)
    expect([refused.status, refused.body.detail]).toEqual([409, 'This file is under a hold.'])
    expect((await service.json(`/api/media/${id}`, { headers: as('editor') })).status).toBe(200)
  })

  it('and uploading the same bytes at once loses nothing', async () => {
    const bytes = png({ seed: 6000 })
    let item = await newItem({ bytes })
    for (let round = 0; round < 8; round += 1) {
      const [, uploaded] = await Promise.all([remove(item.id), upload(service, { bytes })])
      expect(uploaded.status).toBe(201)
      expect((await served(service, uploaded.body.data.url)).status).toBe(200)
      item = uploaded.body.data
    }
  })
})

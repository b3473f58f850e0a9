import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../../fixtures/corners', import.meta.url)) })
const ann = as('viewer', 'ann')
const bob = as('viewer', 'bob')

async function create(collection: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const created = await service.json(`/api/${collection}`, { body, headers })
  expect(created.status).toBe(201)
  return created.body.data.id
}

async function idsOf(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await service.json(path, { headers })
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}

const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await service.json(path, { method, headers })).status

describe('a condition with two properties', () => {
  it('holds where both hold, in a list and by id', async () => {
    const own = await create('drawers', { name: 'one', kind: 'own' }, ann)
    const lent = await create('drawers', { name: 'two', kind: 'lent' }, ann)
    const others = await create('drawers', { name: 'three', kind: 'own' }, bob)
    expect(await idsOf('/api/drawers', ann)).toEqual([own])
    const statuses = [own, lent, others].map((id) => statusOf(`/api/drawers/${id}`, ann))
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  })
})

describe('a condition', () => {
  it('on a list of references holds where one of them is it; one that says nothing holds always', async () => {
    const boxes = [
      await create('boxes', { name: 'a' }, as('editor')),
      await create('boxes', { name: 'b' }, as('editor')),
    ]
    const both = await create('shelves', { name: '1', boxes })
    const second = await create('shelves', { name: '2', boxes: boxes.slice(1) })
    const none = await create('shelves', { name: '3' })
    const seenBy = async (headers: Record<string, string>) => {
      const statuses = [both, second, none].map((id) => statusOf(`/api/shelves/${id}`, headers))
      return { listed: await idsOf('/api/shelves?sort=name', headers), statuses: await Promise.all(statuses) }
    }
    expect(await seenBy(as('viewer', boxes[0]))).toEqual({ listed: [both], statuses: [200, 404, 404] })
    expect(await seenBy(as('viewer', boxes[1]))).toEqual({ listed: [both, second], statuses: [200, 200, 404] })
    expect(await seenBy(as('author'))).toEqual({ listed: [both, second, none], statuses: [200, 200, 200] })
  })

  it('on a boolean, a number, a status and a missing value holds in lists as by id', async () => {
    const parcel = (fields: object) => create('parcels', { name: 'p', status: 'published', ...fields }, as('editor'))
    const wanted = await parcel({ sealed: false, weight: 3, note: 'x' })
    const others = [
      await parcel({ sealed: true, weight: 3, note: 'x' }),
      await parcel({ sealed: false, weight: 4, note: 'x' }),
      await parcel({ sealed: false, weight: 3, status: 'draft', note: 'x' }),
    ]
    expect(await idsOf('/api/parcels', as('author'))).toEqual([wanted])
    const statuses = [wanted, ...others].map((id) => statusOf(`/api/parcels/${id}`, as('author')))
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404])
    const bare = await parcel({ weight: 5 })
    expect(await idsOf('/api/parcels', as('editor'))).toEqual([bare])
    const ofEditor = [bare, wanted].map((id) => statusOf(`/api/parcels/${id}`, as('editor')))
    expect(await Promise.all(ofEditor)).toEqual([200, 404])
  })
})

describe('two users of one role', () => {
  it('ask the same of a list that follows references, and each sees their own', async () => {
    const ofAnn = await create('drawers', { name: 'shared name', kind: 'own' }, ann)
    const ofBob = await create('drawers', { name: 'shared name', kind: 'own' }, bob)
    const labelOfAnn = await create('labels', { text: 'a', drawer: ofAnn }, ann)
    const labelOfBob = await create('labels', { text: 'b', drawer: ofBob }, bob)
    const path = '/api/labels?drawer.name=shared name'
    expect(await idsOf(path, ann)).toEqual([labelOfAnn])
    expect(await idsOf(path, bob)).toEqual([labelOfBob])
    expect(await idsOf(path, ann)).toEqual([labelOfAnn])
  })
})

describe('an anonymous caller', () => {
  it('is the creator of nothing, not even of what nobody signed in has created', async () => {
    const id = await create('letters', { text: 'without a sender' })
    const [row] = await service.sql<{ by: string | null }>('SELECT created_by AS "by" FROM letters WHERE id = ?1', id)
    expect(row?.by).toBeNull()
    expect(await idsOf('/api/letters')).toEqual([])
    expect(await statusOf(`/api/letters/${id}`)).toBe(404)
    const sent = await create('letters', { text: 'with one' }, ann)
    expect(await idsOf('/api/letters', ann)).toEqual([sent])
  })
})

describe('versions', () => {
  it('are found through the collection of their document alone', async () => {
    const hall = await create('halls', { name: 'a hall' }, as('editor'))
    const statuses = (collection: string) =>
      Promise.all(['versions', 'versions/1'].map((end) => statusOf(`/api/${collection}/${hall}/${end}`, as('editor'))))
    expect(await statuses('halls')).toEqual([200, 200])
    expect(await statuses('rooms')).toEqual([404, 404])
  })
})

describe('a deletion', () => {
  it('takes along a ring through two collections', async () => {
    const room = await create('rooms', { name: 'first' })
    const hall = await create('halls', { name: 'second', room })
    await service.json(`/api/rooms/${room}`, { method: 'PATCH', body: { hall } })
    expect(await statusOf(`/api/rooms/${room}`, {}, 'DELETE')).toBe(204)
    expect(await Promise.all([statusOf(`/api/rooms/${room}`), statusOf(`/api/halls/${hall}`)])).toEqual([404, 404])
  })

  it('is not blocked by what goes along with it', async () => {
    const room = await create('rooms', { name: 'kept for a hall' })
    const hall = await create('halls', { name: 'goes along', room, keptFor: room })
    expect(await statusOf(`/api/rooms/${room}`, {}, 'DELETE')).toBe(204)
    expect(await statusOf(`/api/halls/${hall}`)).toBe(404)
  })

  it('is blocked by what stays', async () => {
    const room = await create('rooms', { name: 'kept' })
    const hall = await create('halls', { name: 'stays', keptFor: room })
    expect(await statusOf(`/api/rooms/${room}`, {}, 'DELETE')).toBe(409)
    expect(await statusOf(`/api/halls/${hall}`)).toBe(200)
  })
})

describe('an API token in a collection whose rules name roles', () => {
  const scoped = (scope: string) => ({ ...as('editor'), 'x-test-scopes': scope })

  it('does with each scope what the scope names, and nothing else', async () => {
    const may = async (scope: string) => {
      const id = await create('boxes', { name: 'a box' }, as('editor'))
      const ask = async (method: string, path: string, body?: object) =>
        (await service.json(`/api/boxes${path}`, { method, ...(body && { body }), headers: scoped(scope) })).status
      return {
        read: await ask('GET', `/${id}`),
        create: await ask('POST', '', { name: 'another' }),
        replace: await ask('PUT', `/${id}`, { name: 'x' }),
        update: await ask('PATCH', `/${id}`, { name: 'y' }),
        restore: await ask('POST', `/${id}/versions/1/restore`),
        delete: await ask('DELETE', `/${id}`),
      }
    }
    const nothing = { create: 403, replace: 403, update: 403, restore: 403, delete: 403 }
    expect(await may('content.publish')).toEqual({ read: 200, ...nothing })
    expect(await may('content.create')).toEqual({ read: 200, ...nothing, create: 201 })
    expect(await may('content.edit')).toEqual({ read: 200, ...nothing, replace: 200, update: 200, restore: 200 })
    expect(await may('content.delete')).toEqual({ read: 200, ...nothing, delete: 204 })
  })
})

describe('an origin that is trusted without credentials', () => {
  it('writes nothing with a cookie', async () => {
    const cookie = as('viewer', 'ann', 'cookie')
    const write = async (origin: string) =>
      (await service.json('/api/letters', { body: { text: 'by a cookie' }, headers: { ...cookie, origin } })).status
    expect(await write('https://shop.example')).toBe(403)
    expect(await write(service.url.origin)).toBe(201)
  })
})

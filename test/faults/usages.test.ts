import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { png } from '../plugins/core-media/files.ts'

/** Usages of a file are stored with the document, so that nobody deletes a file that is shown. */
let service: Service
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true })
  await service.fetch('/api/health')
  headers = bearer((await signedIn(service, 'admin')).token)
})
afterAll(() => service.dispose())
beforeEach(() => service.fault('DB', null))

let count = 0
async function newFile(): Promise<string> {
  count += 1
  const form = new FormData()
  const bytes = png({ width: 400, height: 400, seed: count })
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'portrait.png', { type: 'image/png' }))
  const answer = await service.fetch('/api/media/upload', { method: 'POST', body: form, headers })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const write = (method: string, path: string, body?: unknown) =>
  service.json(path, { method, headers, ...(body === undefined ? {} : { body }) })
const usesOf = (media: string) =>
  service.sql('SELECT collection_id, document_id FROM media_usages WHERE media_id = ?1', media)
const newAuthor = async (portrait: string) => {
  const { status, body } = await write('POST', '/api/authors', { name: 'Ann', portrait })
  expect(status).toBe(201)
  return body.data.id as string
}

describe('what a document shows', () => {
  test('is written with it, or neither', async () => {
    const portrait = await newFile()
    await service.fault('DB', 'down', { matching: 'INTO media_usages' })
    const { status } = await write('POST', '/api/authors', { name: 'Lost', portrait })
    await service.fault('DB', null)
    expect(status).toBe(503)
    expect(await service.sql(`SELECT id FROM authors WHERE name = 'Lost'`)).toEqual([])
    expect(await usesOf(portrait)).toEqual([])
  })

  test('is there where the answer is lost', async () => {
    const portrait = await newFile()
    await service.fault('DB', 'lost', { matching: 'INTO media_usages', nth: 1 })
    const { status } = await write('POST', '/api/authors', { name: 'Found', portrait })
    await service.fault('DB', null)
    expect(status).toBe(503)
    const [author] = await service.sql(`SELECT id FROM authors WHERE name = 'Found'`)
    expect(await usesOf(portrait)).toEqual([{ collection_id: 'authors', document_id: author?.id }])
  })

  test('stays with a document in the trash, and goes with it when it is purged, or neither', async () => {
    const portrait = await newFile()
    const id = await newAuthor(portrait)
    expect((await write('DELETE', `/api/authors/${id}`)).status).toBe(204)
    expect(await usesOf(portrait)).toHaveLength(1)
    expect((await write('DELETE', `/api/media/${portrait}`)).status).toBe(409)
    await service.fault('DB', 'down', { matching: 'FROM media_usages' })
    expect((await write('DELETE', `/api/authors/trash/${id}`)).status).toBe(503)
    await service.fault('DB', null)
    expect(await usesOf(portrait)).toHaveLength(1)
    expect((await write('DELETE', `/api/authors/trash/${id}`)).status).toBe(204)
    expect(await usesOf(portrait)).toEqual([])
    expect((await write('DELETE', `/api/media/${portrait}`)).status).toBe(204)
  })

  test('is that of the end, where a bulk changes many', async () => {
    const [first, second] = [await newFile(), await newFile()]
    const ids = [await newAuthor(first), await newAuthor(first)]
    const operations = [
      { action: 'update', id: ids[0], data: { portrait: second } },
      { action: 'delete', id: ids[1] },
      { action: 'create', data: { name: 'New', portrait: second } },
    ]
    expect((await write('POST', '/api/authors/bulk', { operations })).status).toBe(200)
    expect([await usesOf(first), await usesOf(second)].map(({ length }) => length)).toEqual([1, 2])
  })
})

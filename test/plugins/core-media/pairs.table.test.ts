import { beforeAll, expect, it } from 'vitest'
import type { Manifest } from '../../../src/manifest/index.ts'
import { findBroken } from '../../faults/integrity.ts'
import { counter } from '../../harness/as.ts'
import type { JsonInit } from '../../harness/service.ts'
import { type Operations, type Side, testPairs } from '../../runtime/collections/at-once.ts'
import { outcomeOf, tablesOf } from '../../runtime/collections/outcome.ts'
import { CALLERS, WIDE, wideManifest } from '../../runtime/collections/wide-service.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { png } from './files.ts'
import { send, upload } from './service.ts'

const service = sharedService({ root: WIDE, faults: true })
let manifest: Manifest
let tables: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  await service.fetch('/api/health')
  manifest = await wideManifest()
  tables = await tablesOf(service)
})

const next = counter()

/** A file in a folder, and what is around it. */
interface Subject {
  readonly id: string
  /** The word that names and texts begin with: the folder's name as well. */
  readonly word: string
  readonly bytes: Uint8Array
  /** Name of the bytes in the bucket. */
  readonly key: string
  readonly folder: string
  /** A document that may use it. */
  readonly document: string
  /** An upload in parts of the same bytes, all of which have arrived. */
  readonly parts: string
}

const headers = { ...CALLERS.editor, accept: 'application/json' }
const ask = (method: string, path: string, body?: object) =>
  service.json(path, { method, headers, ...(body && { body }) } satisfies JsonInit)
const describeFile = (id: string, changes: object) => ask('PATCH', `/api/media/${id}`, changes)
const describes = ({ word }: Subject, side: Side) => (side === 'a' ? { title: `${word} a` } : { alt: `${word} b` })
const uploadAgain = ({ bytes, word }: Pick<Subject, 'bytes' | 'word'>, folder = '') =>
  upload(service, { bytes, name: `${word}.png`, type: 'image/png' }, { folder }, headers)

/** The operations, each with the route that it asks. */
const OPERATIONS: Operations<Subject> = {
  'upload the bytes again': ['POST /api/media/upload', (subject) => uploadAgain(subject)],
  'upload them in parts': [
    'POST /api/media/uploads/:id/complete',
    ({ parts }) => ask('POST', `/api/media/uploads/${parts}/complete`),
  ],
  'abandon an upload in parts': [
    'DELETE /api/media/uploads/:id',
    ({ parts }) => ask('DELETE', `/api/media/uploads/${parts}`),
  ],
  describe: ['PATCH /api/media/:id', (subject, side) => describeFile(subject.id, describes(subject, side))],
  'describe the same': ['PATCH /api/media/:id', ({ id, word }, side) => describeFile(id, { title: `${word} ${side}` })],
  focus: [
    'PATCH /api/media/:id',
    ({ id }, side) => describeFile(id, { focalPoint: { x: side === 'a' ? 0.1 : 0.9, y: 0.5 } }),
  ],
  'set its tags': ['PATCH /api/media/:id', ({ id, word }, side) => describeFile(id, { tags: [`${word} ${side}`] })],
  'add a tag': [
    'POST /api/media/bulk-tag',
    ({ id, word }, side) => ask('POST', '/api/media/bulk-tag', { ids: [id], add: [`${word} added ${side}`] }),
  ],
  'remove a tag': [
    'POST /api/media/bulk-tag',
    ({ id, word }) => ask('POST', '/api/media/bulk-tag', { ids: [id], remove: [word] }),
  ],
  move: [
    'POST /api/media/bulk-move',
    ({ id, word }, side) => ask('POST', '/api/media/bulk-move', { ids: [id], folder: `${word} ${side}` }),
  ],
  'describe and move': [
    'PATCH /api/media/:id',
    ({ id, word }, side) => describeFile(id, { alt: word, folder: `${word}/in ${side}` }),
  ],
  delete: ['DELETE /api/media/:id', ({ id }) => ask('DELETE', `/api/media/${id}`)],
  'delete, and detach': ['DELETE /api/media/:id', ({ id }) => ask('DELETE', `/api/media/${id}?force=true`)],
  'delete many': ['POST /api/media/bulk-delete', ({ id }) => ask('POST', '/api/media/bulk-delete', { ids: [id] })],
  'sweep the bucket': [
    'POST /admin/media/sweep',
    () => service.json('/admin/media/sweep', { body: {}, headers: CALLERS.admin }),
  ],
  'rename its folder': [
    'PATCH /api/media/folders/:id',
    ({ folder, word }, side) => ask('PATCH', `/api/media/folders/${folder}`, { name: `${word} ${side}` }),
  ],
  'delete its folder': ['DELETE /api/media/folders/:id', ({ folder }) => ask('DELETE', `/api/media/folders/${folder}`)],
  'make a folder in its folder': [
    'POST /api/media/create-folder',
    ({ word }) => ask('POST', '/api/media/create-folder', { parent: word, name: `${word} inner` }),
  ],
  'use in a new document': [
    'create',
    ({ id, word }) => ask('POST', '/api/items', { string: word, media: id, localString: word }),
  ],
  'use deep inside a new document': [
    'create',
    ({ id, word }) => ask('POST', '/api/nests', { name: word, rows: [{ key: word, media: id }] }),
  ],
  'use in a document': ['update', ({ id, document }) => ask('PATCH', `/api/items/${document}`, { media: id })],
  'use in changes to a document': [
    'update',
    ({ id, document }) => ask('PATCH', `/api/items/${document}?draft=true`, { media: id }),
  ],
  'no longer use': ['update', ({ document }) => ask('PATCH', `/api/items/${document}`, { media: null })],
  'delete its document': ['delete', ({ document }) => ask('DELETE', `/api/items/${document}`)],
  'delete its document for good': ['purge', ({ document }) => ask('DELETE', `/api/items/trash/${document}`)],
}

/** Standings that a file can have before the two, and how it comes to stand so. */
const STANDINGS: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  unused: async () => {},
  used: ({ id, document }) => ask('PATCH', `/api/items/${document}`, { media: id }),
  'used in changes': ({ id, document }) => ask('PATCH', `/api/items/${document}?draft=true`, { media: id }),
  'used in the trash': async ({ id, document }) => {
    await ask('PATCH', `/api/items/${document}`, { media: id })
    await ask('DELETE', `/api/items/${document}`)
  },
  'used deep inside': ({ id, word }) => ask('POST', '/api/nests', { name: word, rows: [{ media: id }] }),
  'there twice': (subject) => uploadAgain(subject),
  deleted: ({ id }) => ask('DELETE', `/api/media/${id}`),
}

async function partsOf({ bytes, word }: Pick<Subject, 'bytes' | 'word'>): Promise<string> {
  const announced = { filename: `${word}.png`, size: bytes.length, type: 'image/png' }
  const { id } = (await ask('POST', '/api/media/uploads', announced)).body.data
  const sized = { ...headers, 'content-length': String(bytes.length) }
  await send(service, `/api/media/uploads/${id}/parts/1`, { method: 'PUT', body: [bytes], headers: sized })
  return id
}

async function subject(standing: string, names: readonly string[]): Promise<Subject> {
  const seed = next()
  const word = `w${seed}x`
  const bytes = png({ seed })
  const { body: uploaded } = await uploadAgain({ bytes, word }, word)
  const { id, url } = uploaded.data
  await describeFile(id, { tags: [word, 'kept'], title: `${word} title`, alt: `${word} alt` })
  const [folder] = await service.sql<{ id: string }>('SELECT id FROM media_folders WHERE path = ?1', word)
  const document = { string: word, localString: word, status: 'published' }
  const made: Subject = {
    id,
    word,
    bytes,
    key: url.split('/').at(-1),
    folder: folder?.id ?? '',
    document: (await ask('POST', '/api/items', document)).body.data.id,
    parts: names.some((name) => name.includes('parts')) ? await partsOf({ bytes, word }) : '',
  }
  await STANDINGS[standing]?.(made)
  return made
}

/** Rows about a file, and whether the bytes of those that have its content are there. */
async function rowsOf({ id, word, key, folder, document, parts }: Subject) {
  const ids = [id, key, folder, document, `${word}.png`, `${word}/in a`, `${word}/in b`, `${word} a`, `${word} b`]
  const rows = await outcomeOf(service, tables, [...ids, word, ...(parts === '' ? [] : [parts])], word)
  const files = await service.sql<{ filename: string }>(
    'SELECT filename FROM media_files WHERE original_name = ?1',
    `${word}.png`,
  )
  const there = new Set(await service.objects('media/'))
  const bytes = files.map(({ filename }) => (there.has(`media/${filename}`) ? 'there' : 'lost'))
  return { ...rows, bytes: bytes.sort() }
}

testPairs<Subject>('two at once', {
  service,
  operations: OPERATIONS,
  standings: Object.keys(STANDINGS),
  subject,
  answered: ({ status, body }) => [status, body?.code ?? null],
  rowsOf,
  every: null,
})

it('leave the database and the bucket whole', async () => {
  expect(await findBroken(service, manifest)).toEqual([])
})

/** Routes that do the same from a page, do not touch a file of the library, or whose work goes on after the response. */
const SAME = [
  ...['PUT', 'POST', 'DELETE'].map((method) => `${method} /admin/media/:id`),
  ...['/:id/crop', '/:id/delete', '/bulk', '/folders', '/folders/:id', '/folders/:id/delete', '/upload'].map(
    (path) => `POST /admin/media${path}`,
  ),
  'POST /admin/media/settings/sweep',
  'POST /api/media/process',
  'POST /api/media/uploads',
  'PUT /api/media/uploads/:id/parts/:number',
]

it('the operations are those of all routes that write files', () => {
  const routes = manifest.routes
    .filter(({ plugin, method }) => plugin === 'core-media' && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  const asked = Object.values(OPERATIONS).map(([route]) => route)
  expect(new Set([...asked.filter((route) => route.includes(' ')), ...SAME])).toEqual(new Set(routes))
})

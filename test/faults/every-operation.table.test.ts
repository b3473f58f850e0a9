import { afterAll, beforeAll, expect } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import type { Manifest } from '../../src/manifest/index.ts'
import { type Service, startService } from '../harness/service.ts'
import { addUser, bearer, freshAddress, PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { outcomeOf, tablesOf } from '../runtime/collections/outcome.ts'
import { SHORT } from './deadlines.ts'
import { type Operation, testOperations } from './each-call.ts'

let service: Service
let manifest: Manifest
let editor: { email: string; token: string }
let reviewer: { email: string; token: string }
let tables: ReadonlyMap<string, readonly string[]>
let count = 0

beforeAll(async () => {
  const compilation = await compile({ root: process.cwd() })
  if (!compilation.manifest) throw new Error('the project does not compile')
  manifest = compilation.manifest
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true, deadlines: SHORT })
  await service.fetch('/api/health')
  editor = await signedIn(service, 'admin')
  reviewer = await signedIn(service, 'editor')
  tables = await tablesOf(service)
})
afterAll(() => service.dispose())

const send = (method: string, path: string, body?: unknown, { token } = editor) =>
  service.fetch(path, {
    method,
    headers: {
      ...bearer(token),
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const name = () => {
  count += 1
  return `n${count}x`
}
/** Names that `name` makes. */
const NAME = /n\d+x/g

const newTag = async () => {
  const answer = await send('POST', '/api/tags', { name: name() })
  expect(answer.status).toBe(201)
  return (await answer.json()).data.id as string
}

const upload = async (text: string) => {
  const form = new FormData()
  form.set('file', new File([`%PDF-1.4 ${text}\n%%EOF`], 'notes.pdf', { type: 'application/pdf' }))
  // In one piece: a response may come before the body is read, and a stream would then meet a closed connection.
  const encoded = new Response(form)
  const headers = { ...bearer(editor.token), 'content-type': encoded.headers.get('content-type') ?? '' }
  return service.fetch('/api/media/upload', { method: 'POST', body: await encoded.arrayBuffer(), headers })
}

const newFile = async () => {
  const answer = await upload(name())
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const dataOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data

/** A post that is published, and one with changes beside that. */
const livePost = async () => {
  const { id } = await dataOf(await send('POST', '/api/posts', { title: name(), status: 'published' }))
  return id
}
const changedPost = async () => {
  const id = await livePost()
  expect((await send('PATCH', `/api/posts/${id}?draft=true`, { title: name() })).status).toBe(200)
  return id
}
const trashedPost = async () => {
  const id = await livePost()
  expect((await send('DELETE', `/api/posts/${id}`)).status).toBe(204)
  return id
}
/** A file of which the store has lost the bytes: its row and another key. */
const lostFile = async () => {
  const text = name()
  const { id } = await dataOf(await upload(text))
  await service.sql(
    `UPDATE media_files SET filename = 'lost-' || filename WHERE id = (SELECT file_id FROM media WHERE id = ?1)`,
    id,
  )
  return text
}
const newRelease = async () => {
  const { id } = await dataOf(await send('POST', '/admin/releases', { title: name() }))
  await send('POST', '/admin/release-documents', { release: id, document: `posts/${await changedPost()}` })
  return id
}
const newReview = async () => {
  const { id: documentId } = await dataOf(await send('POST', '/api/posts', { title: name() }))
  return (await dataOf(await send('POST', '/api/workflow/reviews', { collection: 'posts', documentId }))).id
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  list: { act: () => send('GET', `/api/tags?name=${encodeURIComponent(name())}`), allowed: [200] },
  read: {
    prepare: newTag,
    act: (id) => send('GET', `/api/tags/${id}`),
    allowed: [200],
    bindings: ['DB', 'CACHE_KV'],
  },
  create: { act: () => send('POST', '/api/tags', { name: name() }), allowed: [201] },
  change: { prepare: newTag, act: (id) => send('PATCH', `/api/tags/${id}`, { name: name() }), allowed: [200, 409] },
  delete: { prepare: newTag, act: (id) => send('DELETE', `/api/tags/${id}`), allowed: [204, 404] },
  restore: {
    prepare: newTag,
    act: (id) => send('POST', `/api/tags/${id}/versions/1/restore`),
    allowed: [200, 409],
  },
  bulk: {
    prepare: newTag,
    act: (id) =>
      send('POST', '/api/tags/bulk', {
        operations: [
          { action: 'create', data: { name: name() } },
          { action: 'update', id, data: { name: name() } },
        ],
      }),
    allowed: [200, 409, 404, 422],
  },
  'sign in': {
    prepare: async () => (await addUser(service)).email,
    act: (email) =>
      service.fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': freshAddress() },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
    allowed: [200],
  },
  'upload a file': {
    prepare: async () => name(),
    act: (text) => upload(text),
    allowed: [201],
    bindings: ['MEDIA_BUCKET', 'DB', 'CACHE_KV'],
  },
  'describe a file': {
    prepare: newFile,
    act: (id) => send('PATCH', `/api/media/${id}`, { alt: name() }),
    allowed: [200],
    inSteps: true,
  },
  'delete a file': {
    prepare: newFile,
    act: (id) => send('DELETE', `/api/media/${id}`),
    allowed: [204, 404],
    bindings: ['MEDIA_BUCKET', 'DB', 'CACHE_KV'],
    inSteps: true,
  },
  'delete files': {
    prepare: newFile,
    act: (id) => send('POST', '/api/media/bulk-delete', { ids: [id] }),
    allowed: [200],
    bindings: ['MEDIA_BUCKET', 'DB'],
    inSteps: true,
  },
  'serve a file': {
    prepare: async () => (await (await upload(name())).json()).data.url,
    act: (url) => service.fetch(url, { headers: { range: 'bytes=0-3' } }),
    allowed: [206],
    bindings: ['MEDIA_BUCKET', 'DB'],
  },
  'page of the admin': {
    act: () => send('GET', '/admin/content/'),
    allowed: [200],
    bindings: ['DB', 'CACHE_KV'],
  },
  'keep a change': {
    prepare: livePost,
    act: (id) => send('PATCH', `/api/posts/${id}?draft=true`, { title: name() }),
    allowed: [200, 409],
  },
  publish: { prepare: changedPost, act: (id) => send('POST', `/api/posts/${id}/publish`), allowed: [200] },
  discard: { prepare: changedPost, act: (id) => send('DELETE', `/api/posts/${id}/draft`), allowed: [204, 404] },
  'take out of the trash': {
    prepare: trashedPost,
    act: (id) => send('POST', `/api/posts/trash/${id}/restore`),
    allowed: [200, 404],
  },
  'delete for good': {
    prepare: trashedPost,
    act: (id) => send('DELETE', `/api/posts/trash/${id}`),
    allowed: [204, 404],
  },
  'upload bytes that are there': {
    prepare: async () => {
      const text = name()
      await upload(text)
      return text
    },
    act: (text) => upload(text),
    allowed: [201],
    bindings: ['MEDIA_BUCKET', 'DB'],
  },
  'upload bytes that were lost': {
    prepare: lostFile,
    act: (text) => upload(text),
    allowed: [201],
    bindings: ['MEDIA_BUCKET', 'DB'],
  },
  'publish a release': {
    prepare: newRelease,
    act: (id) => send('POST', `/admin/releases/${id}/publish`),
    allowed: [200, 409],
  },
  'ask for a review': {
    prepare: async () => (await dataOf(await send('POST', '/api/posts', { title: name() }))).id,
    act: (id) => send('POST', '/api/workflow/reviews', { collection: 'posts', documentId: id }),
    allowed: [201, 409],
  },
  approve: {
    prepare: newReview,
    act: (id) => send('POST', `/admin/workflow/${id}/approve`, {}, reviewer),
    allowed: [200, 409],
    inSteps: true,
  },
  comment: {
    prepare: livePost,
    act: (id) => send('POST', `/admin/collaboration/threads?collection=posts&document=${id}`, { text: name() }),
    allowed: [201],
    inSteps: true,
  },
  trigger: {
    act: async () => {
      await service.schedule()
      return new Response()
    },
    allowed: [200],
  },
}

/** Rows of the database about a thing, without what differs from one to the next. */
const stateOf = async (id: string) => {
  const { sessions: _, ...about } = await outcomeOf(service, tables, id, NAME)
  return JSON.stringify(about)
}

testOperations(OPERATIONS, { service: () => service, manifest: () => manifest, stateOf })

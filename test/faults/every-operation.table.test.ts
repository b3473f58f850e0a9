import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import type { Manifest } from '../../src/manifest/index.ts'
import { type FaultMode, type FaultyBinding, type Service, startService } from '../harness/service.ts'
import { shareOf } from '../harness/share.ts'
import { addUser, bearer, freshAddress, PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { SHORT } from './deadlines.ts'
import { findBroken } from './integrity.ts'

/**
 * Operations, each with every one of its calls of a binding failing, hanging, late, or done with the answer lost.
 * Whatever
 * happens: the answer is one that the operation has or 503 with the moment of the next try, and the database fits
 * together.
 */
let service: Service
let manifest: Manifest
let editor: { email: string; token: string }
let count = 0

beforeAll(async () => {
  const compilation = await compile({ root: process.cwd() })
  if (!compilation.manifest) throw new Error('the project does not compile')
  manifest = compilation.manifest
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true, deadlines: SHORT })
  await service.fetch('/api/health')
  editor = await signedIn(service, 'admin')
})
afterAll(() => service.dispose())

interface Operation {
  /** Prepares the operation. Nothing fails in the meantime. */
  readonly prepare?: () => Promise<string>
  readonly act: (prepared: string) => Promise<Response>
  /**
   * Statuses besides 503 that are right: a write that was done and lost may be told as what it found the second time.
   */
  readonly allowed: readonly number[]
  /** The binding that fails. Default: the database. KV is asked alike by all: who the caller is. */
  readonly bindings?: readonly FaultyBinding[]
}

const send = (method: string, path: string, body?: unknown) =>
  service.fetch(path, {
    method,
    headers: { ...bearer(editor.token), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const name = () => {
  count += 1
  return `Name ${count}`
}
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
  },
  'delete a file': {
    prepare: newFile,
    act: (id) => send('DELETE', `/api/media/${id}`),
    allowed: [204, 404],
    bindings: ['MEDIA_BUCKET', 'DB', 'CACHE_KV'],
  },
  'delete files': {
    prepare: newFile,
    act: (id) => send('POST', '/api/media/bulk-delete', { ids: [id] }),
    allowed: [200],
    bindings: ['MEDIA_BUCKET', 'DB'],
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
  trigger: {
    act: async () => {
      await service.schedule()
      return new Response()
    },
    allowed: [200],
  },
}

const MODES: readonly FaultMode[] = ['down', 'lost', 'hangs', 'slow']
/** Calls of one operation that are met, each in its turn. */
const MAX_CALLS = 5
/** Time limit of a response, in milliseconds: some deadlines, and this machine's own time. */
const PATIENCE = 6000

describe.each(shareOf(Object.entries(OPERATIONS), ([name]) => name))(
  '%s',
  (_, { prepare = async () => '', act, allowed, bindings = ['DB'] }) => {
    test.each<[FaultyBinding, FaultMode]>(
      bindings.flatMap((binding) => MODES.map((mode): [FaultyBinding, FaultMode] => [binding, mode])),
    )('%s %s', async (binding, mode) => {
      const first = await prepare()
      await service.fault(binding, null)
      await act(first)
      const calls = Math.min(await service.fault(binding, null), MAX_CALLS)
      for (let nth = 1; nth <= calls; nth += 1) {
        const prepared = await prepare()
        await service.fault(binding, mode, { nth, delay: 200, message: 'Network connection lost.' })
        const began = Date.now()
        const answer = await act(prepared)
        expect(Date.now() - began).toBeLessThan(PATIENCE)
        await service.fault(binding, null)
        const { status } = answer
        expect([nth, status, [...allowed, 503].includes(status)]).toEqual([nth, status, true])
        if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        await answer.arrayBuffer()
      }
      expect(await findBroken(service, manifest)).toEqual([])
    })
  },
)

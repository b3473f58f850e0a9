import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Manifest } from '../../src/manifest/index.ts'
import { counter } from '../harness/as.ts'
import { readManifest } from '../harness/manifest.ts'
import { type Service, startService } from '../harness/service.ts'
import { CLIENT_SECRET, startProvider } from '../plugins/core-auth/identity-provider.ts'
import { beginAtProvider, post } from '../plugins/core-auth/owners.ts'
import { addUser, bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { png } from '../plugins/core-media/files.ts'
import { upload } from '../plugins/core-media/service.ts'
import { type Receiver, startReceiver } from '../plugins/webhooks/receiver.ts'
import { SHORT } from './deadlines.ts'
import { type Operation, testOperations } from './each-call.ts'

/** Service whose work goes on after a response, and on other machines: endpoints, providers of mail and sign-ins, the queue. */
let service: Service
let receiver: Receiver
let provider: Awaited<ReturnType<typeof startProvider>>
let editor: { authorization: string }
const manifest: Manifest = readManifest()

beforeAll(async () => {
  receiver = await startReceiver()
  provider = await startProvider()
  service = await startService({
    vars: { JWT_SECRET: SECRET, CLIENT_SECRET },
    faults: true,
    // Pictures are really made, on a machine that may be busy.
    deadlines: { ...SHORT, images: 2000 },
    queue: true,
    bindings: { IMAGES: { type: 'images' } },
    edit: (files) => {
      const program = JSON.parse(files.get('.cms/manifest.json') ?? '')
      const { settings } = program.environments.development
      const acme = {
        name: 'acme',
        issuer: provider.issuer,
        clientId: 'cms',
        clientSecret: { $secret: 'CLIENT_SECRET' },
      }
      const rules = { scopes: ['openid'], linkAccounts: true, trustEmail: false, askSecondFactor: true }
      settings['core-auth'].oidc = [{ ...acme, ...rules }]
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const sent = { events: ['content:save'], payload: 'full', restrictedFields: false, headers: {} }
      settings.webhooks.endpoints = [{ name: 'desk', url: receiver.url('/desk'), secret, ...sent }]
      const mail = { provider: 'resend', apiKey: 'key', fromEmail: 'desk@news.example', baseUrl: receiver.url('') }
      Object.assign(settings.email, mail)
      files.set('.cms/manifest.json', JSON.stringify(program))
    },
  })
  await service.fetch('/api/health')
  editor = bearer((await signedIn(service, 'admin')).token)
})
afterAll(async () => {
  await service.dispose()
  await provider.stop()
  receiver.close()
})

const next = counter()
const name = () => `n${next()}x`
/** A minute in which what is due is done, and nothing is swept away. */
const MINUTE = 60_000

/** Number of looks between two triggers: most work is done without one. */
const LOOKS = 20

/** Waits until a query finds a row. Now and then the trigger comes, and what waits for its next attempt is due. */
async function untilFound(waiting: string, query: string, value: string) {
  let looks = 0
  await expect
    .poll(
      async () => {
        const found = await service.sql(query, value)
        if (found.length > 0) return true
        looks += 1
        if (looks % LOOKS === 0) {
          await service.sql(waiting)
          await service.schedule(MINUTE)
        }
        return false
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(true)
}

const picture = ({ width = 8, height = 6 } = {}) =>
  upload(service, { bytes: png({ seed: next(), width, height }), name: `${name()}.png`, type: 'image/png' }, {}, editor)
const respond = ({ status, body }: { status: number; body: unknown }) =>
  new Response(JSON.stringify(body), { status, headers: { 'retry-after': '1' } })

/** Ways back from a provider, by the account that they lead into. */
const ways = new Map<string, () => Promise<Response>>()

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'tell an endpoint': {
    prepare: async () => name(),
    act: async (text) => respond(await service.json('/api/tags', { body: { name: text }, headers: editor })),
    allowed: [201],
    again: [201, 409],
    bindings: ['FETCH'],
    settle: (text) =>
      untilFound(
        'UPDATE webhook_deliveries SET next_attempt_at = 0 WHERE leased_until IS NULL',
        `SELECT id FROM webhook_deliveries WHERE status = 'delivered' AND subject = 'tags/' || (SELECT id FROM tags WHERE name = ?1)`,
        text,
      ),
  },
  'mail a link': {
    prepare: async () => (await addUser(service)).email,
    act: async (email) => respond(await post(service, '/auth/forgot-password', { email })),
    allowed: [200],
    bindings: ['FETCH'],
    settle: (email) =>
      untilFound(
        `UPDATE email_messages SET next_attempt_at = 0 WHERE status = 'queued'`,
        `SELECT id FROM email_messages WHERE recipient = ?1 AND status = 'sent'`,
        email,
      ),
  },
  'come back from a provider': {
    prepare: async () => {
      const { id, email } = await addUser(service)
      ways.set(id, await beginAtProvider({ service, provider }, { sub: id, email }))
      return id
    },
    act: async (id) => (await ways.get(id)?.()) ?? new Response(),
    allowed: [302],
    // The provider takes its code once.
    again: [302, 401],
    bindings: ['FETCH'],
    inSteps: true,
  },
  'make an AVIF picture': {
    prepare: async () => (await picture()).body.data.id,
    act: async (id) => {
      const operations = [{ type: 'convert', format: 'avif' }]
      return respond(await service.json('/api/media/process', { body: { id, operations }, headers: editor }))
    },
    allowed: [202],
    bindings: ['IMAGES', 'QUEUE'],
    settle: (id) =>
      untilFound(
        'UPDATE media_jobs SET created_at = created_at - 200000, leased_until = CASE WHEN leased_until IS NOT NULL THEN 0 END',
        `SELECT id FROM media_jobs WHERE media_id = ?1 AND status = 'completed'`,
        id,
      ),
  },
  'serve as AVIF': {
    prepare: async () => (await picture({ width: 200, height: 120 })).body.data.url.split('/').at(-1),
    act: (key) => service.fetch(`/images/${key}?w=160&format=avif`),
    allowed: [200],
    bindings: ['IMAGES'],
  },
}

testOperations(OPERATIONS, { service: () => service, manifest: () => manifest, stateOf: async () => '' })

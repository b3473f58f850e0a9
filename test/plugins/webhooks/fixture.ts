import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { as } from '../../harness/as.ts'
import { type Service, type ServiceOptions, startService } from '../../harness/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const ROOT = fileURLToPath(new URL('../../fixtures/webhooks', import.meta.url))

export const KEY = 'key-of-the-articles-endpoint'
export const editor = as('editor', 'eve')
export const admin = as('admin', 'ada')

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export const secrets = { articles: newSecret(), retired: newSecret(), desk: newSecret() }

export type Setup = Pick<ServiceOptions, 'environment' | 'vars' | 'observe' | 'faults' | 'deadlines'>

/** The project in test/fixtures/webhooks and the receiver that its endpoints send to, for all tests of a file. */
export function setUp({ environment = 'development', vars = {}, ...options }: Setup = {}) {
  const running: { service?: Service; receiver?: Receiver } = {}
  beforeAll(async () => {
    const receiver = await startReceiver()
    running.receiver = receiver
    running.service = await startService({
      root: ROOT,
      environment,
      ...options,
      vars: {
        ARTICLES_URL: receiver.url('/articles'),
        ARTICLES_SECRET: `${secrets.articles},${secrets.retired}`,
        ARTICLES_KEY: KEY,
        DESK_URL: receiver.url('/desk'),
        DESK_SECRET: secrets.desk,
        IDS_URL: receiver.url('/ids'),
        PEOPLE_URL: receiver.url('/people'),
        ...vars,
      },
    })
  })
  afterAll(async () => {
    await running.service?.dispose()
    running.receiver?.close()
  })
  return {
    get service(): Service {
      if (!running.service) throw new Error('the service is used before it has started')
      return running.service
    },
    get receiver(): Receiver {
      if (!running.receiver) throw new Error('the receiver is used before it has started')
      return running.receiver
    },
  }
}

/** A row of the delivery log, as the list shows it. */
export interface Delivery {
  readonly id: string
  readonly endpoint: string
  readonly event: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly lastAttemptAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly lastDuration: number | null
  readonly createdAt: string
  readonly deliveredAt: string | null
}

export async function deliveries(service: Service, query = ''): Promise<Delivery[]> {
  const { status, body } = await service.json(`/admin/webhooks/deliveries?limit=100${query}`, { headers: admin })
  expect(status).toBe(200)
  return body.data.entries
}

export async function delivery(service: Service, id: string) {
  const { status, body } = await service.json(`/admin/webhooks/deliveries/${id}`, { headers: admin })
  expect(status).toBe(200)
  return body.data
}

/** Asks until the answer is there. */
export async function eventually<Value>(ask: () => Value | Promise<Value>, isThere: (value: Value) => boolean) {
  const until = Date.now() + 60_000
  for (;;) {
    const value = await ask()
    if (isThere(value)) return value
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The newest delivery to an endpoint, once the attempt at it has ended. */
export async function latest(service: Service, endpoint: string, attempts = 1): Promise<Delivery> {
  const ask = async () => {
    // In one statement: an attempt counts from its beginning.
    const [ended] = await service.sql(
      `SELECT id FROM (SELECT * FROM webhook_deliveries WHERE endpoint = ? ORDER BY id DESC LIMIT 1)
      WHERE leased_until IS NULL AND attempts >= ?`,
      endpoint,
      attempts,
    )
    return ended ? (await deliveries(service, `&endpoint=${endpoint}`))[0] : undefined
  }
  const row = await eventually(ask, (found) => found !== undefined)
  if (!row) throw new Error('there is none')
  return row
}

/** As if the wait before the next attempt were over. */
export async function comeDue(service: Service): Promise<void> {
  await service.sql('UPDATE webhook_deliveries SET next_attempt_at = 0 WHERE leased_until IS NULL')
}

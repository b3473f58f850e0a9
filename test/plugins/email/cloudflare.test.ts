import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../harness/service.ts'
import { send, settled, startMailService } from './mail.ts'

const MESSAGE = { to: 'reader@example.com', subject: 'Hello', html: '<p>Hello</p>' }

describe('Cloudflare’s binding', () => {
  let service: Service

  beforeAll(async () => {
    service = await startMailService({
      environment: 'production',
      vars: {}, // it needs no key
      settings: { provider: 'cloudflare', binding: 'POST_OFFICE' },
      bindings: {
        POST_OFFICE: {
          type: 'send-email',
          allowedSenderAddresses: ['desk@news.example'],
          allowedDestinationAddresses: ['reader@example.com'],
        },
      },
    })
  })
  afterAll(() => service.dispose())

  it('takes a message', async () => {
    const row = await settled(service, await send(service, 'sendEmail', MESSAGE))
    expect(row).toMatchObject({ status: 'sent', provider: 'cloudflare', error: null })
    expect(row.provider_id).toContain('@news.example')
  })

  it('that does not take one leaves it in the queue, and says why', async () => {
    const id = await send(service, 'sendEmail', { ...MESSAGE, to: 'stranger@example.com' })
    const row = await settled(service, id, ({ status, error }) => status !== 'queued' || error !== null)
    expect(row.error).toMatch(/^Cloudflare: .*stranger@example.com/)
  })

  it('that is not there is named', async () => {
    const without = await startMailService({
      environment: 'production',
      vars: {},
      settings: { provider: 'cloudflare' },
    })
    const row = await settled(without, await send(without, 'sendEmail', MESSAGE), ({ error }) => error !== null)
    expect(row).toMatchObject({
      status: 'queued',
      error: 'there is no send_email binding named EMAIL: declare it in wrangler.toml',
    })
    await without.dispose()
  })
})

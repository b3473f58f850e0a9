import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { EmailService } from '../../../plugins/email/service.ts'
import { as } from '../../harness/as.ts'
import { type Service, type ServiceOptions, startService } from '../../harness/service.ts'

export const SITE = fileURLToPath(new URL('site', import.meta.url))

export const KEY = 'key-of-the-provider-1234'

export interface MailServiceOptions extends Omit<ServiceOptions, 'root' | 'edit'> {
  /** Settings of the email plugin over those of the site, in every environment. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export function startMailService({ settings = {}, ...options }: MailServiceOptions = {}): Promise<Service> {
  return startService({
    root: SITE,
    vars: { MAIL_KEY: KEY },
    ...options,
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      for (const environment of Object.values<{ settings: Record<string, object> }>(manifest.environments)) {
        environment.settings.email = { ...environment.settings.email, ...settings }
      }
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })
}

/** One service for all tests of a file, started before the first of them. */
export function sharedMailService(options: () => MailServiceOptions): Service {
  let started: Service | undefined
  beforeAll(async () => {
    started = await startMailService(options())
  })
  afterAll(() => started?.dispose())
  return new Proxy({} as Service, {
    get: (_, name: keyof Service) => {
      if (started === undefined) throw new Error('the service is used before it has started')
      return started[name]
    },
  })
}

/** Calls a method of the service `email`; gives the message's id, or `null`. */
export async function send<Method extends keyof EmailService>(
  service: Service,
  method: Method,
  message: Parameters<EmailService[Method]>[0],
): Promise<string | null> {
  const answer = await service.json(`/api/letters/${method}`, { body: message })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

export interface StoredMessage {
  readonly id: string
  readonly status: string
  readonly attempts: number
  readonly error: string | null
  readonly html: string | null
  readonly body: string | null
  readonly provider: string | null
  readonly provider_id: string | null
  readonly next_attempt_at: number
}

export async function stored(service: Service, id: string | null): Promise<StoredMessage> {
  const [row] = await service.sql<StoredMessage>('SELECT * FROM email_messages WHERE id = ?', id)
  if (!row) throw new Error(`no message ${id}`)
  return row
}

/** Waits until a message is what it should be; gives it. */
export async function settled(
  service: Service,
  id: string | null,
  wanted: (row: StoredMessage) => boolean = ({ status }) => status !== 'queued',
): Promise<StoredMessage> {
  for (let tries = 0; tries < 200; tries++) {
    const row = await stored(service, id)
    if (wanted(row)) return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`still ${JSON.stringify(await stored(service, id))}`)
}

/** The time of the next try has come. */
export async function makeDue(service: Service, id: string | null): Promise<void> {
  await service.sql('UPDATE email_messages SET next_attempt_at = 1 WHERE id = ?', id)
}

/** Messages in the outbox for an address, newest first. */
export async function outbox(service: Service, to: string) {
  const path = `/admin/plugins/email/outbox?to=${encodeURIComponent(to)}`
  const { status, body } = await service.json(path, { headers: as('admin') })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as { id: string; to: string; subject: string; html: string; text: string; template: string }[]
}

export interface ProviderRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

export interface ProviderAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly delay?: number
}

/** An HTTP API on this machine that notes what it is sent and answers as the test says. */
export interface ProviderServer {
  readonly url: string
  readonly requests: ProviderRequest[]
  answer: (request: ProviderRequest) => ProviderAnswer
  close(): Promise<void>
}

export async function startProvider(answer: ProviderServer['answer']): Promise<ProviderServer> {
  const requests: ProviderRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const { method, url: path, headers } = incoming
    const request = { method, path, headers, body: text === '' ? null : JSON.parse(text) }
    requests.push(request)
    const { status, body, headers: sent = {}, delay = 0 } = provider.answer(request)
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', ...sent })
      response.end(body === undefined ? '' : JSON.stringify(body))
    }, delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return provider
}

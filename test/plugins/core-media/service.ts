import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { as } from '../../harness/as.ts'
import { type Answer, type Service, type ServiceOptions, startService } from '../../harness/service.ts'

export const ROOT = fileURLToPath(new URL('../../fixtures/media', import.meta.url))
export const SECRET = 'a secret that signs addresses of files'

/** One service for all tests of a file. */
export function mediaService(options: ServiceOptions | (() => Promise<ServiceOptions>) = {}): Service {
  let started: Service | undefined
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options
    started = await startService({ root: ROOT, ...given, vars: { MEDIA_URL_SECRET: SECRET, ...given.vars } })
    await started.fetch('/api/health')
  })
  afterAll(() => started?.dispose())
  return new Proxy({} as Service, {
    get: (_, name: keyof Service) => {
      if (started === undefined) throw new Error('the service is used before it has started')
      return started[name]
    },
  })
}

export interface TestFile {
  readonly bytes: Uint8Array | Blob
  readonly name?: string
  readonly type?: string
}

/** A form as a browser would send it. */
export function formOf(files: readonly TestFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { bytes, name = 'file.bin', type = '' } of files) {
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  }
  return form
}

export async function upload(
  service: Service,
  files: TestFile | readonly TestFile[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = as('editor'),
): Promise<Answer> {
  return sendForm(service, formOf(Array.isArray(files) ? files : [files as TestFile], fields), headers)
}

export async function sendForm(service: Service, form: FormData, headers = as('editor') as Record<string, string>) {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = new Uint8Array(await encoded.arrayBuffer())
  return send(service, '/api/media/upload', { body: [body], headers: { 'content-type': type, ...headers } })
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body: readonly Uint8Array[] | (() => AsyncIterable<Uint8Array>)
}

/**
 * Sends chunk by chunk, and takes the answer also when it comes before all is sent, which `fetch` does not. A connection
 * that the worker closed before its answer could be read is tried again.
 */
export async function send(service: Service, path: string, sent: Sent): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(service, path, sent)
    } catch (error) {
      const isClosed = ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (!isClosed || attempt === 10) throw error
    }
  }
}

function sendOnce(service: Service, path: string, { method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, service.url), { method, headers, agent: false }, async (response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of response) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type']?.includes('json') ?? false
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headers as Record<string, string>),
        body: isJson ? JSON.parse(text) : text,
      })
    })
    // Once there is an answer, what goes wrong with the rest of the body does not matter.
    request.on('error', reject)
    pipeline(Readable.from(typeof body === 'function' ? body() : body), request).catch(() => undefined)
  })
}

/** Bytes as they are served. */
export async function served(service: Service, url: string, headers: Record<string, string> = {}) {
  const answer = await service.fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

import { randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { exitCodes, Failure, type RunningService, type UploadRoutes } from 'lintel/importing'
import type { LibraryItem, WantedFile } from '../record-store.ts'

/** Thrown for a file that the service refuses, permanently or temporarily. */
export class UploadRefusal extends Error {
  readonly isTemporary: boolean

  constructor(message: string, isTemporary = false) {
    super(message)
    this.isTemporary = isTemporary
  }
}

/** Maximum time for a request, in milliseconds. */
const DEADLINE = 120_000

/**
 * Uploads a file into the library, with its description.
 * @throws UploadRefusal if the service refuses the file
 * @throws Failure if the service refuses access
 */
export async function uploadFile(
  path: string,
  file: Pick<WantedFile, 'filename' | 'alt' | 'title'>,
  folder: string,
  { service, routes }: { readonly service: RunningService; readonly routes: UploadRoutes },
): Promise<LibraryItem> {
  const boundary = `lintel-${randomUUID()}`
  const name = basename(file.filename).replace(/["\r\n]/g, '_')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="folder"\r\n\r\n${folder}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const length = Buffer.byteLength(head) + statSync(path).size + Buffer.byteLength(tail)
  const { data } = await send(service, 'POST', routes.upload, Readable.from(parts(head, path, tail)), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(length),
  })
  const item = { id: String(data.id), url: String(data.url) }
  const words = {
    ...(file.alt && { alt: file.alt.slice(0, 2000) }),
    ...(file.title && { title: file.title.slice(0, 500) }),
  }
  if (routes.describe !== undefined && Object.keys(words).length > 0) {
    await send(service, 'PATCH', routes.describe.replace(':id', item.id), JSON.stringify(words), {
      'content-type': 'application/json',
    })
  }
  return item
}

async function* parts(head: string, path: string, tail: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  yield* createReadStream(path)
  yield Buffer.from(tail)
}

async function send(
  { address, token }: RunningService,
  method: string,
  path: string,
  body: Readable | string,
  headers: Record<string, string>,
) {
  const url = new URL(path, address)
  const response = await fetch(url, {
    method,
    headers: { ...headers, accept: 'application/json', authorization: `Bearer ${token}` },
    body: body as BodyInit, // Node's fetch accepts Node's streams
    ...({ duplex: 'half' } as object), // required for a stream, and missing in the types
    signal: AbortSignal.timeout(DEADLINE),
  }).catch((error) => {
    throw new UploadRefusal(`no service answers at ${url.origin} (${error.cause?.code ?? error.message})`, true)
  })
  const result = await response.json().catch(() => ({}))
  if (response.ok) return result
  const [first] = result.errors ?? []
  const reason = first?.message ?? result.detail ?? result.title ?? `the response is ${response.status}`
  if (response.status === 401 || response.status === 403) {
    throw new Failure(`The service at ${url.origin} refuses uploads: ${reason}`, {
      hint: 'The token must belong to an account that may upload files: cms token create <email> --name import',
      exitCode: exitCodes.usage,
    })
  }
  throw new UploadRefusal(String(reason), response.status === 429 || response.status >= 500)
}

import type { Connection } from './connection.ts'
import { LintelError } from './error.ts'
import type { UploadedFile, UploadOptions } from './media-item.ts'

export interface UploadProgress {
  /** Bytes that the service has. */
  readonly sent: number
  /** Bytes of the file. */
  readonly total: number
}

export interface PartsOptions extends UploadOptions {
  /** The id of an upload of the same file that was broken off: only what is missing is sent. */
  readonly resume?: string
  /** Told the upload's id once it has begun, to keep it for `resume`. */
  readonly onBegin?: (id: string) => void
  /** Told at the beginning and after each part. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** Parts that are under way at the same time. Default 3. */
  readonly concurrency?: number
}

interface State {
  readonly id: string
  readonly size: number
  readonly partSize: number
  readonly parts: number
  readonly received: readonly number[]
}

/** Tries for each part, and the wait before the second in milliseconds; it doubles from then on. */
const TRIES = 4
const FIRST_WAIT = 500

/** Uploads a file part by part. */
export async function uploadInParts(
  connection: Connection,
  file: File,
  options: PartsOptions = {},
): Promise<UploadedFile> {
  const { onBegin, onProgress, concurrency = 3, signal } = options
  const state = await (options.resume === undefined
    ? begin(connection, file, options)
    : readState(connection, options.resume, options))
  if (state.size !== file.size) throw new TypeError(`the upload ${state.id} is of a file of ${state.size} bytes`)
  onBegin?.(state.id)
  const lengthOf = (number: number) => Math.min(state.partSize, file.size - (number - 1) * state.partSize)
  const waiting = Array.from({ length: state.parts }, (_, index) => index + 1).filter(
    (number) => !state.received.includes(number),
  )
  let sent = state.received.reduce((sum, number) => sum + lengthOf(number), 0)
  onProgress?.({ sent, total: file.size })

  const sendNext = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const start = (number - 1) * state.partSize
      await sendPart(
        connection,
        `${pathOf(state.id)}/parts/${number}`,
        file.slice(start, start + lengthOf(number)),
        signal,
      )
      sent += lengthOf(number)
      onProgress?.({ sent, total: file.size })
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, sendNext))
  } catch (error) {
    waiting.length = 0 // the others end with the part that they are at
    throw error
  }
  const response = await connection.send({ method: 'POST', path: `${pathOf(state.id)}/complete`, signal })
  return ((await response.json()) as { data: UploadedFile }).data // as contracted
}

const ROOT = '/api/media/uploads'

function pathOf(id: string): string {
  return `${ROOT}/${encodeURIComponent(id)}`
}

async function begin(
  connection: Connection,
  file: File,
  { folder, private: isPrivate, signal }: PartsOptions,
): Promise<State> {
  const body = {
    filename: file.name,
    size: file.size,
    type: file.type,
    ...(folder === undefined ? {} : { folder }),
    ...(isPrivate === undefined ? {} : { private: isPrivate }),
  }
  return stateOf(await connection.send({ method: 'POST', path: ROOT, body, signal }))
}

async function readState(connection: Connection, id: string, { signal }: PartsOptions): Promise<State> {
  return stateOf(await connection.send({ method: 'GET', path: pathOf(id), signal }))
}

async function stateOf(response: Response): Promise<State> {
  return ((await response.json()) as { data: State }).data // as contracted
}

/** Tries again where the line broke, or the service was not able; not where it refused. */
async function sendPart(connection: Connection, path: string, content: Blob, signal?: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.send({ method: 'PUT', path, content, headers, signal })
      return
    } catch (error) {
      const isRefusal = error instanceof LintelError && error.status < 500 && error.status !== 429
      if (isRefusal || signal?.aborted || attempt === TRIES) throw error
      const wait =
        error instanceof LintelError && error.retryAfter ? error.retryAfter * 1000 : FIRST_WAIT * 2 ** (attempt - 1)
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

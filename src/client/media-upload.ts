import type { Requests } from './connection.ts'
import type { UploadedFile, UploadOptions } from './media-item.ts'

export interface UploadProgress {
  /** Bytes that the service has received. */
  readonly sent: number
  /** Size of the file in bytes. */
  readonly total: number
}

export interface PartsOptions extends UploadOptions {
  /**
   * The file's name. Default: the name of the `File`. Required for a `Blob`, such as the result of `fs.openAsBlob` in
   * Node.
   */
  readonly filename?: string
  /** The id of an interrupted upload of the same file. Only the missing parts are sent. */
  readonly resume?: string
  /** Called with the upload's id before the first part is sent, so that you can store it for `resume`. */
  readonly onBegin?: (id: string) => void
  /** Called before the first part and after each part. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** Maximum number of parts that are sent at the same time. Default 3. */
  readonly concurrency?: number
}

interface State {
  readonly id: string
  readonly size: number
  readonly partSize: number
  readonly parts: number
  readonly received: readonly number[]
}

/**
 * Uploads a file part by part.
 * @throws TypeError for a `Blob` without `filename`, or if the upload to resume belongs to a file of another size
 */
export async function uploadInParts(client: Requests, file: Blob, options: PartsOptions = {}): Promise<UploadedFile> {
  const { onBegin, onProgress, concurrency = 3, signal } = options
  const state = await (options.resume === undefined
    ? begin(client, file, options)
    : readState(client, options.resume, options))
  if (state.size !== file.size) throw new TypeError(`the upload ${state.id} belongs to a file of ${state.size} bytes`)
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
      await client.request({
        method: 'PUT',
        path: `${pathOf(state.id)}/parts/${number}`,
        content: file.slice(start, start + lengthOf(number)),
        headers: { 'content-type': 'application/octet-stream' },
        repeatable: true,
        signal,
      })
      sent += lengthOf(number)
      onProgress?.({ sent, total: file.size })
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, sendNext))
  } catch (error) {
    waiting.length = 0 // the other workers stop after their current part
    throw error
  }
  const response = await client.request({ method: 'POST', path: `${pathOf(state.id)}/complete`, signal })
  return ((await response.json()) as { data: UploadedFile }).data // as the API documents it
}

const ROOT = '/api/media/uploads'

function pathOf(id: string): string {
  return `${ROOT}/${encodeURIComponent(id)}`
}

async function begin(
  client: Requests,
  file: Blob,
  { filename = nameOf(file), folder, private: isPrivate, signal }: PartsOptions,
): Promise<State> {
  const body = {
    filename,
    size: file.size,
    type: file.type,
    ...(folder === undefined ? {} : { folder }),
    ...(isPrivate === undefined ? {} : { private: isPrivate }),
  }
  return stateOf(await client.request({ method: 'POST', path: ROOT, body, signal }))
}

function nameOf(file: Blob): string {
  if (file instanceof File) return file.name
  throw new TypeError('a Blob has no name: pass `filename`')
}

async function readState(client: Requests, id: string, { signal }: PartsOptions): Promise<State> {
  return stateOf(await client.request({ method: 'GET', path: pathOf(id), signal }))
}

async function stateOf(response: Response): Promise<State> {
  return ((await response.json()) as { data: State }).data // as the API documents it
}

import { connect } from '../../../client/connection.ts'
import { errorFrom, LintelError } from '../../../client/error.ts'
import type { UploadedFile } from '../../../client/media-item.ts'
import { uploadInParts } from '../../../client/media-upload.ts'
import { askToSignIn } from '../session/fetch-signed-in.ts'
import { renew } from '../session/session.ts'

export interface Sending {
  readonly folder: string
  readonly isPrivate: boolean
  readonly signal: AbortSignal
  /** Called with the progress, from 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Maximum size of a file that is sent as a form, in bytes. */
  readonly maxForm: number
}

/** Maximum size of a file that is sent in one request, in bytes: the size of a part. */
const ONE_PIECE = 8 * 1024 * 1024

/**
 * Sends a file: a small one as a form, a large one part by part, continuing an interrupted upload.
 * @throws LintelError for an error of the service; TypeError for a network failure
 */
export async function sendFile(file: File, sending: Sending): Promise<UploadedFile> {
  if (file.size <= Math.min(ONE_PIECE, sending.maxForm)) {
    try {
      return await sendForm(file, sending)
    } catch (error) {
      if (!(error instanceof LintelError) || error.status !== 401 || !(await isSignedInAgain())) throw error
      return sendForm(file, sending)
    }
  }
  return sendParts(file, sending)
}

/** Header that marks requests whose errors are shown on the page, in its language. */
const FOR_PAGE = ['HX-Request', 'true'] as const

/** Sends a form with XMLHttpRequest, which reports the progress. */
function sendForm(file: File, { folder, isPrivate, signal, onProgress }: Sending): Promise<UploadedFile> {
  const form = new FormData()
  form.append('folder', folder)
  if (isPrivate) form.append('private', 'true')
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/media/upload')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader(...FOR_PAGE)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', async () => {
      if (request.status === 201) resolve((JSON.parse(request.responseText) as { data: UploadedFile }).data)
      else
        reject(
          await errorFrom(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
        )
    })
    request.addEventListener('error', () => reject(new TypeError('the connection was lost')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/** Connection of the client for sending parts, authenticated by the cookie. */
const connection = connect({
  baseUrl: '',
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set(...FOR_PAGE)
    const send = () => fetch(input, { ...init, headers })
    const response = await send()
    return response.status === 401 && (await isSignedInAgain()) ? send() : response
  },
})

async function sendParts(file: File, { folder, isPrivate, signal, onProgress }: Sending): Promise<UploadedFile> {
  const key = `lintel:upload:${file.name}:${file.size}:${file.lastModified}:${folder}:${isPrivate}`
  const send = (resume: string | null) =>
    uploadInParts(connection, file, {
      folder,
      private: isPrivate,
      signal,
      ...(resume !== null && { resume }),
      onBegin: (id) => keep(key, id),
      onProgress: ({ sent, total }) => onProgress(sent / total),
    })
  const known = recall(key)
  try {
    const uploaded = await send(known).catch((error: unknown) => {
      const isGone = error instanceof LintelError && error.status === 404 && known !== null
      if (!isGone) throw error
      return send(null) // the service has discarded the interrupted upload
    })
    keep(key, null)
    return uploaded
  } catch (error) {
    if (error instanceof LintelError && error.status < 500 && error.status !== 401 && error.status !== 429)
      keep(key, null)
    throw error
  }
}

/**
 * Renews the short-lived access token. If the session itself has ended, asks the user to sign in. Returns whether the
 * user is signed in afterwards.
 */
async function isSignedInAgain(): Promise<boolean> {
  return (await renew()) || askToSignIn()
}

function keep(key: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, id)
  } catch {
    // Without storage, uploads cannot be continued.
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

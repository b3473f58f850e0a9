import { LintelError, retryAfter } from './error.ts'

/** Statuses after which a retry may succeed: too many requests, bad gateway, unavailable, gateway timeout. */
const PASSING: readonly number[] = [429, 502, 503, 504]

/** Average wait before the first retry, in milliseconds; it doubles with each further one. */
const FIRST_WAIT = 400

/** Maximum wait that a service may ask for, in milliseconds. If it asks for more, the request is not repeated. */
const LONGEST = 30_000

/**
 * Sends a request, and repeats it after a network failure or a status in `PASSING`.
 * @param retries maximum number of repetitions
 */
export async function withRetries(
  send: () => Promise<Response>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const isLast = retry >= retries
    const response = await send().catch((error: unknown) => {
      // A `LintelError` is a response of the service to the renewal of the token: not worth a retry.
      if (isLast || signal?.aborted || error instanceof LintelError) throw error
    })
    if (response && (isLast || !PASSING.includes(response.status))) return response
    const seconds = response && retryAfter(response.headers)
    // The random factor keeps clients that failed together from retrying together.
    const wait = seconds === undefined ? FIRST_WAIT * 2 ** retry * (0.5 + Math.random()) : seconds * 1000
    if (response && wait > LONGEST) return response
    await response?.body?.cancel()
    await pause(wait, signal)
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}

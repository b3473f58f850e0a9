import { LintelError, retryAfter } from './error.ts'

/** Statuses after which a later try may do better: too many requests, not able right now, nothing behind a gateway. */
const PASSING: readonly number[] = [429, 502, 503, 504]

/** Wait before the second try in milliseconds, on average; it doubles from then on. */
const FIRST_WAIT = 400

/** Longest time that a service may ask to wait, in milliseconds: what takes longer is the caller's to decide. */
const LONGEST = 30_000

/**
 * Sends a request, and sends it again where the line broke or the service asks to come back later.
 * @param retries how many times at most it is sent again
 */
export async function withRetries(
  send: () => Promise<Response>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const isLast = retry >= retries
    const response = await send().catch((error: unknown) => {
      // An error of the service is its answer, to renewing the token.
      if (isLast || signal?.aborted || error instanceof LintelError) throw error
    })
    if (response && (isLast || !PASSING.includes(response.status))) return response
    const asked = response && retryAfter(response.headers)
    // Clients that failed together must not come back together.
    const wait = asked === undefined ? FIRST_WAIT * 2 ** retry * (0.5 + Math.random()) : asked * 1000
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

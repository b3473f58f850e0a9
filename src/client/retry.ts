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
      if (isLast || signal?.aborted) throw error
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

/** Seconds until the next try, where the service says so: as a number, or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
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

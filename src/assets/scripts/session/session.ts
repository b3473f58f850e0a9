/** Milliseconds between checks for whether the user has signed in again, if no tab reports it. */
const LOOK_EVERY = 5000

/** Channel on which the page after signing in informs other tabs. */
export const CHANNEL = 'lintel:session'

/** Address for signing in in a new tab, which redirects to the page that informs other tabs. */
export const SIGN_IN = `/auth/login?${new URLSearchParams({ redirect: '/auth/signed-in' })}`

/** Last time at which the service recognized the user, with a page or a script's request. */
let seenAt = Date.now()

/** Returns the milliseconds since the service last recognized the user. */
export function sinceSeen(): number {
  return Date.now() - seenAt
}

/** Sends a request like `fetch`, with a new access token if the old one has expired. */
export async function fetchRenewed(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (!isSignedOut(response)) {
    seenAt = Date.now()
    return response
  }
  return (await renew()) ? fetch(input, init) : response
}

/** Tells whether a response means that the session has ended, in contrast to a wrong password. */
export function isSignedOut({ status, headers }: Response): boolean {
  return status === 401 && (headers.has('hx-redirect') || headers.has('www-authenticate'))
}

let renewing: Promise<boolean> | null = null

/**
 * Requests a new access token, using the cookie of the session, which lives longer. Concurrent calls share one request.
 * Returns whether there is a new token: false if the session has ended or the service cannot be reached.
 */
export function renew(): Promise<boolean> {
  renewing ??= fetch('/api/auth/refresh', { method: 'POST' })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => {
      renewing = null
    })
  return renewing
}

/** Opens the login page in a new tab. */
export function openSignIn(): void {
  window.open(SIGN_IN, '_blank')
}

/**
 * Waits until the user has signed in again, with the same account.
 * @param tellOther called if the user has signed in with another account
 */
export async function signedInAgain(tellOther: () => void, signal?: AbortSignal): Promise<void> {
  const userOfPage = document.body.dataset.user ?? ''
  let lastUser = ''
  while (signal?.aborted !== true) {
    await nextOccasion(signal)
    const user = await userNow()
    if (user === userOfPage) {
      seenAt = Date.now()
      return
    }
    if (user !== null && user !== lastUser) {
      lastUser = user
      tellOther()
    }
  }
}

/** Waits until another tab reports a sign-in, the user returns to this one, or a few seconds have passed. */
function nextOccasion(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const timer = setTimeout(done, LOOK_EVERY)
    function done(): void {
      clearTimeout(timer)
      channel.close()
      window.removeEventListener('focus', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    channel.addEventListener('message', done)
    window.addEventListener('focus', done)
    signal?.addEventListener('abort', done)
  })
}

/** Returns the id of the signed-in account; `null` if there is none, or it is unknown. */
async function userNow(): Promise<string | null> {
  try {
    const response = await fetch('/api/auth/me', { headers: { accept: 'application/json' } })
    if (!response.ok) return null
    const { user } = (await response.json()) as { readonly user: { readonly id: string } }
    return user.id
  } catch {
    return null
  }
}

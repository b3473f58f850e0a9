/** Milliseconds between two looks whether somebody has signed in again, where no tab says so. */
const LOOK_EVERY = 5000

/** Channel on which the page after signing in tells the other tabs. */
export const CHANNEL = 'lintel:session'

/** Address to sign in at, in a tab of its own, and the page that it leads to. */
export const SIGN_IN = `/auth/login?${new URLSearchParams({ redirect: '/auth/signed-in' })}`

/** Last moment at which the service took the reader for somebody: it answered a page, or a script. */
let seenAt = Date.now()

/** Milliseconds since the service last took the reader for somebody. */
export function sinceSeen(): number {
  return Date.now() - seenAt
}

/** Asks the service, as `fetch` does, with a new access token where the old one has expired. */
export async function fetchRenewed(input: string | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  if (!isSignedOut(answer)) {
    seenAt = Date.now()
    return answer
  }
  return (await renew()) ? fetch(input, init) : answer
}

/** Tells whether an answer says that the session has ended; a wrong password is another matter. */
export function isSignedOut({ status, headers }: Response): boolean {
  return status === 401 && (headers.has('hx-redirect') || headers.has('www-authenticate'))
}

let renewing: Promise<boolean> | null = null

/** Gets a new access token by the cookie beside it: it is short, and the session longer. One request for all who wait. */
export function renew(): Promise<boolean> {
  renewing ??= fetch('/api/auth/refresh', { method: 'POST' })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => {
      renewing = null
    })
  return renewing
}

/** Opens the page to sign in beside this one, which stays as it is. */
export function openSignIn(): void {
  window.open(SIGN_IN, '_blank')
}

/**
 * Waits until the reader is signed in again, with the same account.
 * @param tellOther called when it is another one
 */
export async function signedInAgain(tellOther: () => void, signal?: AbortSignal): Promise<void> {
  const own = document.body.dataset.user ?? ''
  let told = ''
  while (signal?.aborted !== true) {
    await nextOccasion(signal)
    const user = await userNow()
    if (user === own) {
      seenAt = Date.now()
      return
    }
    if (user !== null && user !== told) {
      told = user
      tellOther()
    }
  }
}

/** Waits until another tab tells of a sign-in, the reader comes back to this one, or some seconds have passed. */
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

/** The id of the account that is signed in; `null` where none is, or nobody knows. */
async function userNow(): Promise<string | null> {
  try {
    const answer = await fetch('/api/auth/me', { headers: { accept: 'application/json' } })
    if (!answer.ok) return null
    const { user } = (await answer.json()) as { readonly user: { readonly id: string } }
    return user.id
  } catch {
    return null
  }
}

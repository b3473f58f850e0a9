import { setTimeout as sleep } from 'node:timers/promises'

/** Clients that create posts without pauses. */
export interface Writers {
  /** Ids of the posts whose creation was confirmed. */
  readonly confirmed: readonly string[]
  /** Numbers of other outcomes by status; `none` is a request without a valid response. */
  readonly others: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export function startWriters(urlNow: () => URL, token: string, count = 8): Writers {
  const confirmed: string[] = []
  const others = new Map<string, number>()
  let isOver = false
  let made = 0
  const write = async () => {
    while (!isOver) {
      made += 1
      const outcome = await createPost(urlNow(), token, `Written ${process.pid} ${made}`)
      if (outcome.id !== null) confirmed.push(outcome.id)
      else {
        others.set(outcome.status, (others.get(outcome.status) ?? 0) + 1)
        await sleep(20)
      }
    }
  }
  const writing = Promise.all(Array.from({ length: count }, write))
  return {
    confirmed,
    others,
    stop: async () => {
      isOver = true
      await writing
    },
  }
}

export interface Outcome {
  /** Id of the post; `null` if the creation was not confirmed. */
  readonly id: string | null
  readonly status: string
  readonly retryAfter: string | null
  readonly code: string | null
}

export async function createPost(url: URL, token: string, title: string): Promise<Outcome> {
  try {
    const answer = await fetch(new URL('/api/posts', url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(20_000),
      body: JSON.stringify({ title, slug: title.toLowerCase().replaceAll(' ', '-'), status: 'published' }),
    })
    const { data, code = null } = (await answer.json()) as { data?: { id: string }; code?: string }
    const status = String(answer.status)
    return { id: data?.id ?? null, status, retryAfter: answer.headers.get('retry-after'), code }
  } catch {
    return { id: null, status: 'none', retryAfter: null, code: null }
  }
}

/** Reads a page of posts without signing in, and returns the status. */
export async function readPosts(url: URL): Promise<number> {
  const answer = await fetch(new URL(`/api/posts?limit=1&page=${1 + Math.floor(Math.random() * 50)}`, url))
  await answer.arrayBuffer()
  return answer.status
}

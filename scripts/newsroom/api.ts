type Document = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

/** Signed-in client that saves documents, and counts the results. */
export interface Api {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** Creates a document, or changes the one that `key` finds if it differs. Returns the id. */
  put(
    collection: string,
    key: Readonly<Record<string, string>>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<string>
}

/**
 * Signs in.
 * @throws Error with the server's message for a rejected request, or with a hint if no server responds
 */
export async function connect(url: string, email: string, password: string): Promise<Api> {
  const counts = { created: 0, changed: 0, unchanged: 0 }
  let token = ''

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error(
        `No server responds at ${url}. Start one with \`npm run dev\`, or pass another address with --url.`,
      )
    })
    const content = await answer.json()
    if (answer.ok) return content as T
    const problem = content as { detail?: string; title: string; errors?: { path: string; message: string }[] }
    const fields = (problem.errors ?? []).map(({ path, message }) => `\n  ${path}: ${message}`).join('')
    throw new Error(`${method} ${path}: ${answer.status} ${problem.detail ?? problem.title}${fields}`)
  }

  token = (await call<{ token: string }>('POST', '/api/auth/login', { email, password })).token

  return {
    get created() {
      return counts.created
    },
    get changed() {
      return counts.changed
    },
    get unchanged() {
      return counts.unchanged
    },
    async put(collection, key, values) {
      const query = new URLSearchParams({ ...key, limit: '1' })
      const { data } = await call<{ data: Document[] }>('GET', `/api/${collection}?${query}`)
      const [found] = data
      if (!found) {
        counts.created += 1
        return (await call<{ data: Document }>('POST', `/api/${collection}`, values)).data.id
      }
      if (Object.entries(values).every(([name, value]) => same(value, found[name]))) counts.unchanged += 1
      else {
        counts.changed += 1
        await call('PATCH', `/api/${collection}/${found.id}`, values)
      }
      return found.id
    },
  }
}

/** Tells whether two values are equal as JSON, regardless of the order of keys. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
}

function sorted(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Burst, fire, type Shot } from './load.ts'
import { median, printTable } from './print.ts'
import { type Bundled, bundle, type Served, serve, VARIABLES } from './served.ts'

const POSTS = 1000
const ROUNDS = 7

/** Requests to compare: those to Lintel, and those to the yardstick. */
interface Comparison {
  readonly name: string
  readonly count: number
  readonly expected: number
  readonly lintel: (index: number) => Shot
  readonly yardstick: (index: number) => Shot
}

/**
 * Measures hello, list, by id and create, compared with the hand-written worker on a copy of the same database, in
 * turns.
 */
export async function benchRequests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  const worker = await bundle('src/worker.ts')
  const { ids, token } = await fill(worker, join(folder, 'lintel'))
  await cp(join(folder, 'lintel'), join(folder, 'yardstick'), { recursive: true })
  const lintel = await serve(worker, join(folder, 'lintel'))
  const yardstick = await serve(await bundle('scripts/bench/yardstick.ts'), join(folder, 'yardstick'))

  const rows: string[][] = []
  for (const comparison of comparisons(ids, token)) rows.push(await compare(lintel, yardstick, comparison))
  await Promise.all([lintel.dispose(), yardstick.dispose()])
  await rm(folder, { recursive: true })
  printTable(
    `Requests, ${POSTS} posts, 16 connections, workerd's own socket; median of ${ROUNDS} rounds in turns with a hand-written Hono + D1 worker`,
    ['request', 'req/s', 'yardstick', 'CPU µs', 'yardstick', 'CPU ratio', 'p50 ms', 'p99 ms'],
    rows,
  )
}

function comparisons(ids: readonly string[], token: string): Comparison[] {
  const id = (index: number) => ids[index % ids.length] ?? ''
  const json = { 'Content-Type': 'application/json' }
  const body = (index: number) => {
    const words = `Post ${Date.now()} ${index}`
    return JSON.stringify({ title: words, slug: words.toLowerCase().replaceAll(' ', '-') })
  }
  return [
    {
      name: 'hello',
      count: 2000,
      expected: 200,
      lintel: () => ({ method: 'GET', path: '/favicon.svg' }),
      yardstick: () => ({ method: 'GET', path: '/hello' }),
    },
    {
      name: 'by id',
      count: 1500,
      expected: 200,
      lintel: (index) => ({ method: 'GET', path: `/api/posts/${id(index)}` }),
      yardstick: (index) => ({ method: 'GET', path: `/posts/${id(index)}` }),
    },
    {
      name: 'list of 20 with its total',
      count: 1000,
      expected: 200,
      lintel: () => ({ method: 'GET', path: '/api/posts' }),
      yardstick: () => ({ method: 'GET', path: '/posts' }),
    },
    {
      name: 'create',
      count: 300,
      expected: 201,
      lintel: (index) => ({
        method: 'POST',
        path: '/api/posts',
        headers: { ...json, Authorization: `Bearer ${token}` },
        body: body(index),
      }),
      yardstick: (index) => ({ method: 'POST', path: '/posts', headers: json, body: body(index) }),
    },
  ]
}

async function compare(lintel: Served, yardstick: Served, comparison: Comparison): Promise<string[]> {
  const { name, count, expected } = comparison
  const ours: Burst[] = []
  const theirs: Burst[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = await fire(lintel.url, lintel.pid, comparison.lintel, { requests: count }, expected)
    const second = await fire(yardstick.url, yardstick.pid, comparison.yardstick, { requests: count }, expected)
    // The first round is a warm-up for both.
    if (round > 0) {
      ours.push(first)
      theirs.push(second)
    }
  }
  const cpu = (bursts: readonly Burst[]) => median(bursts.map(({ cpuMicros }) => cpuMicros ?? Number.NaN))
  const ratios = ours.map((burst, index) => (burst.cpuMicros ?? Number.NaN) / (theirs[index]?.cpuMicros ?? Number.NaN))
  return [
    name,
    median(ours.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
    median(theirs.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
    cpu(ours).toFixed(0),
    cpu(theirs).toFixed(0),
    median(ratios).toFixed(2),
    median(ours.map((burst) => burst.median)).toFixed(2),
    median(ours.map((burst) => burst.p99)).toFixed(2),
  ]
}

/**
 * Starts the service, which creates its schema and its administrator, and fills it with posts through the API.
 * @returns ids of the posts, and a token of the administrator
 */
async function fill(worker: Bundled, persist: string): Promise<{ ids: string[]; token: string }> {
  const served = await serve(worker, persist)
  const call = async (path: string, body: unknown, token?: string) => {
    const answer = await fetch(new URL(path, served.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<{ token: string; data: { id: string } }>
  }
  const { token } = await call('/api/auth/login', {
    email: VARIABLES.ADMIN_EMAIL,
    password: VARIABLES.ADMIN_PASSWORD,
  })
  const ids: string[] = []
  for (let index = 0; index < POSTS; index += 1) {
    const post = {
      status: 'published',
      title: `The article with number ${index}`,
      summary: 'A sentence or two that stand below the title wherever articles are listed. '.repeat(3),
    }
    ids.push((await call('/api/posts', post, token)).data.id)
  }
  await served.dispose()
  return { ids, token }
}

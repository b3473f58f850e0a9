import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { MigrationDatabase } from '../../src/runtime/migrations/index.ts'
import { answerResources, createResources, type Resources } from './resources.ts'

/**
 * Cloudflare's API on this machine, as far as the command line and wrangler need it: what answers behind D1 is
 * workerd's
 * own, the rest is kept in memory.
 */
export interface StandIn {
  /** Environment variables that direct the command line to it. */
  readonly env: Readonly<Record<string, string>>
  readonly account: string
  readonly token: string
  readonly baseUrl: string
  /** Workers, namespaces and buckets, and databases that were made. */
  readonly resources: Resources
  /** Every request body, in order. */
  readonly requests: readonly { readonly database: string; readonly body: QueryBody }[]
  /** Outcome of the next requests that `matches`, each once and in order. */
  fail(...faults: Fault[]): void
  /** Runs statements as one batch, beside the API. */
  sql(database: string, ...statements: readonly string[]): Promise<Record<string, unknown>[][]>
  /** The binding that a worker of this account has. */
  binding(database: string): Promise<MigrationDatabase>
  dispose(): Promise<void>
}

export interface QueryBody {
  readonly sql?: string
  readonly params?: readonly string[]
  readonly batch?: readonly { readonly sql: string; readonly params?: readonly string[] }[]
}

export type Fault =
  | { readonly kind: 'limit'; readonly retryAfter: number }
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  /**
   * The connection ends before anything was done, or after it was; of a batch alone where `batch` says so, of one that
   * holds `containing` where that is given.
   */
  | { readonly kind: 'drop'; readonly when: 'before' | 'after'; readonly batch?: boolean; readonly containing?: string }
  /** Kills the caller before or after the request is carried out; `asking` matches method, path and body. */
  | { readonly kind: 'kill'; readonly when: 'before' | 'after'; readonly asking: RegExp; kill(): void }

const ACCOUNT = 'account-1'
const TOKEN = 'token-that-may-edit-d1'

/**
 * @param databases their ids
 * @param spare ids of those that may be made
 */
export async function startStandIn(databases: readonly string[], spare: readonly string[] = []): Promise<StandIn> {
  const resources = createResources()
  const unused = [...spare]
  const all = [...databases, ...spare]
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: WORKER,
      d1Databases: Object.fromEntries(all.map((id) => [id, id])),
      compatibilityDate: '2026-10-20',
      cf: false,
      host: '127.0.0.1',
    }),
  )
  const d1 = await miniflare.ready
  const faults: Fault[] = []
  const requests: { database: string; body: QueryBody }[] = []
  const run = async (database: string, batch: QueryBody['batch']) => {
    const response = await fetch(d1, { method: 'POST', body: JSON.stringify({ database, batch }) })
    return (await response.json()) as { results?: Record<string, unknown>[][]; error?: string }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(request)
    const text = bytes.toString('utf8')
    const reply = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (status: number, code: number, message: string) =>
      reply(status, { result: null, success: false, errors: [{ code, message }], messages: [] })
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void refuse(401, 10_000, 'Authentication error')
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [deadly] = faults
    if (deadly?.kind === 'kill' && deadly.asking.test(`${request.method} ${url.pathname} ${text}`)) {
      faults.shift()
      if (deadly.when === 'before') {
        deadly.kill()
        return void request.socket.destroy()
      }
      response.end = () => {
        deadly.kill()
        request.socket.destroy()
        return response
      }
    }
    const [, owner, path = ''] = /^\/client\/v4\/accounts\/([^/]+)(\/.*)$/.exec(url.pathname) ?? []
    if (owner === ACCOUNT && !path.endsWith('/query')) {
      const asked = { method: request.method ?? 'GET', path, query: url.searchParams, body: bytes }
      const said = await answerResources(
        { ...asked, contentType: request.headers['content-type'] ?? '' },
        resources,
        unused,
      )
      if (said === null) return void refuse(404, 7000, 'No route for that URI')
      if ('code' in said) return void refuse(said.status, said.code, said.message)
      return void reply(200, { ...said, success: true, errors: [], messages: [] })
    }
    const [, account, database = ''] =
      /^\/client\/v4\/accounts\/([^/]+)\/d1\/database\/([^/]+)\/query$/.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || account === undefined) return void refuse(404, 7000, 'No route for that URI')
    if (account !== ACCOUNT) return void refuse(403, 7403, 'The given account is not valid or is not authorized')
    if (!all.includes(database)) return void refuse(404, 7404, `The database ${database} could not be found`)
    const body = JSON.parse(text) as QueryBody
    requests.push({ database, body })
    const fault = takeFault(faults, body)
    if (fault?.kind === 'drop' && fault.when === 'before') return void request.socket.destroy()
    if (fault?.kind === 'limit') {
      response.setHeader('retry-after', String(fault.retryAfter))
      return void refuse(429, 971, 'Please wait and consider throttling your request speed')
    }
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end(fault.body)
    const batch = body.batch ?? [{ sql: body.sql ?? '', ...(body.params && { params: body.params }) }]
    if (batch.some(({ params = [] }) => params.some((value) => typeof value !== 'string')))
      return void refuse(400, 7400, 'params must be an array of strings')
    const { results, error } = await run(database, batch)
    if (fault?.kind === 'drop') return void request.socket.destroy()
    if (error !== undefined) return void refuse(400, 7500, error.replace(/^D1_ERROR: /, ''))
    const result = (results ?? []).map((rows) => ({ results: rows, success: true, meta: { duration: 0.1 } }))
    reply(200, { result, success: true, errors: [], messages: [] })
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/client/v4`
  return {
    env: { CLOUDFLARE_API_BASE_URL: baseUrl, CLOUDFLARE_ACCOUNT_ID: ACCOUNT, CLOUDFLARE_API_TOKEN: TOKEN },
    account: ACCOUNT,
    token: TOKEN,
    baseUrl,
    resources,
    requests,
    fail: (...more) => void faults.push(...more),
    async sql(database, ...statements) {
      const { results, error } = await run(
        database,
        statements.map((sql) => ({ sql })),
      )
      if (error !== undefined) throw new Error(error)
      return results ?? []
    },
    binding: (database) => miniflare.getD1Database(database),
    async dispose() {
      server.closeAllConnections()
      server.close()
      await miniflare.dispose()
    },
  }
}

function takeFault(faults: Fault[], body: QueryBody): Fault | undefined {
  const [next] = faults
  if (next?.kind === 'kill') return undefined
  if (next?.kind === 'drop') {
    if (next.batch && body.batch === undefined) return undefined
    if (next.containing !== undefined && !JSON.stringify(body).includes(next.containing)) return undefined
  }
  return faults.shift()
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const WORKER = `export default {
  async fetch(request, env) {
    const { database, batch } = await request.json()
    const db = env[database]
    try {
      const statements = batch.map(({ sql, params = [] }) => db.prepare(sql).bind(...params))
      const results = await db.batch(statements)
      return Response.json({ results: results.map(({ results }) => results) })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.message : String(error) })
    }
  },
}`

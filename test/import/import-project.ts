import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cms, type Run, repository } from '../cli/cms.ts'
import { startService } from '../harness/service.ts'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'

const FIXTURES = join(repository, 'test/fixtures/import')
const ROOT = join(FIXTURES, 'site')

type Document = { readonly id: string; readonly [field: string]: unknown }

/** The service of a magazine, and commands that import into its database. */
export interface ImportProject {
  /** `cms import`, with paths below a folder for the exports of this test file. */
  readonly run: (path: string, ...args: string[]) => Promise<Run>
  readonly path: (name: string) => string
  readonly text: (name: string) => string
  readonly write: (name: string, content: string | Uint8Array) => void
  readonly edit: (name: string, ...pairs: readonly (readonly [from: string, to: string])[]) => void
  readonly copy: (fixture: string, name: string) => void
  /** Documents as the API gives them, by title or name. */
  readonly list: (name: string) => Promise<readonly Document[]>
  readonly fetch: (path: string) => Promise<Response>
  /** Deletes every document. */
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function startImportProject(): Promise<ImportProject> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-import-test-'))
  const service = await startService({
    root: ROOT,
    environment: 'staging',
    vars: { JWT_SECRET: SECRET, MEDIA_URL_SECRET: SECRET },
  })
  await service.fetch('/api/health')
  const { token } = await signedIn(service, 'admin')
  // D1's HTTP API in front of the service's own database.
  const d1 = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { batch, ...one } = JSON.parse(text)
    const statements = (batch ?? [one]).map(({ sql = '', params = [] }) => ({ sql, values: params }))
    const rows = await service.batch(statements).catch((error) => String(error))
    const isDone = typeof rows !== 'string'
    const result = isDone ? rows.map((results) => ({ results })) : []
    const errors = isDone ? [] : [{ code: 7500, message: rows }]
    response.writeHead(isDone ? 200 : 400).end(JSON.stringify({ success: isDone, result, errors }))
  })
  await new Promise<void>((done) => d1.listen(0, '127.0.0.1', done))
  const env = {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(d1.address() as AddressInfo).port}`,
    CLOUDFLARE_ACCOUNT_ID: 'account',
    CLOUDFLARE_API_TOKEN: 'token',
    CMS_TOKEN: token,
  }
  const path = (name: string) => join(folder, name)
  const text = (name: string) => readFileSync(path(name), 'utf8')
  const write = (name: string, given: string | Uint8Array) => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), given)
  }
  const headers = bearer(token)
  return {
    run: (name, ...args) =>
      cms(['import', path(name), '--env', 'staging', '--url', service.url.origin, ...args], { cwd: ROOT, env }),
    path,
    text,
    write,
    edit(name, ...pairs) {
      const edited = pairs.reduce((before, [from, to]) => {
        if (!before.includes(from)) throw new Error(`${name} does not contain ${from}:\n${before}`)
        return before.replace(from, to)
      }, text(name))
      write(name, edited)
    },
    copy: (fixture, name) => cpSync(join(FIXTURES, fixture), path(name), { recursive: true }),
    async list(name) {
      const query = name === 'posts' ? 'sort=title&populate=author,categories,cover' : 'sort=name'
      return (await service.json(`/api/${name}?limit=100&${query}`, { headers })).body.data
    },
    fetch: (address) => service.fetch(address),
    async clear() {
      for (const name of ['posts', 'tags', 'categories', 'authors']) {
        const { body } = await service.json(`/api/${name}?limit=100&fields=id`, { headers })
        const operations = body.data.map(({ id }: Document) => ({ action: 'delete', id }))
        if (operations.length > 0) await service.json(`/api/${name}/bulk`, { headers, body: { operations } })
      }
    },
    async dispose() {
      d1.closeAllConnections()
      d1.close()
      await service.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}

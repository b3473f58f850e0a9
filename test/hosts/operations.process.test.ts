import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms, cmsProcess, createProject, type Project, start } from '../cli/cms.ts'
import { freePort, type NodeServer, startServer } from './node-server.ts'

const SECRETS = { JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test' }

const posts = (fields: string) => `import { defineCollection, field } from 'lintel'
export default defineCollection({
  name: 'posts',
  access: { read: 'public', create: 'public' },
  fields: { title: field.string({ required: true }), ${fields} },
})
`
const VAULT = `import { definePlugin } from 'lintel'
export default definePlugin({
  name: 'vault',
  version: '1.0.0',
  operations: { secrets: { VAULT_KEY: { required: true, description: 'Opens the vault' } } },
})
`
const FAULTY = `import { definePlugin, defineRoute } from 'lintel'
export default definePlugin({
  name: 'faulty',
  version: '1.0.0',
  http: {
    routes: {
      fail: defineRoute({
        method: 'GET',
        path: '/auth/faulty',
        access: 'public',
        handler: () => {
          throw new RangeError('out of range')
        },
      }),
    },
  },
})
`

let folder: string
let data: string
let project: Project
let server: NodeServer
let url: string

const config = (plugins = 'coreAuth(), faulty()') => `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import posts from './collections/posts.ts'
import faulty from './faulty.ts'
${plugins.includes('vault') ? "import vault from './vault.ts'\n" : ''}
export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [${plugins}],
  environments: {
    development: {},
    container: { host: 'node', migrations: 'apply' },
    production: { host: 'node', deploy: { folder: ${JSON.stringify(folder)}, data: ${JSON.stringify(data)} } },
  },
})
`
const run = (...args: string[]) => cms([...args, '--env', 'production'], { cwd: project.root })
const build = async () => {
  project.seal()
  const { code, stderr } = await cms(['build'], { cwd: project.root })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
}
const deploy = () => run('deploy', '--url', url)
const current = () => readlinkSync(join(folder, 'current'))
const health = async () => (await fetch(`${url}/health`)).json()
const startDeployed = async () => {
  server = await startServer(join(folder, 'current/start.js'), { ...SECRETS, DATA_FOLDER: data, PROCESSES: '2' })
  url = server.url
  await server.says(/Listening/)
}
const write = (title: string) =>
  fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ title }),
  })

/** A module of the built server, and those that it imports, directly or not. */
function modulesAtStart(main: string): string[] {
  const found = new Set([main])
  for (const module of found) {
    const text = readFileSync(join(project.root, 'dist/server', module), 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) found.add(imported)
  }
  return [...found]
}

const sizeOf = (modules: readonly string[]) =>
  modules.reduce((sum, module) => sum + statSync(join(project.root, 'dist/server', module)).size, 0)

/** Writes and reads while something happens; returns how often each was answered, by status. */
async function underTraffic(something: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const answers: Record<string, number> = {}
  const note = (name: string) => {
    answers[name] = (answers[name] ?? 0) + 1
  }
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      await write('under traffic').then(
        ({ status }) => note(`write ${status}`),
        (error) => note(`write ${error.cause}`),
      )
      await fetch(`${url}/api/posts?limit=1`, { headers: { connection: 'close' } }).then(
        ({ status }) => note(`read ${status}`),
        (error) => note(`read ${error.cause}`),
      )
    }
  }
  const asking = Promise.all([ask(), ask()])
  await something()
  isOver = true
  await asking
  return answers
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-machine-'))
  data = join(folder, 'var')
  project = createProject({
    'cms.config.ts': config(),
    'collections/posts.ts': posts(''),
    'vault.ts': VAULT,
    'faulty.ts': FAULTY,
  })
  url = 'http://127.0.0.1:9'
  await build()
})
afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  project.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('a service on a machine', () => {
  it('is built into a folder that says what it needs, and starts with that alone', async () => {
    const built = await run('build')
    expect(built.stdout).toMatch(/wrote dist\/server for production: [\d.]+ MB of modules/)
    expect(built.stdout).toContain('JWT_SECRET in its environment')
    const { JWT_SECRET: _, ...env } = process.env as Record<string, string>
    const started = await startServer(join(project.root, 'dist/server/start.js'), { DATA_FOLDER: data })
    expect(await started.ended).toBe(2)
    expect(started.log()).toMatch(/^A secret is not set: JWT_SECRET\.\n/)
    const file = join(project.root, 'cms.config.ts')
    const misled = await startServer(join(project.root, 'dist/server/start.js'), { ...SECRETS, DATA_FOLDER: file })
    expect(await misled.ended).toBe(1)
    expect(misled.log()).toBe(`${file} is not a folder. Set DATA_FOLDER to one.\n`)
    expect((await cms(['start', '--env', 'development'], { cwd: project.root, env })).code).toBe(7)
  })

  it('starts from few modules, and the process that watches over the others from fewer', () => {
    const service = modulesAtStart('service.js')
    expect(service.length).toBeLessThan(7)
    const text = readFileSync(join(project.root, 'dist/server/start.js'), 'utf8')
    const [, watching = ''] = /import\("\.\/([^"]+)"\)/.exec(text) ?? []
    expect(sizeOf(modulesAtStart(watching))).toBeLessThan(sizeOf(service) / 20)
  })

  it('is deployed to a folder before anything runs there', async () => {
    const { code, stdout, stderr } = await deploy()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('– backup   skipped: the database is new\n✓ expand   applied 0001_initial.sql\n')
    expect(stdout).toContain(`✓ upload   no server runs yet: DATA_FOLDER=${data} node ${folder}/current/start.js\n`)
    await startDeployed()
    expect(await health()).toMatchObject({ status: 'ok', environment: 'production' })
    expect((await write('the first')).status).toBe(201)
  })

  it('says where in the project an error came from', async () => {
    expect((await fetch(`${url}/auth/faulty`)).status).toBe(500)
    await server.says(/"RangeError: out of range\\n {4}at [^"]*\bfaulty\.ts:12:17\)?\\n/)
  })

  it('is deployed again, migrated and reloaded while every request is answered', async () => {
    const before = current()
    project.write('collections/posts.ts', posts('summary: field.string(),'))
    await build()
    const answers = await underTraffic(async () => {
      const { code, stdout, stderr } = await deploy()
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/✓ backup {3}\d+ rows of .*\n✓ expand {3}applied 0002_.*\n✓ upload {3}every process/)
      expect(stdout).toContain(`✓ smoke    ${url} passed`)
    })
    expect(Object.keys(answers).sort()).toEqual(['read 200', 'write 201'])
    expect(current()).not.toBe(before)
    expect((await (await fetch(`${url}/api/posts?limit=1`)).json()).data[0]).toHaveProperty('summary')
  })

  it('goes on with the build before where the new one does not start', async () => {
    const before = { link: current(), version: (await health()).version }
    project.write('cms.config.ts', config('coreAuth(), faulty(), vault()'))
    await build()
    const { code, stderr } = await deploy()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('The new build does not start: A secret is not set: VAULT_KEY.'),
    })
    expect(stderr).toContain('Nothing was changed.')
    expect({ link: current(), version: (await health()).version }).toEqual(before)
    project.write('cms.config.ts', config())
    await build()
  })

  it('is rolled back to the build before, with a backup, under traffic', async () => {
    const { version } = await health()
    const answers = await underTraffic(async () => {
      const { code, stdout } = await run('rollback')
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^backed up backups\/.*\nrolled back /),
      })
    })
    expect(Object.keys(answers).sort()).toEqual(['read 200', 'write 201'])
    expect((await health()).version).not.toBe(version)
  })

  it('is backed up as of one moment while writes go on, and restored into an empty folder', async () => {
    const file = join(folder, 'online.sql.gz')
    const answers = await underTraffic(async () => {
      const { code, stderr } = await run('backup', '--output', file)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    })
    expect(Object.keys(answers).sort()).toEqual(['read 200', 'write 201'])
    expect(readdirSync(data).filter((name) => name.startsWith('copy-'))).toEqual([])
    const other = join(folder, 'other')
    mkdirSync(other)
    const restored = await run('restore', file, '--data', other)
    expect({ code: restored.code, stdout: restored.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^restored \d+ rows/),
    })
    const db = new DatabaseSync(join(other, 'lintel.db'), { readOnly: true })
    // A trigger counts in the transaction that writes: at one moment both are the same.
    const counts = db.prepare(
      `SELECT (SELECT count(*) FROM posts) AS rows, (SELECT sum(count) FROM content_counts WHERE collection_id = 'posts') AS counted`,
    )
    const { rows, counted } = counts.get() as { rows: number; counted: number }
    db.close()
    expect(rows).toBe(counted)
    expect(rows).toBeGreaterThan(10)
  })

  it('gives its accounts and its health to commands while it runs, and its data to none that replaces it', async () => {
    const file = join(folder, 'online.sql.gz')
    const refused = await run('restore', file, '--replace')
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 8,
      stderr: expect.stringMatching(/has .* open\. Nothing was changed\.\n.*Stop the server/),
    })
    const user = await run('user', 'create', 'ada@example.com', '--role', 'admin', '--no-password')
    expect(user.stdout).toContain('created ada@example.com, admin')
    // A process of its own, which nothing else keeps alive while it waits for the database.
    const listed = await cmsProcess(['user', 'list', '--env', 'production'], { cwd: project.root })
    expect({ code: listed.code, stdout: listed.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/ada@example\.com +admin/),
    })
    const status = await run('migrate', 'status', '--json')
    expect({ code: status.code, ...JSON.parse(status.stdout) }).toMatchObject({ code: 0, pending: [], drift: [] })
    // As in a terminal, where nothing else keeps the process alive.
    const alone = await cmsProcess(['migrate', 'status', '--env', 'production', '--json'], { cwd: project.root })
    expect({ code: alone.code, stdout: alone.stdout }).toEqual({ code: 0, stdout: status.stdout })
    expect((await run('drift')).stdout).toContain('matches its migrations')
    const { findings } = JSON.parse((await run('doctor', '--json')).stdout)
    expect(findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  })

  it('ends a request that is under way before it stops', async () => {
    const body = JSON.stringify({ title: 'half of it comes after the signal' })
    const half = request(`${url}/api/posts`, {
      method: 'POST',
      agent: new Agent(),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    })
    half.flushHeaders()
    await once(half, 'continue') // the server has it
    half.write(body.slice(0, 10))
    server.signal('SIGTERM')
    await expect.poll(() => fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => 'refused')).toBe('refused')
    half.end(body.slice(10))
    const [response] = await once(half, 'response')
    response.resume()
    expect(response.statusCode).toBe(201)
    expect(await server.ended).toBe(0)
    expect(existsSync(join(data, 'server.json'))).toBe(false)
    expect(readdirSync(data).filter((name) => name.endsWith('-wal'))).toEqual([])
  })

  it('is restored once it has stopped', async () => {
    const restored = await run('restore', join(folder, 'online.sql.gz'), '--replace')
    expect({ code: restored.code, stdout: restored.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^restored \d+ rows/),
    })
    await startDeployed()
    // The build before runs, on a schema that it does not know all of.
    expect(await health()).toMatchObject({ checks: { database: 'ok', bucket: 'ok' }, schema: { pending: 0 } })
    expect((await write('after the restore')).status).toBe(201)
  })

  it('applies migrations at its start where the config says so, before anybody asks', async () => {
    expect((await cms(['build', '--env', 'container'], { cwd: project.root })).code).toBe(0)
    const env = { ...SECRETS, DATA_FOLDER: join(folder, 'volume'), PROCESSES: '2' }
    const container = await startServer(join(project.root, 'dist/server/start.js'), env)
    await container.says(/Listening/)
    const answer = await (await fetch(`${container.url}/health`)).json()
    expect(answer).toMatchObject({ status: 'ok', environment: 'container', schema: { pending: 0 } })
    container.signal('SIGTERM')
    expect(await container.ended).toBe(0)
  })

  it('is started by `cms start` on the data folder that it is given', async () => {
    const elsewhere = join(folder, 'elsewhere')
    const child = start(['start', '--env', 'container', '--data', elsewhere], {
      cwd: project.root,
      env: { ...SECRETS, DATA_FOLDER: data, PORT: String(await freePort()), PROCESSES: '1' },
    })
    await expect.poll(() => existsSync(join(elsewhere, 'server.json'))).toBe(true)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(existsSync(join(elsewhere, 'lintel.db'))).toBe(true)
  })

  it('keeps no secret in the folder', () => {
    const texts = readdirSync(join(folder, 'current')).filter((name) => name.endsWith('.js'))
    for (const name of texts) {
      expect(readFileSync(join(folder, 'current', name), 'utf8')).not.toContain(SECRETS.JWT_SECRET)
    }
  })
})

import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerd } from '../../src/cli/workerd/start-workerd.ts'
import { localStorageOf } from '../../src/cli/wrangler/local-storage.ts'
import { readWranglerFile } from '../../src/cli/wrangler/wrangler-file.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { digestDatabase, localDatabase } from '../harness/digest-database.ts'
import { cms, start } from './cms.ts'
import { createTransferProject, ring } from './transfer.ts'

let project: ReturnType<typeof createTransferProject>
let cloud: StandIn

const run = (...args: string[]) => cms(args, { cwd: project.root, env: cloud.env })
const path = (name: string) => join(project.root, name)

beforeAll(async () => {
  project = createTransferProject()
  cloud = await startStandIn(['db-production'])
  await run('build')
  await run('migrate', 'apply')
  const { code, stderr } = await run('import', project.lines('given.ndjson', ring(40)))
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  project.remove()
  await cloud.dispose()
})

/** Loads a backup into SQLite, and returns the rows of each table. */
function contentsOf(file: string): Record<string, unknown> {
  const bytes = readFileSync(path(file))
  const db = new DatabaseSync(':memory:')
  db.exec((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  const names = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_fts' ESCAPE '\\' ORDER BY 1`,
    )
    .all() as { name: string }[]
  const contents = Object.fromEntries(names.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  const found = db.prepare(`SELECT rowid FROM articles_fts WHERE articles_fts MATCH 'quoted' ORDER BY 1`).all()
  const schema = db.prepare(`SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2`).all()
  db.close()
  return { ...contents, found, schema }
}

describe('cms backup and cms restore', () => {
  it('bring a database back whole, in an empty one', async () => {
    const made = await run('backup', '--output', 'one.sql.gz', '--json')
    expect(made.code, made.stderr).toBe(0)
    const { rows, tables, size, file } = JSON.parse(made.stdout)
    expect([file, size]).toEqual([path('one.sql.gz'), readFileSync(path('one.sql.gz')).length])
    expect(rows).toBeGreaterThan(200)
    const restored = await run('restore', 'one.sql.gz', '--persist', '.state/two', '--json')
    expect(restored.code, restored.stderr).toBe(0)
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows, tables, verified: true })
    const again = await run('backup', '--persist', '.state/two', '--output', 'two.sql')
    expect(again.code, again.stderr).toBe(0)
    const original = contentsOf('one.sql.gz')
    expect((original.found as unknown[]).length).toBe(40)
    expect(contentsOf('two.sql')).toEqual(original)
    expect((await run('drift', '--persist', '.state/two')).code).toBe(0)
    expect((await run('migrate', 'status', '--persist', '.state/two')).code).toBe(0)
  })

  it('leave no table behind', async () => {
    expect((await run('drift')).code).toBe(0)
  })

  it('never touch what is there unless told to', async () => {
    const refused = await run('restore', 'one.sql.gz')
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('not empty')])
    const replaced = await run('restore', 'one.sql.gz', '--replace')
    expect(replaced.code, replaced.stderr).toBe(0)
    await run('backup', '--output', 'three.sql.gz')
    const { content_generations: raised, ...now } = contentsOf('three.sql.gz')
    const { content_generations: before, ...original } = contentsOf('one.sql.gz')
    expect(now).toEqual(original)
    const lowest = (rows: unknown) => Math.min(...(rows as { generation: number }[]).map((row) => row.generation))
    const highest = (rows: unknown) => Math.max(...(rows as { generation: number }[]).map((row) => row.generation))
    expect(lowest(raised)).toBeGreaterThan(highest(before))
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['changed', (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString('utf8').replace('Article 7 ', 'Article 8 '))],
    [
      'short of rows',
      (bytes: Buffer) =>
        gzipSync(
          gunzipSync(bytes)
            .toString('utf8')
            .replace(/"people":2/, '"people":3'),
        ),
    ],
    [
      'of a broken header',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString('utf8').replace('{"format"', '{format')),
    ],
    [
      'without its end',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString('utf8').split('-- lintel-checksums')[0] ?? ''),
    ],
  ])('do not take a backup that is %s', async (_, damage) => {
    writeFileSync(path('damaged.sql.gz'), damage(readFileSync(path('one.sql.gz'))))
    const { code, stderr } = await run('restore', 'damaged.sql.gz', '--replace')
    expect([code, stderr]).toEqual([1, expect.stringContaining('damaged')])
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('have changed nothing by then', async () => {
    const documents = await run('export', '--collection', 'people')
    expect(documents.stdout.trim().split('\n').length).toBe(2)
  })

  it('work on a database in the network, and want to be told where a backup goes elsewhere', async () => {
    const elsewhere = await run('restore', 'one.sql.gz', '--env', 'production')
    expect([elsewhere.code, elsewhere.stderr]).toEqual([7, expect.stringContaining('site (development)')])
    const restored = await run('restore', 'one.sql.gz', '--env', 'production', '--adopt')
    expect(restored.code, restored.stderr).toBe(0)
    const made = await run('backup', '--env', 'production', '--output', 'remote.sql.gz')
    expect(made.code, made.stderr).toBe(0)
    const { system_state: _state, ...remote } = contentsOf('remote.sql.gz')
    const { system_state: _other, ...local } = contentsOf('one.sql.gz')
    expect(remote).toEqual(local)
    const [tables = []] = await cloud.sql(
      'db-production',
      `SELECT name FROM sqlite_schema WHERE name LIKE 'database_%'`,
    )
    expect(tables).toEqual([])
    const [owner] = await cloud.sql('db-production', `SELECT value FROM system_state WHERE key = 'project'`)
    expect(JSON.parse(String(owner?.[0]?.value))).toEqual({ project: 'site', environment: 'production' })
  })

  it('leave nothing behind where the network fails', async () => {
    cloud.fail({ kind: 'drop', when: 'after', containing: 'row_number() OVER' })
    const made = await run('backup', '--env', 'production', '--output', 'lost.sql.gz')
    expect([made.code, existsSync(path('lost.sql.gz'))]).toEqual([1, false])
    const [left] = await cloud.sql('db-production', `SELECT name FROM sqlite_schema WHERE name LIKE 'database_%'`)
    expect(left).toEqual([])
  })

  it.each([
    ['while the rows are sent', 'INSERT INTO database_backup_chunks', 'before'],
    ['before the transaction', 'defer_foreign_keys', 'before'],
  ] as const)(
    'leave the database as it was where the network fails %s, and say so',
    async (_, containing, when) => {
      const before = await everything()
      cloud.fail({ kind: 'drop', when, containing })
      const failed = await run('restore', 'remote.sql.gz', '--env', 'production', '--replace')
      expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('the database is as it was before')])
      expect(await everything()).toEqual(before)
    },
    60_000,
  )

  it('notice that the restore took place where only its answer is lost', async () => {
    cloud.fail({ kind: 'drop', when: 'after', containing: 'defer_foreign_keys' })
    const restored = await run('restore', 'remote.sql.gz', '--env', 'production', '--replace')
    expect(restored.code, restored.stderr).toBe(0)
    const [left] = await cloud.sql('db-production', `SELECT name FROM sqlite_schema WHERE name LIKE 'database_%'`)
    expect(left).toEqual([])
  })

  it('prove a backup without touching a database', async () => {
    const dry = await run('restore', 'one.sql.gz', '--persist', '.state/untouched', '--dry-run', '--json')
    expect(dry.code, dry.stderr).toBe(0)
    expect(JSON.parse(dry.stdout)).toMatchObject({ restored: false, verified: true, unexplained: [] })
    expect(existsSync(path('.state/untouched'))).toBe(false)
    const made = await run('backup', '--output', 'proven.sql.gz', '--verify', '--json')
    expect(made.code, made.stderr).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({ file: path('proven.sql.gz'), verified: true, unexplained: [] })
  })

  it.each([
    ['CREATE TRIGGER "spy" AFTER UPDATE ON "users" BEGIN DELETE FROM "articles"; END', 'the trigger spy of users'],
    ['CREATE TRIGGER "spy" AFTER INSERT ON "d1_migrations" BEGIN DELETE FROM "articles"; END', 'the trigger spy'],
    ['CREATE VIEW "spied" AS SELECT 1 AS "one"', 'the view spied'],
    ['CREATE TABLE "planted" ("id" TEXT)', 'the table planted'],
    ['CREATE TABLE "_host_planted" ("id" TEXT)', 'the table _host_planted'],
  ])('do not call a backup verified that brings %s', async (sql, named) => {
    const text = gunzipSync(readFileSync(path('one.sql.gz'))).toString('utf8')
    const more = text.replace('"later":[', `"later":[${JSON.stringify(sql)},`)
    writeFileSync(path('more.sql.gz'), gzipSync(more))
    const { code, stdout } = await run('restore', 'more.sql.gz', '--dry-run', '--json')
    const { verified, unexplained } = JSON.parse(stdout)
    expect([code, verified, unexplained]).toEqual([6, false, [expect.stringContaining(named)]])
  })

  it('leave one of both when they are killed: what was there, or the backup', async () => {
    const file = () => localDatabase(path('.state/killed'))
    const tables = () => {
      const {
        content_generations: _,
        database_backup_chunks: _waiting,
        schema: _schema,
        ...rest
      } = digestDatabase(file())
      return rest
    }
    await run('restore', 'one.sql.gz', '--persist', '.state/killed')
    const backup = tables()
    const db = new DatabaseSync(file())
    db.exec(`UPDATE people SET name = 'Changed since'`)
    db.close()
    const before = tables()
    const args = ['restore', 'one.sql.gz', '--persist', '.state/killed', '--replace']
    const child = start(args, { cwd: project.root })
    const ended = once(child, 'close')
    child.stderr.on('data', (text) => {
      if (String(text).includes('restore')) child.kill('SIGKILL') // rows are being sent
    })
    await ended
    expect(child.signalCode).toBe('SIGKILL')
    expect([before, backup]).toContainEqual(tables())
    const again = await run(...args)
    expect(again.code, again.stderr).toBe(0)
    expect(tables()).toEqual(backup)
  })

  it('write into a folder that git ignores, where nobody says where', async () => {
    mkdirSync(path('backups'), { mode: 0o755 })
    const { code, stderr, stdout } = await run('backup')
    expect(code, stderr).toBe(0)
    const [ignored, file] = readdirSync(path('backups'))
    const modes = ['backups', `backups/${file}`, '.wrangler/state/v3'].map((name) => statSync(path(name)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600, 0o700])
    expect(readFileSync(path(`backups/${ignored}`), 'utf8')).toBe('*\n')
    expect(file).toMatch(/^site-development-\d{8}T\d{9}Z\.sql\.gz$/)
    expect(stdout).toContain(`backups/${file}`)
    expect(contentsOf(`backups/${file}`)).toEqual(contentsOf('three.sql.gz'))
  })

  it('take a backup from the bucket of this machine', async () => {
    const workerd = await startWorkerd({
      persist: path('.state/keyed'),
      storage: localStorageOf(readWranglerFile(project.root)),
      source: PUT,
      onLog: () => {},
    })
    await fetch(new URL(`/backups/${KEY}`, workerd.controlUrl), {
      method: 'PUT',
      body: readFileSync(path('one.sql.gz')),
    })
    await workerd.dispose()
    const restored = await run('restore', KEY, '--persist', '.state/keyed', '--json')
    expect(restored.code, restored.stderr).toBe(0)
    expect(JSON.parse(restored.stdout).verified).toBe(true)
  })

  it('take a backup from a bucket in the network', async () => {
    const { r2_buckets = [] } = readWranglerFile(project.root)?.env.production ?? {}
    const bucket = r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')?.bucket_name
    expect(bucket).toBeTruthy()
    const { server, asked, env } = await bucketBeside(cloud, readFileSync(path('remote.sql.gz')))
    try {
      const fetched = (key: string) =>
        cms(['restore', key, '--env', 'production', '--replace'], { cwd: project.root, env })
      const restored = await fetched(KEY)
      expect(restored.code, restored.stderr).toBe(0)
      expect(asked).toEqual([`/client/v4/accounts/${cloud.account}/r2/buckets/${bucket}/objects/backups%2F${KEY}`])
      const missing = await fetched(KEY.replace('0', '1'))
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no backup')])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it.each([
    [['restore'], 2, 'needs a file'],
    [['restore', 'nothing.sql.gz'], 2, 'nothing.sql.gz is neither an existing file'],
    [['restore', 'given.ndjson'], 1, 'is not a backup'],
    [['restore', 'one.sql.gz', '--env', 'prodution'], 2, 'Did you mean --env production?'],
    [['backup', '--env', 'nowhere'], 2, 'no environment nowhere'],
    [['restore', '20260101T000000000Z-0123456789abcdef.sql.gz'], 1, 'no backup'],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run(...args)
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)])
  })
})

/** Returns the schema of the remote database, and the rows of two tables. */
const everything = () =>
  cloud.sql(
    'db-production',
    'SELECT * FROM sqlite_schema ORDER BY name',
    'SELECT * FROM articles',
    'SELECT * FROM content',
  )

const KEY = '20260101T000000000Z-0123456789abcdef.sql.gz'

const PUT = `export default { fetch: () => new Response() }
export const control = {
  async fetch(request, { MEDIA_BUCKET }) {
    await MEDIA_BUCKET.put(new URL(request.url).pathname.slice(1), await request.arrayBuffer())
    return new Response()
  },
}`

/** Starts a server for Cloudflare's API with one object in a bucket. Forwards all other requests to the stand-in. */
async function bucketBeside(api: StandIn, object: Buffer) {
  const asked: string[] = []
  const server: Server = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request
    if (url.includes('/r2/')) {
      if (headers.authorization !== `Bearer ${api.token}`) return void response.writeHead(403).end()
      if (!url.endsWith(KEY)) return void response.writeHead(404).end()
      asked.push(url)
      return void response.end(object)
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(new URL(url, api.baseUrl), {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { server, asked, env: { ...api.env, CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4` } }
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolderBucket } from '../../src/hosts/node/bucket/folder-bucket.ts'
import { cms, collection, type Project, start } from '../cli/cms.ts'
import { createTransferProject, ring } from '../cli/transfer.ts'
import { digestDatabase, localDatabase, withoutGenerations } from '../harness/digest-database.ts'
import { digestFiles } from '../harness/digest-files.ts'
import { ACCESS_KEY, type S3Server, SECRET_KEY, startS3 } from '../plugins/core-media/s3-server.ts'
import { type NodeServer, startServer } from './node-server.ts'

const SECRETS = {
  JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test',
  MEDIA_URL_SECRET: 'another-that-is-long-enough',
}
const PASSWORD = 'a good long passphrase 1'

const CONFIG = `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import articles from './collections/articles.ts'
import people from './collections/people.ts'
import shops from './collections/shops.ts'
import tags from './collections/tags.ts'
import odd from './plugins/odd/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [articles, people, shops, tags],
  plugins: [coreAuth(), coreMedia(), odd()],
  environments: { development: {}, machine: { host: 'node', deploy: { folder: '/srv/cms' } } },
})
`
/** A table for values that are hard to carry. */
const ODD = `import { blob, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { definePlugin } from 'lintel'

const odd = sqliteTable('odd', {
  id: integer('id').primaryKey(),
  text: text('text'), number: integer('number'), real: real('real'), bytes: blob('bytes'),
})
export default definePlugin({ name: 'odd', version: '1.0.0', data: { tables: { odd } } })
`
const ODD_VALUES = `
INSERT INTO odd (text, number, real) VALUES
  ('', 0, 0.0), ('it''s "quoted" \\ 🙂', 9223372036854775807, 0.1), ('a' || char(0) || 'b', -9223372036854775808, 1e308),
  (char(10, 13, 9, 8232), 9007199254740993, 5e-324), (char(65534), 1, 9e999), (NULL, NULL, -0.1),
  (hex(zeroblob(600000)), 2, 123456789012345680.0), ('1e5', 3, 1.0);
INSERT INTO odd (id, bytes) VALUES (9007199254740995, X''), (1234567, randomblob(100000)), (-5, X'00FF');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
INSERT INTO odd (id, text, number, real, bytes) SELECT 2000000 + i, hex(randomblob(i % 50)), random(), random() / 7.0, randomblob(i % 9) FROM n;
`

let project: Project
let folder: string
let store: S3Server
let server: NodeServer | undefined
const path = (name: string) => join(folder, name)
const machine = (name: string) => ['--env', 'machine', '--data', path(name)]
const local = (name: string) => ['--persist', path(name)]
const keys = { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY, CMS_USER_PASSWORD: PASSWORD }

/** Accounts are no content: whoever moves content that refers to them brings them along. */
function bringAccounts(database: string): void {
  const db = new DatabaseSync(database)
  db.exec(`ATTACH '${path('first/lintel.db')}' AS first; INSERT INTO users SELECT * FROM first.users; DETACH first`)
  db.close()
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await cms(args, { cwd: project.root, env: keys })
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' })
  return { stdout, stderr }
}
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

async function serve(data: string): Promise<NodeServer> {
  server = await startServer(join(project.root, 'dist/server/start.js'), { ...SECRETS, DATA_FOLDER: path(data) })
  await server.says(/Listening/)
  return server
}
async function stop(): Promise<void> {
  server?.signal('SIGTERM')
  await server?.ended
  server = undefined
}
async function signIn(url: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const { token } = await (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).json()
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-move-'))
  store = await startS3('media')
  for (const name of ['first', 'second', 'third']) mkdirSync(path(name))
  const created = createTransferProject()
  project = created
  project.write('cms.config.ts', CONFIG)
  project.write('plugins/odd/plugin.ts', ODD)
  project.write('collections/shops.ts', collection('shops', "keeper: field.reference('users', { required: true })"))
  project.seal()
  await run('build', '--env', 'machine')
  await run('migrate', 'apply', ...machine('first'))
  await run('import', created.lines('given.ndjson', ring(400)), ...machine('first'))
  await run('user', 'create', 'ada@example.com', '--role', 'admin', ...machine('first'))
})
afterAll(async () => {
  await stop()
  await store.close()
  project.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Versions, a draft beside what is published, the trash, sessions and files, as people make them. */
async function use(url: string): Promise<string> {
  const headers = await signIn(url)
  const ask = (method: string, at: string, body?: object) =>
    fetch(url + at, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { data } = await (await ask('GET', '/api/articles?limit=20&status=published')).json()
  for (const [index, { id }] of data.entries()) {
    const draft = index % 2 === 0 ? '?draft=true' : ''
    expect((await ask('PATCH', `/api/articles/${id}${draft}`, { summary: `Changed ${index}` })).status).toBe(200)
  }
  const { data: made } = await (await ask('POST', '/api/tags', { name: 'Goes into the trash' })).json()
  expect((await ask('DELETE', `/api/tags/${made.id}`)).status).toBe(204)
  const { id: keeper } = (await (await ask('GET', '/api/auth/me')).json()).user
  expect((await ask('POST', '/api/shops', { keeper })).status).toBe(201)
  const form = new FormData()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  form.append('file', new Blob([png], { type: 'image/png' }), 'dot.png')
  const { authorization = '' } = headers
  const uploaded = await fetch(`${url}/api/media/upload`, { method: 'POST', headers: { authorization }, body: form })
  const answer = await uploaded.json()
  expect({ status: uploaded.status, answer }).toMatchObject({ status: 201 })
  return answer.data?.[0]?.url ?? answer.data?.url ?? answer.files?.[0]?.url
}

describe('a service moves from Node to Cloudflare and back', () => {
  let address: string

  it('with the rows of every table', async () => {
    address = await use((await serve('first')).url)
    await stop()
    const db = new DatabaseSync(path('first/lintel.db'))
    db.exec(ODD_VALUES)
    const original = Object.entries(digestDatabase(path('first/lintel.db')))
    db.close()
    for (const table of ['content_trash', 'content_versions', 'sessions', 'media_files', 'articles__tags', 'shops']) {
      expect([table, Object.fromEntries(original)[table]?.rows]).not.toEqual([table, 0])
    }
    await run('backup', ...machine('first'), '--output', path('one.sql.gz'))
    await run('restore', path('one.sql.gz'), ...local('cloud'), '--adopt')
    expect(digestDatabase(localDatabase(path('cloud')))).toEqual(Object.fromEntries(original))
    await run('backup', ...local('cloud'), '--output', path('two.sql.gz'))
    await run('restore', path('two.sql.gz'), ...machine('second'), '--adopt')
    expect(digestDatabase(path('second/lintel.db'))).toEqual(Object.fromEntries(original))
  })

  it('with the bytes of every file', async () => {
    const bucket = createFolderBucket(path('first/files'), () => {})
    await bucket.put('media/empty', '', { httpMetadata: { contentType: 'text/plain' } })
    await bucket.put('Reports/Größe 1 & 2+3%.txt', 'odd name')
    await bucket.put('backups/one', 'x', { customMetadata: { createdAt: '2026-01-01', words: 'ä' } })
    await bucket.put('media/large.bin', randomBytes(20_000_000), { httpMetadata: { contentType: 'video/mp4' } })
    for (let index = 0; index < 60; index += 1) await bucket.put(`media/${index}`, randomBytes(index * 100))
    const original = digestFiles(path('first/files'))
    const count = Object.keys(original).length

    const pulled = await json('media', 'pull', path('files'), ...machine('first'))
    expect(pulled).toMatchObject({ ok: true, copied: count, unchanged: 0 })
    expect(digestFiles(path('files'))).toEqual(original)
    expect(await json('media', 'push', path('files'), ...local('cloud'))).toMatchObject({ copied: count, unchanged: 0 })
    // The other bucket has MD5s: the bytes here are read to compare.
    expect(await json('media', 'push', path('files'), ...local('cloud'))).toMatchObject({ copied: 0, unchanged: count })
    await json('media', 'pull', path('again'), ...local('cloud'))
    expect(digestFiles(path('again'))).toEqual(original)
    await json('media', 'push', path('again'), ...machine('second'))
    expect(digestFiles(path('second/files'))).toEqual(original)
  })

  it('and serves what it served', async () => {
    const { url } = await serve('second')
    const headers = await signIn(url)
    const ask = async (at: string) => (await fetch(url + at, { headers })).json()
    expect((await fetch(url + address)).headers.get('content-type')).toBe('image/png')
    expect((await ask('/api/articles?q=quoted&limit=1')).data).toHaveLength(1)
    expect((await (await fetch(`${url}/health`)).json()).checks).toMatchObject({ database: 'ok', bucket: 'ok' })
    await stop()
  })

  it('by export and import', async () => {
    await run('export', ...machine('first'), '--out', path('first.ndjson'))
    await run('restore', path('two.sql.gz'), ...local('empty'))
    await run('migrate', 'apply', ...machine('third'))
    bringAccounts(path('third/lintel.db'))
    const words = (count: number) => `${count} created, 0 replaced, 0 unchanged, 0 skipped`
    const checked = await run('import', path('first.ndjson'), ...machine('third'), '--dry-run')
    expect(checked.stdout).toBe(`would import: ${words(406)}\n`)
    await run('export', ...machine('third'), '--out', path('none.ndjson'))
    expect(readFileSync(path('none.ndjson'), 'utf8')).toBe('')
    await run('import', path('first.ndjson'), ...machine('third'))
    await run('export', ...machine('third'), '--out', path('third.ndjson'))
    await run('migrate', 'apply', ...local('imported'))
    bringAccounts(localDatabase(path('imported')))
    await run('import', path('third.ndjson'), ...local('imported'))
    await run('export', ...local('imported'), '--out', path('imported.ndjson'))
    const [one, two, three] = ['first', 'third', 'imported'].map((name) => readFileSync(path(`${name}.ndjson`), 'utf8'))
    expect(two === one && three === one).toBe(true)
  })
})

describe('files on their way', () => {
  const address = () => `${store.url}/media`

  it('go on where a command was killed, and come back from a store with the S3 protocol', async () => {
    const original = digestFiles(path('files'))
    const count = Object.keys(original).length
    const child = start(['media', 'push', path('files'), '--s3', address()], { cwd: project.root, env: keys })
    const ended = once(child, 'close')
    await expect.poll(() => store.objects.size, { interval: 1 }).toBeGreaterThan(5)
    child.kill('SIGKILL')
    await ended
    const there = store.objects.size
    expect(there).toBeLessThan(count)
    store.failNext(2)
    const pushed = await json('media', 'push', path('files'), '--s3', address())
    expect(pushed).toMatchObject({ ok: true, copied: count - pushed.unchanged })
    expect(pushed.unchanged).toBeGreaterThanOrEqual(there)
    await json('media', 'pull', path('from-s3'), '--s3', address())
    const bytesOf = (files: typeof original) =>
      Object.entries(files).map(([key, facts]) => [key, (facts as { sha256: string }).sha256])
    expect(bytesOf(digestFiles(path('from-s3')))).toEqual(bytesOf(original))
  })

  it('are never replaced unasked, and damaged ones stay behind', async () => {
    const files = createFolderBucket(path('few'), () => {})
    await files.put('media/1', 'what it was')
    await files.put('media/2', 'damaged later')
    await run('media', 'push', path('few'), ...machine('third'))
    await files.put('media/1', 'other bytes')
    const { file } = JSON.parse(readFileSync(path('few/media/2~object.json'), 'utf8'))
    writeFileSync(path(`few/media/${file}`), 'damaged Later')
    rmSync(path('third/files/media/2~object.json'))
    const refused = await cms(['media', 'push', path('few'), ...machine('third')], { cwd: project.root })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('media/1: another file has this key')
    expect(refused.stderr).toContain('media/2: The object media/2 is damaged')
    expect(Object.keys(digestFiles(path('third/files')))).toEqual(['media/1'])
    const second = await cms(['media', 'push', path('few'), ...machine('third'), '--replace'], { cwd: project.root })
    expect(second.stdout).toMatch(/^pushed 1 file, 11 bytes: machine\n/)
  })
})

describe('on Node', () => {
  it('API tokens are made, listed and revoked', async () => {
    const { id, token } = await json(
      'token',
      'create',
      'ada@example.com',
      '--scopes',
      'articles.read',
      ...machine('second'),
    )
    const { url } = await serve('second')
    const ask = async () =>
      (await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await ask()).toBe(200)
    expect((await json('token', 'list', ...machine('second'))).tokens).toMatchObject([
      { id, scopes: ['articles.read'] },
    ])
    await run('token', 'revoke', id, ...machine('second'))
    await expect.poll(ask, { interval: 500 }).toBe(401)
    await stop()
  })

  it('a backup is restored by its key in the bucket', async () => {
    const key = '20261122T090318845Z-0123456789abcdef.sql.gz'
    await createFolderBucket(path('second/files'), () => {}).put(`backups/${key}`, readFileSync(path('one.sql.gz')))
    await run('restore', key, ...machine('second'), '--replace')
    const [found, original] = ['second', 'first'].map((name) => digestDatabase(path(`${name}/lintel.db`)))
    expect(withoutGenerations(found ?? {})).toEqual(withoutGenerations(original ?? {}))
  })
})

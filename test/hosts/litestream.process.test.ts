import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cms, createProject, type Project } from '../cli/cms.ts'
import { isOnPath } from '../harness/on-path.ts'
import { ACCESS_KEY, type S3Server, SECRET_KEY, startS3 } from '../plugins/core-media/s3-server.ts'
import { type NodeServer, startServer } from './node-server.ts'

const CONFIG = `import { defineCollection, defineConfig, field } from 'lintel'
export default defineConfig({
  name: 'site',
  collections: [
    defineCollection({
      name: 'posts',
      access: { read: 'public', create: 'public' },
      fields: { title: field.string({ required: true }) },
    }),
  ],
  environments: { development: {}, production: { host: 'node', migrations: 'apply' } },
})
`
const POSTS = 60

let folder: string
let project: Project
let store: S3Server
const running: ChildProcess[] = []
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-litestream-'))
  store = await startS3('cms-backups')
  project = createProject({ 'cms.config.ts': CONFIG })
  for (const args of [['build'], ['build', '--env', 'production']]) {
    expect(await cms(args, { cwd: project.root })).toMatchObject({ code: 0, stderr: '' })
  }
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await store.close()
  project.remove()
  rmSync(folder, { recursive: true, force: true })
})

const env = { PATH: process.env.PATH, LITESTREAM_ACCESS_KEY_ID: ACCESS_KEY, LITESTREAM_SECRET_ACCESS_KEY: SECRET_KEY }

/** Writes `litestream.yml` as the guide shows it, for this folder and this store. */
function writeLitestreamConfig(): void {
  const guide = readFileSync('docs/hosts.md', 'utf8')
  const [, shown = ''] = /```\n(dbs:\n.*?)```/s.exec(guide) ?? []
  const place = `        endpoint: ${store.url}\n        force-path-style: true\n`
  writeFileSync(path('litestream.yml'), shown.replaceAll('/var/lib/cms', path('data')) + place)
}

async function restore(output: string): Promise<void> {
  const args = ['restore', '-config', path('litestream.yml'), '-o', output, path('data/lintel.db')]
  await promisify(execFile)('litestream', args, { env })
}

/** Posts of a copy as Litestream has it by now. */
async function countCopied(attempt: string): Promise<unknown> {
  await restore(attempt)
  const db = new DatabaseSync(attempt, { readOnly: true })
  const { posts } = db.prepare('SELECT count(*) AS posts FROM posts').get() ?? {}
  db.close()
  rmSync(attempt)
  return posts
}

async function serve(data: string): Promise<NodeServer> {
  const server = await startServer(join(project.root, 'dist/server/start.js'), { DATA_FOLDER: path(data) })
  await server.says(/Listening/)
  return server
}

// `.ci/run` brings it.
it.skipIf(!isOnPath('litestream'))(
  'comes back from what Litestream has copied to a store of the S3 kind, after the machine is gone',
  async () => {
    const lost = await serve('data')
    writeLitestreamConfig()
    const litestream = spawn('litestream', ['replicate', '-config', path('litestream.yml')], { env, stdio: 'ignore' })
    running.push(litestream)
    const titles = Array.from({ length: POSTS }, (_, index) => `Post ${index}`)
    for (const title of titles) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ title })
      expect((await fetch(`${lost.url}/api/posts`, { method: 'POST', headers, body })).status).toBe(201)
    }
    let attempts = 0
    await expect.poll(() => countCopied(path(`attempt-${attempts++}.db`)).catch(String), { interval: 500 }).toBe(POSTS)
    litestream.kill('SIGKILL')
    await once(litestream, 'close')
    lost.signal('SIGKILL')
    await lost.ended

    await restore(path('another/lintel.db'))
    const server = await serve('another')
    const listed = await (await fetch(`${server.url}/api/posts?limit=100&fields=title`)).json()
    expect(listed.data.map(({ title }: { title: string }) => title).sort()).toEqual(titles.sort())
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok', schema: { pending: 0 } })
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  120_000,
)

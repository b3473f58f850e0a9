import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newWorker } from '../cloudflare/resources.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { CONFIG, cms, createProject, type Project, repository } from './cms.ts'
import { changeLocal } from './local-database.ts'

let api: StandIn
let project: Project

/** Returns the key of a file; keys sort by their digit. */
const key = (digit: string) => `${digit.repeat(32)}.png`
const [FIRST, SECOND, THIRD, FOURTH] = ['1', '2', '3', '4'].map(key) as [string, string, string, string]
const row = (filename: string, at: string) =>
  `INSERT INTO media_files (filename, original_name, mime_type, size, url, created_at) VALUES ('${filename}', 'photo-${filename[0]}.png', 'image/png', 1, '/media/serve/${filename}', ${at})`
const LONG_AGO = '1767225600000'

const findings = async (...args: string[]) => {
  const { stdout } = await cms(['doctor', '--json', ...args], { cwd: project.root, env: api.env })
  const report = JSON.parse(stdout) as { findings: { topic: string; severity: string; message: string }[] }
  return report.findings.filter(({ topic }) => ['files', 'integrity', 'schema', 'trash'].includes(topic))
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  const plugin = (name: string) => `${repository}/plugins/${name}/plugin.ts`
  project = createProject({
    'worker.ts': 'export default {}\n',
    'cms.config.ts': CONFIG.replace(
      'collections: [posts],',
      'collections: [posts], plugins: [coreAuth(), coreMedia()],',
    ).replace(
      'import posts',
      `import coreAuth from '${plugin('core-auth')}'\nimport coreMedia from '${plugin('core-media')}'\nimport posts`,
    ),
  })
  const options = { cwd: project.root, env: api.env }
  await cms(['build'], options)
  const text = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    .replace('database_name = "site-production"', '$&\ndatabase_id = "db-production"')
    .replace('[[env.production.kv_namespaces]]\n', '$&id = "kv"\n')
  project.write('wrangler.toml', text)
  await cms(['build'], options)
  api.resources.workers.set('site-production', newWorker('JWT_SECRET', 'MEDIA_URL_SECRET'))
  expect(await cms(['migrate', 'apply', '--env', 'production'], options)).toMatchObject({ code: 0 })
  expect(await cms(['migrate', 'apply'], options)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

it('says that there is no bucket', async () => {
  expect(await findings('--env', 'production')).toEqual([
    {
      topic: 'files',
      severity: 'error',
      message: 'There is no bucket site-production-media: uploads fail.',
      remedy: 'wrangler r2 bucket create site-production-media',
    },
  ])
})

it('finds files without bytes and bytes without files, page by page, over the API', async () => {
  api.resources.buckets.set(
    'site-production-media',
    new Set([
      ...[FIRST, SECOND, FOURTH].map((name) => `media/${name}`),
      `media-derived/${FIRST}/w160.webp`,
      `media-derived/${key('9')}/w160.webp`,
      'media/of-somebody-else.txt',
      'backups/20261122T090318845Z-0123456789abcdef.sql.gz',
    ]),
  )
  await api.sql('db-production', row(FIRST, LONG_AGO), row(SECOND, LONG_AGO), row(FOURTH, LONG_AGO))
  const derived = {
    topic: 'files',
    severity: 'warning',
    remedy: expect.stringMatching(/^cms media sweep --env production/),
  }
  const message = `Objects in the bucket that belong to no file: media-derived/${key('9')}/w160.webp.`
  expect(await findings('--env', 'production')).toEqual([{ ...derived, message }])
  await api.sql('db-production', row(THIRD, LONG_AGO), `DELETE FROM media_files WHERE filename = '${FOURTH}'`)
  expect(await findings('--env', 'production')).toEqual([
    {
      topic: 'files',
      severity: 'error',
      message: `Files whose bytes are not in the bucket: photo-3.png (media/${THIRD}).`,
      remedy: expect.stringContaining('upload them again'),
    },
    { ...derived, message: message.replace('media-derived', `media/${FOURTH}, media-derived`) },
  ])
})

it('leaves alone what has just come, and what is about to go', async () => {
  await api.sql('db-production', `UPDATE media_files SET created_at = unixepoch() * 1000 WHERE filename = '${THIRD}'`)
  await api.sql('db-production', `INSERT INTO media_deletions (filename, due_at) VALUES ('${FOURTH}', 1)`)
  expect((await findings('--env', 'production')).map(({ message }) => message)).toEqual([
    `Objects in the bucket that belong to no file: media-derived/${key('9')}/w160.webp.`,
  ])
})

it('compares the bucket of this machine', async () => {
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      d1Databases: { DB: 'site-development' },
      r2Buckets: { MEDIA_BUCKET: 'site-development-media' },
      compatibilityDate: '2026-10-20',
      cf: false,
    }),
    resourcePersistencePath: join(project.root, '.wrangler/state/v3'),
  })
  const db = await miniflare.getD1Database('DB')
  await db.batch([row(FIRST, LONG_AGO), row(SECOND, LONG_AGO)].map((sql) => db.prepare(sql)))
  await (await miniflare.getR2Bucket('MEDIA_BUCKET')).put(`media/${FIRST}`, 'bytes')
  await miniflare.dispose()
  expect(await findings()).toEqual([
    expect.objectContaining({
      severity: 'error',
      message: `Files whose bytes are not in the bucket: photo-2.png (media/${SECOND}).`,
    }),
  ])
})

it('tells how much is in the trash, and since when', async () => {
  const trashed = (id: string, at: string) =>
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('${id}', 'posts', '{}', unixepoch('${at}') * 1000, unixepoch('${at}', '+30 days') * 1000, '${id}')`
  changeLocal(project, [trashed('a', '2099-05-04'), trashed('b', '2099-06-04')].join(';'))
  expect(await findings()).toContainEqual({
    topic: 'trash',
    severity: 'note',
    message: 'The trash holds 2 documents; the oldest was deleted on 2099-05-04.',
    remedy: 'the first is deleted permanently after 2099-06-03; until then it can be restored',
  })
})

import { beforeAll, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill } from './fixture.ts'

const service = databaseTestService()
const headers = as('admin')

beforeAll(async () => {
  await fill(service)
  await service.sql(`UPDATE vault SET label = 'a' || char(0) || 'b''c' WHERE id = 1`)
  await service.sql(`UPDATE vault SET hint = X'00FF10' WHERE id = 2`)
})

const backUp = async (): Promise<string> =>
  (await service.json('/admin/database/backup', { method: 'POST', headers })).body.data.key
const restore = (key: string, body: object) =>
  service.json(`/admin/database/backups/${key}/restore`, { method: 'POST', body, headers })
const contents = async () => ({
  articles: await service.sql('SELECT * FROM articles ORDER BY id'),
  related: await service.sql('SELECT * FROM articles__related ORDER BY 1, 2'),
  vault: await service.sql(
    'SELECT id, hex(label) AS label, hex(hint) AS hint, typeof(hint) AS type FROM vault ORDER BY id',
  ),
  content: await service.sql('SELECT * FROM content ORDER BY id'),
  counts: await service.sql('SELECT * FROM content_counts ORDER BY 1, 2'),
  versions: await service.sql('SELECT count(*) AS n FROM content_versions'),
  found: await service.sql(`SELECT rowid FROM articles_fts WHERE articles_fts MATCH 'line' ORDER BY rowid`),
  triggers: await service.sql(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`),
})

test('a restore brings back every row, the full text, and what caches know', async () => {
  const before = await contents()
  const listed = await service.json('/api/articles?limit=1&count=exact')
  const key = await backUp()
  const [first] = before.articles
  await service.json(`/api/articles/${first?.id}`, { method: 'PATCH', body: { title: 'Changed' }, headers })
  await service.json('/api/articles', { body: { title: 'Added since' }, headers })
  const asked = await service.json(`/admin/database/backups/${key}/restore`, { headers })
  expect(asked.body.data).toMatchObject({ obstacle: null, name: 'database-test', needsPassword: false })
  expect(asked.body.data.tables).toContainEqual({ name: 'articles', now: 13, backup: 12 })
  const { status, body } = await restore(key, { name: 'database-test' })
  expect([status, body.data.key]).toEqual([200, key])
  expect(await contents()).toEqual(before)
  const again = await service.json('/api/articles?limit=1&count=exact')
  expect(again.body).toEqual(listed.body)
  const [backup] = (await service.json('/admin/database/backups', { headers })).body.data
  expect(backup.key).toBe(body.data.before)
  const log = await service.sql(`SELECT details FROM audit_log WHERE action = 'database.restore'`)
  expect(log).toEqual([{ details: expect.stringContaining(key) }])
})

test('writes go on as before', async () => {
  const { status, body } = await service.json('/api/articles', { body: { title: 'After the restore' }, headers })
  expect(status).toBe(201)
  const found = await service.json('/api/articles?q=restore', { headers })
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id])
})

test('nothing happens without the name of the service', async () => {
  const key = await backUp()
  const before = await contents()
  const refused = await restore(key, { name: 'something else' })
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'name'])
  expect((await restore(key.replace('Z-', 'Z-0'), { name: 'database-test' })).status).toBe(404)
  expect((await service.json(`/admin/database/backups/${key}/restore`, { headers: as('editor') })).status).toBe(403)
  expect(await contents()).toEqual(before)
})

test('a backup of another schema changes nothing, and names the command that takes it', async () => {
  const key = await backUp()
  await service.sql('CREATE INDEX since ON articles (rating)')
  const before = await contents()
  const refused = await restore(key, { name: 'database-test' })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The schema of the database has changed since the backup.',
  ])
  const page = await service.fetch(`/admin/database/backups/${key}/restore`, {
    headers: { ...headers, accept: 'text/html' },
  })
  expect(await page.text()).toContain(`cms restore ${key} --env development --replace`)
  expect(await contents()).toEqual(before)
  expect(await service.sql('SELECT count(*) AS n FROM database_backup_chunks')).toEqual([{ n: 0 }])
  await service.sql('DROP INDEX since')
})

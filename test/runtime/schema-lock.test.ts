import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'

const ROOT = fileURLToPath(new URL('../fixtures/monitoring', import.meta.url))
const VARS = { JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test', COLLECTOR: 'http://127.0.0.1:9', OTEL_KEY: 'k' }

/** Edits that change the schema or a setting, each with its file. */
const EDITS = [
  [
    'POST',
    '/admin/collections',
    { name: 'extra', label: 'Extra', fields: { title: { type: 'string' } } },
    'collections/',
  ],
  ['PUT', '/admin/collections/articles', { name: 'articles', fields: { title: { type: 'string' } } }, 'articles.ts'],
  ['DELETE', '/admin/collections/articles', undefined, 'articles.ts'],
] as const

describe.each(['development', 'preview', 'production'])('in %s', (environment) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ root: ROOT, environment, vars: VARS })
    await service.fetch('/api/articles')
  })
  afterAll(() => service.dispose())
  const schema = () => service.sql(`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`)

  test.each(EDITS)('%s %s is locked by the runtime, for programs and for pages', async (method, path, body, file) => {
    const before = await schema()
    for (const accept of ['application/json', 'text/html']) {
      const headers = { ...as('admin'), accept }
      const answer = await service.json(path, { method, headers, ...(body && { body }) })
      expect(answer.status).toBe(403)
      if (accept === 'text/html') continue
      expect(answer.body).toMatchObject({ code: 'schema_locked', detail: expect.stringContaining(file) })
      expect(answer.body.detail).toContain(environment === 'development' ? 'cms dev' : 'deploy it')
    }
    expect(await schema()).toEqual(before)
    expect((await service.json('/api/articles')).status).toBe(200)
  })

  test('nobody else learns of it', async () => {
    for (const [method, path, body] of EDITS) {
      expect((await service.json(path, { method, ...(body && { body }) })).status).toBe(401)
      const { status, body: said } = await service.json(path, { method, headers: as('viewer'), ...(body && { body }) })
      expect([status, said.code]).toEqual([403, 'forbidden'])
    }
  })
})

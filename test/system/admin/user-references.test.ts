import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const free = sharedService()
const held = sharedService({
  edit: (files) => {
    const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
    for (const { fields } of manifest.collections)
      for (const field of fields) if (field.options.target === 'users') field.onDelete = 'cascade'
    files.set('.cms/manifest.json', JSON.stringify(manifest))
  },
})
const admin = as('admin')

describe.each([
  ['lets it go', free],
  ['must not lose it', held],
])('an account to which a document refers that %s', (kind, service) => {
  let document: string
  const read = async () => (await service.json(`/api/records/${document}`, { headers: admin })).body.data

  beforeAll(async () => {
    await service.fetch('/api/health')
    await service.sql(
      "INSERT INTO users (id, email, username, role, created_at, updated_at) VALUES ('u1', 'k@example.com', 'keeper', 'viewer', 0, 0)",
    )
    const body = { name: 'kept', keeper: 'u1' }
    document = (await service.json('/api/records', { body, headers: admin })).body.data.id
  })

  it(kind === 'lets it go' ? 'leaves its field empty' : 'stays, and the refusal names the document', async () => {
    const answer = await service.json('/admin/users/u1', { method: 'DELETE', headers: admin })
    if (kind === 'lets it go') {
      expect(answer.status).toBe(200)
      expect(await read()).toMatchObject({ keeper: null, version: 2 })
    } else {
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
      expect(answer.body.errors).toEqual([
        { path: 'records.keeper', code: 'in_use', message: `records.keeper of ${document} refers to it.` },
      ])
      expect(await read()).toMatchObject({ keeper: 'u1', version: 1 })
    }
    expect(await service.sql('SELECT id FROM users')).toHaveLength(kind === 'lets it go' ? 0 : 1)
  })
})

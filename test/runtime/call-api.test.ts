import { describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()

async function inside(
  path: string,
  { method = 'GET', json, headers = {} }: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await service.json('/auth/probe/inside', {
    body: { path, method, ...(json === undefined ? {} : { json }) },
    headers,
  })
  return answer.body as { ok: boolean; status: number; body: never } & { body: { data?: never; code?: string } }
}

describe('the API asked from inside', () => {
  it('answers as it does from outside', async () => {
    const outside = await service.json('/api/topics')
    expect(await inside('/api/topics')).toEqual({ ok: true, status: 200, body: outside.body })
    expect(await inside('/api/topics?nonsense=1')).toMatchObject({
      ok: false,
      status: 400,
      body: { code: 'invalid_query' },
    })
    expect(await inside('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('asks as the caller, and as nobody else', async () => {
    const json = { name: 'Weather' }
    const refused = await inside('/api/topics', { method: 'POST', json })
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const created = await inside('/api/topics', { method: 'POST', json, headers: as('editor', 'e1') })
    expect(created).toMatchObject({ status: 201, body: { data: { name: 'Weather', createdBy: 'e1' } } })
    expect((await inside('/auth/probe/me', { headers: as('viewer') })).body).toMatchObject({ user: { role: 'viewer' } })
  })

  it('is logged once', async () => {
    const before = service.logs.length
    await inside('/api/topics')
    const lines = service.logs.slice(before).filter(({ type }) => type === 'request')
    expect(lines.map(({ url, path }) => url ?? path)).toHaveLength(1)
  })

  it('is in the audit log with where the caller is', async () => {
    const headers = { ...as('editor', 'e3'), 'cf-connecting-ip': '203.0.113.77', 'user-agent': 'tester/1' }
    const created = await inside('/api/topics', { method: 'POST', json: { name: 'Traffic' }, headers })
    const { id } = (created.body as unknown as { data: { id: string } }).data
    const rows = await service.sql('SELECT actor_id, ip_address, user_agent FROM audit_log WHERE document_id = ?', id)
    expect(rows).toEqual([{ actor_id: 'e3', ip_address: '203.0.113.77', user_agent: 'tester/1' }])
  })

  it('takes a cookie of this site', async () => {
    const headers = { 'x-test-user': 'editor:e2:cookie', origin: service.url.origin }
    const created = await inside('/api/topics', { method: 'POST', json: { name: 'Sport' }, headers })
    expect(created.status).toBe(201)
  })
})

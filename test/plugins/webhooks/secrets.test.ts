import { describe, expect, test } from 'vitest'
import { admin, deliveries, editor, newSecret, setUp } from './fixture.ts'

describe.each([
  ['missing', ''],
  ['not of the right form', 'not-a-secret'],
  ['too short', 'whsec_c2hvcnQ='],
])('a secret that is %s', (_, secret) => {
  const set = setUp({ vars: { DESK_SECRET: secret } })

  test('stops no event from being kept, sends nothing unsigned, and is named', async () => {
    const created = await set.service.json('/api/articles', { body: { title: 'Kept' }, headers: editor })
    expect(created.status).toBe(201)
    await set.service.schedule()
    const rows = await deliveries(set.service)
    expect(rows.map(({ endpoint, status, attempts }) => [endpoint, status, attempts])).toEqual([
      ['desk', 'pending', 0],
      ['articles', 'pending', 0],
    ])
    expect(set.receiver.at('/desk')).toEqual([])
    const tried = await set.service.json('/admin/webhooks/endpoints/desk/test', { method: 'POST', headers: admin })
    expect(tried).toMatchObject({ status: 503, body: { code: 'not_configured' } })
    expect(tried.body.detail).toContain('DESK_SECRET')
    const line = set.service.logs.find(({ type, plugin }) => type === 'cron' && plugin === 'webhooks')
    expect(line?.error).toContain('DESK_SECRET')
    if (secret !== '') expect(JSON.stringify([tried.body, set.service.logs])).not.toContain(secret)
    expect(await deliveries(set.service)).toHaveLength(2)
  })
})

describe('a plugin that is turned off', () => {
  const set = setUp({ vars: { DESK_SECRET: newSecret() } })

  test('keeps and sends nothing', async () => {
    await set.service.fetch('/api/health')
    await set.service.sql("UPDATE plugins SET active = 0 WHERE id = 'webhooks'")
    await new Promise((resolve) => setTimeout(resolve, 1100)) // for so long its state is remembered
    const created = await set.service.json('/api/articles', { body: { title: 'Silent' }, headers: editor })
    expect(created.status).toBe(201)
    await set.service.schedule()
    expect(await set.service.sql('SELECT id FROM webhook_deliveries')).toEqual([])
    const asked = await set.service.json('/admin/webhooks/deliveries', { headers: admin })
    expect(asked.body.code).toBe('plugin_inactive')
  })
})

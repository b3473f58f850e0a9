import { describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { cacheService } from './cache-fixture.ts'

const service = cacheService()
const browser = { accept: 'text/html,*/*;q=0.8' }
const page = async (path: string, role = 'admin') => {
  const answer = await service.fetch(path, { headers: { ...browser, ...as(role) } })
  return { status: answer.status, text: await answer.text() }
}
const post = (path: string, fields: readonly (readonly [string, string])[], role = 'admin') =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...browser, ...as(role), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
const keys = async (query = '') =>
  (await service.json(`/admin/cache/browser?limit=100${query}`, { headers: as('admin') })).body.data.entries.map(
    ({ key }: { key: string }) => key,
  )

describe('the pages of the cache', () => {
  test('have a line in the menu, and say how often each namespace spared the database', async () => {
    for (let round = 0; round < 3; round += 1) await service.json('/api/people?limit=3')
    const { status, text } = await page('/admin/cache')
    expect(status).toBe(200)
    expect(text).toMatch(/href="\/admin\/cache" aria-current="page"/)
    expect(text).toContain('/admin/cache/browser?namespace=api')
    expect(text).toContain('66.7 %')
    expect((await page('/admin/cache/stats')).text).toContain('66.7 %')
  })

  test('let editors look and administrators change', async () => {
    const forms = ['/admin/cache/clear', '/admin/cache/invalidate', '/admin/cache/warm']
    const [editor, admin] = [await page('/admin/cache', 'editor'), await page('/admin/cache')]
    expect([editor.status, admin.status]).toEqual([200, 200])
    for (const form of forms) {
      expect(editor.text).not.toContain(`action="${form}"`)
      expect(admin.text).toContain(`action="${form}"`)
      expect((await post(form, [], 'editor')).status).toBe(403)
    }
    expect((await page('/admin/cache', 'viewer')).status).toBe(403)
  })

  test('find entries by a part of their key, page by page', async () => {
    await service.json('/api/people?limit=7')
    await service.json('/api/people?limit=8')
    const wanted = (await keys('&q=LIMIT')).filter((key: string) => key.includes('limit'))
    expect(wanted.length).toBeGreaterThanOrEqual(2)
    expect(await keys('&q=no-such-part')).toEqual([])
    const first = await page('/admin/cache/browser?q=limit&limit=1')
    expect(first.text).toContain('rel="next" href="/admin/cache/browser?limit=1&amp;q=limit&amp;page=2"')
    expect(first.text).toContain('value="limit"')
    expect((await page('/admin/cache/browser?q=limit&limit=1&page=2')).text).toContain('rel="prev"')
    expect((await page('/admin/cache/browser?q=no-such-part')).text).toContain('No entries')
    expect((await page('/admin/cache/browser?q=&namespace=&tier=')).status).toBe(200)
  })

  test('drop one entry, a namespace, and everything', async () => {
    await service.json('/api/people?limit=11')
    const [key = ''] = await keys('&q=11')
    const one = await post('/admin/cache/invalidate?from=browser', [['pattern', key]])
    expect([one.status, one.headers.get('location')]).toEqual([303, '/admin/cache/browser?done=invalidated&count=1'])
    expect(await keys('&q=11')).toEqual([])
    await service.json('/api/people?limit=12')
    expect((await post('/admin/cache/invalidate', [['namespace', 'api']])).status).toBe(303)
    expect(await keys('&namespace=api')).toEqual([])
    await service.json('/api/people?limit=13')
    const all = await post('/admin/cache/clear', [])
    expect(all.headers.get('location')).toMatch(/^\/admin\/cache\?done=cleared&count=[1-9]/)
    expect(await keys()).toEqual([])
    expect((await page(all.headers.get('location') ?? '')).text).toContain('The cache is empty')
  })

  test('say what is wrong with a form, and keep what was typed', async () => {
    const empty = await post('/admin/cache/invalidate', [
      ['pattern', ''],
      ['namespace', ''],
    ])
    expect([empty.status, (await empty.text()).includes('Give a pattern, a namespace, or both.')]).toEqual([422, true])
    const long = '<x>'.repeat(200)
    const refused = await post('/admin/cache/invalidate', [['pattern', long]])
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('&lt;x&gt;&lt;x&gt;')
  })

  test('warm the collections that are chosen', async () => {
    const warmed = await post('/admin/cache/warm', [['collections', 'people']])
    expect([warmed.status, warmed.headers.get('location')]).toEqual([303, '/admin/cache?done=warmed&count=1'])
    const all = await post('/admin/cache/warm', [])
    expect(all.status).toBe(303)
    const two = await post('/admin/cache/warm', [
      ['collections', 'people'],
      ['collections', 'people'],
    ])
    expect(two.headers.get('location')).toBe('/admin/cache?done=warmed&count=1')
    expect((await post('/admin/cache/warm', [['collections', 'nothing']])).status).toBe(422)
  })
})

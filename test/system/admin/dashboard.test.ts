import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

describe('the dashboard', () => {
  it('is for editors and administrators', async () => {
    const page = (headers: Record<string, string>) => service.fetch('/admin/', { headers: { ...browser, ...headers } })
    expect((await page(as('editor'))).status).toBe(200)
    expect((await page(as('admin'))).status).toBe(200)
    expect((await page(as('viewer'))).status).toBe(403)
    const stranger = await page({})
    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/auth/login?redirect=%2Fadmin%2F'])
  })

  it('counts content by collection and status, and lists what comes next', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const create = (title: string, status: string, scheduledAt?: string) =>
      service.json('/api/articles', {
        body: { title, status, ...(scheduledAt && { scheduledAt }) },
        headers: as('editor'),
      })
    expect((await create('Published once', 'published')).status).toBe(201)
    await create('Published twice', 'published')
    await create('Later <today>', 'scheduled', soon)
    const { body } = await service.json('/admin/api/stats', { headers: as('editor') })
    expect(body.success).toBe(true)
    const articles = body.data.collections.find(({ name }: { name: string }) => name === 'articles')
    expect(articles).toMatchObject({ published: 2, draft: 0, scheduled: 1 })
    expect(body.data.recent.map(({ title }: { title: string }) => title)).toContain('Published once')
    expect(body.data.scheduled).toMatchObject([{ title: 'Later <today>', collection: 'articles', status: 'scheduled' }])
    const text = await (await service.fetch('/admin/statistics', { headers: { ...browser, ...as('editor') } })).text()
    expect(text).toContain('Later &lt;today&gt;')
    expect(text).not.toContain('Later <today>')
  })

  it('says what was made on each day', async () => {
    const day = 86_400_000
    const today = Math.floor(Date.now() / day) * day
    const insert = (id: string, age: number, status: string) =>
      service.sql(
        "INSERT INTO content (id, collection_id, title, status, created_at, updated_at) VALUES (?1, 'articles', ?1, ?2, ?3, 0)",
        id,
        status,
        today - age * day,
      )
    await Promise.all([insert('old-1', 3, 'draft'), insert('old-2', 3, 'published'), insert('old-3', 60, 'published')])
    const stats = async (query: string) =>
      (await service.json(`/admin/api/stats${query}`, { headers: as('admin') })).body
    const { data } = await stats('?days=7')
    expect(data.overTime.days).toHaveLength(7)
    expect(data.overTime.days[6].date).toBe(new Date(today).toISOString().slice(0, 10))
    expect(data.overTime.days[3]).toMatchObject({ published: 1, draft: 1, scheduled: 0 })
    expect(data.overTime.byCollection.articles[3]).toBe(2)
    const long = await stats('?days=90')
    expect(long.data.overTime.days.find(({ date }: { date: string }) => date === iso(today - 60 * day))).toMatchObject({
      published: 1,
    })
    expect((await stats('?days=5')).code).toBe('invalid_query')
    const html = await (
      await service.fetch('/admin/statistics?days=90', { headers: { ...browser, ...as('editor') } })
    ).text()
    expect(html).toContain('hx-get="/admin/api/stats?days=90"')
    expect(html).toMatch(/<svg[^>]+role="img"[^>]+aria-label="\d+ documents created in 90 days"/)
  })

  it('tells administrators, and nobody else, what was done last', async () => {
    await service.json('/api/articles', { body: { title: 'Noted' }, headers: as('editor') })
    const activity = async (role: string) =>
      (await service.json('/admin/api/stats', { headers: as(role) })).body.data.activity
    expect((await activity('admin'))[0]).toMatchObject({ action: 'content.create', collection: 'articles' })
    expect(await activity('editor')).toBeNull()
  })

  it('has no figures of plugins that are not there', async () => {
    const { body } = await service.json('/admin/api/stats', { headers: as('admin') })
    expect([body.data.storage, body.data.cache]).toEqual([null, null])
  })

  it('knows since when the program runs', async () => {
    const { body } = await service.json('/admin/api/system-status', { headers: as('admin') })
    const [row] = await service.sql<{ at: number }>("SELECT updated_at AS at FROM system_state WHERE key = 'program'")
    expect(body.data.deployment).toEqual({
      at: new Date(row?.at ?? 0).toISOString(),
      source: 'first request',
      version: null,
    })
  })

  it('gives htmx the fragments alone', async () => {
    const headers = { ...as('editor'), 'hx-request': 'true' }
    const stats = await (await service.fetch('/admin/api/stats', { headers })).text()
    expect(stats).toMatch(/^<div/)
    const status = await (await service.fetch('/admin/api/system-status', { headers })).text()
    expect(status).toContain('Database')
    expect(status).not.toContain('<html')
  })

  it('says how the service is', async () => {
    const { body } = await service.json('/admin/api/system-status', { headers: as('admin') })
    expect(body.data).toMatchObject({ status: 'ok', checks: { database: 'ok', kv: 'ok', bucket: 'ok' } })
  })
})

describe('every page', () => {
  it('lets in scripts by a nonce of its own only', async () => {
    const load = () => service.fetch('/admin/', { headers: { ...browser, ...as('editor') } })
    const pages = [await load(), await load()]
    const nonces = pages.map(
      ({ headers }) => /script-src 'nonce-([\w-]+)';/.exec(headers.get('content-security-policy') ?? '')?.[1],
    )
    expect(nonces[0]).toMatch(/^[\w-]{20,}$/)
    expect(nonces[0]).not.toBe(nonces[1])
    const text = (await pages[0]?.text()) ?? ''
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, inline] of scripts) {
      expect(attributes).toContain(`nonce="${nonces[0]}"`)
      expect(inline).toBe('')
    }
    expect(text).not.toMatch(/\sstyle=|\son\w+=|<style/)
  })

  it('shows in its menu what the caller may read', async () => {
    const text = async (role: string) =>
      (await service.fetch('/admin/', { headers: { ...browser, ...as(role) } })).text()
    expect(await text('admin')).toContain('href="/admin/probe/only-admins"')
    expect(await text('editor')).not.toContain('/admin/probe/only-admins')
  })

  it('is light, dark or as the system is, as chosen', async () => {
    const chosen = await service.fetch('/auth/theme', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.url.origin },
      body: 'theme=dark&back=/admin/',
    })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/admin/'])
    const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await (await service.fetch('/admin/', { headers: { ...browser, ...as('editor'), cookie } })).text()
    expect(text).toContain('<html lang="en" data-theme="dark" class="dark">')
  })

  it('never leads to another site', async () => {
    for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const { headers } = await service.fetch('/auth/theme', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.url.origin },
        body: new URLSearchParams({ theme: 'light', back }).toString(),
      })
      expect(headers.get('location')).toBe('/admin/')
    }
  })
})

import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }

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
    const text = await (await service.fetch('/admin/', { headers: { ...browser, ...as('editor') } })).text()
    expect(text).toContain('Later &lt;today&gt;')
    expect(text).not.toContain('Later <today>')
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

import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { admin, setUp } from './site.ts'

const html = { ...admin, accept: 'text/html' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

describe('the page', () => {
  const site = setUp()

  it('shows what there is to people, and as JSON to programs', async () => {
    const page = await site.service.fetch('/admin/seed-data', { headers: html })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const text = await page.text()
    expect(text).toContain('name="contentCount"')
    expect(text).toContain('href="/admin/seed-data"') // in the menu
    const { body } = await site.service.json('/admin/seed-data', { headers: admin })
    expect(body).toEqual({ success: true, data: { content: 0, users: 0, media: 0, lastSeededAt: null } })
    expect(
      (await site.service.fetch('/admin/seed-data', { headers: { ...as('editor'), accept: 'text/html' } })).status,
    ).toBe(403)
  })

  it('makes sample data step by step, each with the way on', async () => {
    const fields = { contentCount: '700', userCount: '1', mediaCount: '1', seed: '5', roles: 'editor' }
    let sent = form(fields)
    let steps = 0
    for (;;) {
      const answer = await site.service.fetch('/admin/seed-data/generate', {
        method: 'POST',
        headers: html,
        body: sent,
      })
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      steps += 1
      const from = /name="from" value="(\d+)"/.exec(text)?.[1]
      if (from === undefined) break
      expect(text).toContain('hx-trigger="load, submit"')
      sent = form({ ...fields, from })
    }
    expect(steps).toBeGreaterThan(2)
    expect(await site.status()).toMatchObject({ content: 700, users: 1, media: 1 })
  })

  it('keeps what was typed where something is wrong with it', async () => {
    const answer = await site.service.fetch('/admin/seed-data/generate', {
      method: 'POST',
      headers: html,
      body: form({ contentCount: '100001', userCount: '3', seed: 'x' }),
    })
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('value="100001"')
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2)
  })

  it('clears, and says what went', async () => {
    const answer = await site.service.fetch('/admin/seed-data/clear', { method: 'POST', headers: html, body: form({}) })
    expect(await answer.text()).toContain('Removed: 700 documents, 1 accounts, 1 images')
  })
})

describe('where it is turned off', () => {
  const site = setUp({ environment: 'off' })

  it('makes nothing and says what to do; clearing still works', async () => {
    const answer = await site.ask('generate', { contentCount: 1 })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(answer.body.detail).toContain('enabled: true')
    expect((await site.ask('clear')).status).toBe(200)
    const page = await site.service.fetch('/admin/seed-data', { headers: html })
    expect(await page.text()).toContain('Nothing can be made here')
  })
})

describe('in production', () => {
  const site = setUp({ environment: 'production' })

  it('makes nothing even where it is enabled', async () => {
    const answer = await site.ask('generate', { contentCount: 1, password: 'a password of the tests' })
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('production')])
    expect(await site.service.sql('SELECT 1 FROM users')).toEqual([])
  })
})

describe('at the first start', () => {
  const site = setUp({ environment: 'started' })

  it('nothing is made outside development', async () => {
    await site.service.fetch('/api/health')
    expect(await site.status()).toMatchObject({ content: 0 })
  })
})

describe('at the first start in development', () => {
  const site = setUp({
    edit: (files) => {
      for (const [path, text] of files) {
        if (text.includes('autoSeed')) files.set(path, text.replaceAll(/"autoSeed":\s*false/g, '"autoSeed":true'))
      }
    },
  })

  it('sample data is made, once', async () => {
    await site.service.fetch('/api/health')
    expect(await site.status()).toMatchObject({ content: 40, users: 5, media: 4 })
    await site.call('clear')
    await site.service.resetBootstrap()
    await site.service.sql("DELETE FROM system_state WHERE key = 'program'")
    await site.service.fetch('/api/health')
    expect(await site.status()).toMatchObject({ content: 0, users: 0, media: 0 })
  })
})

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

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = html) =>
    site.service.fetch(`/admin/seed-data/${path}`, { method: 'POST', headers, body: form(fields) })
  const read = async (address: string | null) =>
    (await site.service.fetch(address ?? 'nowhere', { headers: html })).text()

  it('makes sample data part by part, each with the way on, and can be loaded again', async () => {
    const fields = { contentCount: '400', userCount: '1', mediaCount: '1', seed: '5', roles: 'editor', limit: '150' }
    let answer = await post('generate', fields)
    let parts = 1
    for (;;) {
      expect(answer.status, await answer.clone().text()).toBe(303)
      const page = await read(answer.headers.get('location'))
      const from = /name="from" value="(\d+)"/.exec(page)?.[1]
      if (from === undefined) {
        expect(page).toMatch(/role="status".*All sample data has been created/s)
        break
      }
      expect(page).toContain('name="roles" value="editor"')
      expect(page).not.toContain('hx-trigger="load') // what a link leads to writes nothing by itself
      answer = await post('generate', { ...fields, from })
      parts += 1
    }
    expect(parts).toBeGreaterThan(1)
    expect(await site.status()).toMatchObject({ content: 400, users: 1, media: 1 })
  })

  it('goes on by itself where a script asks', async () => {
    const fields = { contentCount: '700', userCount: '1', mediaCount: '1', seed: '5', roles: 'editor', limit: '150' }
    const part = await post('generate', fields, { ...html, 'hx-request': 'true' })
    expect([part.status, await part.text()]).toEqual([200, expect.stringContaining('hx-trigger="load, submit"')])
    expect((await site.ask('generate', { contentCount: 700, userCount: 1, mediaCount: 1, seed: 5 })).status).toBe(200)
    expect(await site.status()).toMatchObject({ content: 700 })
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
    const { content, users, media } = await site.status()
    const answer = await post('clear', {})
    expect(answer.status).toBe(303)
    const page = await read(answer.headers.get('location'))
    expect(page).toMatch(
      new RegExp(`role="status".*Removed: ${content} documents, ${users} accounts, ${media} images`, 's'),
    )
    const program = await site.service.fetch('/admin/seed-data/clear', {
      method: 'POST',
      headers: admin,
      body: form({}),
    })
    expect(await program.json()).toMatchObject({ success: true, data: { removed: { content: 0, users: 0, media: 0 } } })
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
    expect(await page.text()).toContain('Nothing can be created here')
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

import { resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { bearer, signedIn } from '../plugins/core-auth/people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({
    vars: { JWT_SECRET: 'a secret of the tests that is long enough' },
    assets: resolve('.cms/assets'),
  })
})
afterAll(() => service.dispose())

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

async function page(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await service.fetch(path, { headers: { ...asBrowser.headers, ...headers } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  return answer.text()
}

describe('the OpenAPI document', () => {
  it('is served, with and without the slash, and indented on request', async () => {
    const { status, headers, body } = await service.json('/api/')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await new Validator().validate(body)).toMatchObject({ valid: true })
    expect((await service.json('/api')).body.info).toEqual(body.info)
    expect(await (await service.fetch('/api/?pretty')).text()).toContain('\n  "openapi": "3.1.1"')
  })
})

describe('the reference', () => {
  it('is where a visitor of the root is sent', async () => {
    const answer = await service.fetch('/', asBrowser)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
  })

  it('begins with the service, its collections and its errors', async () => {
    const text = await page('/docs')
    for (const part of [
      '<h1>newsroom</h1>',
      'href="/docs/posts"',
      'href="/docs/core-auth"',
      '<code>csrf_failed</code>',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('has a page for each tag of the document, with every operation and a call to copy', async () => {
    const { body } = await service.json('/api/')
    for (const { name } of body.tags) {
      const text = await page(`/docs/${name}`)
      const operations = Object.values<Record<string, { tags: string[]; operationId: string }>>(body.paths)
        .flatMap((item) => Object.values(item))
        .filter(({ tags }) => tags.includes(name))
      expect(operations.length).toBeGreaterThan(0)
      for (const { operationId } of operations) expect(text).toContain(`id="${operationId}"`)
      expect(text.match(/curl /g)).toHaveLength(operations.length)
    }
  })

  it('shows calls that work', async () => {
    const text = unescapeHtml(await page('/docs/tags'))
    const body = /-X POST '[^']+\/api\/tags'[\s\S]*?-d '([^']+)'/.exec(text)?.[1] ?? ''
    expect(JSON.parse(body)).toEqual({ name: 'Name' })
    expect(text).toContain(`curl '${service.url.origin}/api/tags/<id>'`)
  })

  it('says who may do what, in words', async () => {
    const text = unescapeHtml(await page('/docs/posts'))
    expect(text).toContain('Access: Everyone; unpublished documents only when signed in.')
    expect(text).toContain("Access: admin and editor; author where <code>createdBy</code> is the caller's id.")
    expect(text).not.toContain('correspondence')
    const editor = await signedIn(service, 'editor')
    const own = unescapeHtml(await page('/docs/posts', bearer(editor.token)))
    expect(own).toContain('<code>correspondence</code>')
    expect(own).toContain('Shown to: admin, author and editor.')
  })

  it('needs nothing from elsewhere and runs no script', async () => {
    for (const path of ['/docs', '/docs/posts']) {
      const text = await page(path)
      expect(text).not.toMatch(/<script|\son\w+=|style="|<style/)
      const loaded = [...text.matchAll(/<(?:link|img)[^>]+(?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '')
      expect(loaded.length).toBeGreaterThan(0)
      for (const address of loaded) {
        expect(address).toMatch(/^\//)
        expect((await service.fetch(address)).status, address).toBe(200)
      }
      const { headers } = await service.fetch(path, asBrowser)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    }
  })

  it('has a style sheet that may be kept for good, and an icon', async () => {
    const address = /href="(\/assets\/[^"]+)"/.exec(await page('/docs'))?.[1] ?? ''
    const style = await service.fetch(address)
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(style.headers.get('cache-control')).toContain('immutable')
    expect((await service.fetch('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
    expect((await service.fetch('/favicon.ico')).headers.get('location')).toBe('/favicon.svg')
  })

  it('links to pages that exist', async () => {
    const text = await page('/docs/posts')
    const links = new Set([...text.matchAll(/<a[^>]+href="(\/[^"#]*)"/g)].map(([, address]) => address ?? ''))
    for (const address of links) expect((await service.fetch(address)).status, address).toBe(200)
    const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    for (const id of anchors) expect(text).toContain(`id="${id}"`)
  })

  it('answers what it does not have with a page that says so', async () => {
    const answer = await service.fetch('/docs/nothing', asBrowser)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
  })
})

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const html = { accept: 'text/html' }

beforeAll(async () => {
  await service.fetch('/api/health')
})

describe('forms that take a password', () => {
  test.each([
    ['/auth/login', 'current-password'],
    ['/auth/register', 'new-password'],
    ['/auth/reset-password?token=abc', 'new-password'],
  ])('%s hides it, and lets password managers help', async (path, autocomplete) => {
    const page = await (await service.fetch(path, { headers: html })).text()
    const input = /<input[^>]*name="password"[^>]*>/.exec(page)?.[0]
    expect(input).toContain('type="password"')
    expect(input).toContain(`autocomplete="${autocomplete}"`)
    expect(page).not.toMatch(/onpaste|\svalue="[^"]+"[^>]*name="password"/)
  })
})

describe('a page of the admin', () => {
  test.each(['/admin/', '/admin/audit', '/admin/plugins/email/settings'])('%s has the way out', async (path) => {
    const { token } = await signedIn(service, 'admin')
    const page = await (await service.fetch(path, { headers: { ...html, ...bearer(token) } })).text()
    expect(page).toMatch(/<form method="post" action="\/auth\/logout"/)
  })

  test('gives its scripts a nonce of their own, each time another', async () => {
    const { token } = await signedIn(service, 'admin')
    const nonces = []
    for (let round = 0; round < 2; round += 1) {
      const answer = await service.fetch('/admin/', { headers: { ...html, ...bearer(token) } })
      const nonce = /'nonce-([\w-]{22,})'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
      const scripts = [...(await answer.text()).matchAll(/<script([^>]*)>([^<]*)/g)]
      expect(scripts.length).toBeGreaterThan(0)
      for (const [, attributes, text] of scripts) {
        expect(attributes).toContain(`nonce="${nonce}"`)
        expect(text).toBe('')
      }
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
  })
})

test.each(['TRACE', 'TRACK', 'PROPFIND', 'DEBUG'])('%s is not answered', async (method) => {
  const status = await new Promise((resolve) => {
    const { hostname, port } = service.url
    const call = request(
      { hostname, port, path: '/api/posts', method, headers: { 'x-secret': 'mirrored' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    call.on('error', () => resolve('refused'))
    call.end()
  })
  expect([405, 501, 400, 'refused']).toContain(status)
})

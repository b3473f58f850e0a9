import { beforeAll, expect, test } from 'vitest'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

beforeAll(async () => {
  await service.fetch('/api/health')
})

test.each(['/api/auth/logout', '/auth/logout'])('%s tells the browser to forget what it kept', async (path) => {
  const { token } = await signedIn(service, 'editor')
  const answer = await service.fetch(path, { method: 'POST', headers: bearer(token) })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
})

test('what somebody reads who is signed in is kept by nobody, but for pages of the admin, for a minute', async () => {
  const { token } = await signedIn(service, 'admin')
  for (const path of ['/api/auth/me', '/api/posts', '/api/auth/sessions', '/admin/auth/tokens', '/admin/audit']) {
    const answer = await service.fetch(path, { headers: bearer(token) })
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
  }
  const page = await service.fetch('/admin/', { headers: { ...bearer(token), accept: 'text/html' } })
  expect(page.headers.get('cache-control')).toBe('private, max-age=60')
})

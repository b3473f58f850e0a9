import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sharedService } from './fixture.ts'

/** A service that scripts of any origin may call. */
const service = sharedService({ root: fileURLToPath(new URL('../fixtures/titles', import.meta.url)) })

test('what is open to all origins says so to everybody, since a cache may give it to somebody else', async () => {
  for (const headers of [{}, { origin: 'https://www.example.com' }, { origin: 'https://www.example.org' }]) {
    const answer = await service.fetch('/api/letters', { headers: { ...headers } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag')
    expect(answer.headers.get('vary')).toBe('Authorization, Cookie')
  }
})

test('304 is open to them too', async () => {
  const etag = (await service.fetch('/api/letters')).headers.get('etag') ?? ''
  const answer = await service.fetch('/api/letters', {
    headers: { 'if-none-match': etag, origin: 'https://a.example' },
  })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
})

import { expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService({ without: ['DB'] })

test.each(['/api/people', '/api/people/1', '/auth/probe/me', '/auth/probe/public'])(
  '%s is 503 without a database',
  async (path) => {
    const { status, headers, body } = await service.json(path, { headers: as('editor') })
    expect([status, body.code]).toEqual([503, 'database_unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('prepare')
  },
)

test('what needs no database is served', async () => {
  expect((await service.fetch('/assets/probe.txt')).status).toBe(200)
})

test('the failed bootstrap is logged, and tried again with the next request', async () => {
  const failures = () => service.logs.filter(({ type }) => type === 'bootstrap').length
  const before = failures()
  await service.fetch('/api/people')
  await service.fetch('/api/people')
  expect(failures()).toBe(before + 2)
})

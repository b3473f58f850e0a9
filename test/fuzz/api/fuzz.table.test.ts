import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Service } from '../../harness/service.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { printFindings } from './findings.ts'
import { fuzz } from './fuzz.ts'
import { startFuzzed } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startFuzzed()
})
afterAll(() => service.dispose())

const REQUESTS = shareOfRuns(2000)

it('requests, whatever they hold, are answered as documented', { timeout: 600_000 }, async () => {
  const { findings, coverage, pages, statuses } = await fuzz(service, { seed: 15, requests: REQUESTS })
  expect(findings, printFindings(findings)).toEqual([])
  // Of everything something was asked, or the run would prove nothing.
  expect(coverage.seen.length).toBeGreaterThan(REQUESTS / 4)
  expect(pages).toBeGreaterThan(REQUESTS / 100)
  if (REQUESTS < 2000) return
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 415, 422]))
})

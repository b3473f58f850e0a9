import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { as } from '../../harness/as.ts'
import { type Answer, type Service, type ServiceOptions, startService } from '../../harness/service.ts'

const ROOT = fileURLToPath(new URL('../../fixtures/seed-data', import.meta.url))

export const admin = as('admin', 'ada')
export const names = ['eggs', 'everything', 'grades', 'hens', 'loops', 'settings', 'stories', 'topics'] as const

export type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** The project in test/fixtures/seed-data, for all tests of a file. */
export function setUp(options: ServiceOptions = {}) {
  const running: { service?: Service } = {}
  beforeAll(async () => {
    running.service = await startService({ root: ROOT, ...options })
  })
  afterAll(() => running.service?.dispose())
  const service = (): Service => {
    if (!running.service) throw new Error('the service is used before it has started')
    return running.service
  }
  const ask = (path: string, body: object = {}, headers: Record<string, string> = admin): Promise<Answer> =>
    service().json(`/admin/seed-data/${path}`, { method: 'POST', headers, body })
  const all = async (collection: string): Promise<Row[]> =>
    (await service().json(`/api/${collection}?limit=100&sort=id`, { headers: admin })).body.data
  return {
    get service(): Service {
      return service()
    },
    ask,
    all,
    /** As `ask`, of what must go well. */
    call: async (path: string, body: object = {}) => {
      const answer = await ask(path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.data
    },
    status: async () => (await service().json('/admin/seed-data/status', { headers: admin })).body.data,
    everything: async (): Promise<Readonly<Record<string, readonly Row[]>>> =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await all(name)] as const))),
  }
}

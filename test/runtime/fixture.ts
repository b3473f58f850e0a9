import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { type Service, type ServiceOptions, startService } from '../harness/service.ts'

/** The project in test/fixtures/runtime. */
export const FIXTURE = fileURLToPath(new URL('../fixtures/runtime', import.meta.url))

/** One service for all tests of a file, started before the first of them. */
export function sharedService(options: ServiceOptions = {}): Service {
  let started: Service | undefined
  beforeAll(async () => {
    started = await startService({ root: FIXTURE, ...options })
  })
  afterAll(() => started?.dispose())
  return new Proxy({} as Service, {
    get: (_, name: keyof Service) => {
      if (started === undefined) throw new Error('the service is used before it has started')
      return started[name]
    },
  })
}

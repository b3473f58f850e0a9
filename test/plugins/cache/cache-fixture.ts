import { fileURLToPath } from 'node:url'
import type { Answer, Service, ServiceOptions } from '../../harness/service.ts'
import { sharedService } from '../../runtime/fixture.ts'

const ROOT = fileURLToPath(new URL('../../fixtures/cache', import.meta.url))

/** The project in test/fixtures/cache. */
export function cacheService(options: ServiceOptions = {}): Service {
  return sharedService({ root: ROOT, ...options })
}

/** Place where an answer came from: `HIT memory`. */
export function origin({ headers }: Pick<Answer, 'headers'>): string {
  return `${headers.get('x-cache-status')} ${headers.get('x-cache-source')}`
}

export const HIT = 'HIT memory'
export const MISS = 'MISS database'
export const BYPASS = 'BYPASS database'

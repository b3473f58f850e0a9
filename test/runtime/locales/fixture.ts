import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { as } from '../../harness/as.ts'
import { type Service, startService } from '../../harness/service.ts'

/** The project in test/fixtures/locales, for all tests of a file. */
export function localizedService() {
  let started: Service
  beforeAll(async () => {
    started = await startService({ root: fileURLToPath(new URL('../../fixtures/locales', import.meta.url)) })
  })
  afterAll(() => started.dispose())
  const ask = async (method: string, path: string, body?: unknown, role: string | null = 'editor') => {
    const headers = role === null ? {} : as(role as 'editor')
    const response = await started.json(path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, ...response.body }
  }
  return {
    get service() {
      return started
    },
    get: (path: string) => ask('GET', path),
    /** As a caller who is not signed in. */
    visit: (path: string) => ask('GET', path, undefined, null),
    post: (path: string, body: unknown) => ask('POST', path, body),
    patch: (path: string, body: unknown) => ask('PATCH', path, body),
    put: (path: string, body: unknown) => ask('PUT', path, body),
    delete: (path: string) => ask('DELETE', path),
    /** As somebody whose role writes German only. */
    translate: (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      ask(method, path, body, 'translator'),
  }
}

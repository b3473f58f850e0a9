import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { SECRET, signedIn } from '../plugins/core-auth/people.ts'

/** The newsroom trusts a website that is built on the reader's own machine. */
const LOCAL = 'http://localhost:3000'

describe.each([
  ['development', 'true', 204],
  ['preview', null, 403],
])('pages of the own machine in %s', (environment, credentials, status) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      environment,
      vars: { JWT_SECRET: SECRET },
      edit: (files) => {
        const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
        manifest.environments[environment].migrations = 'apply'
        files.set('.cms/manifest.json', JSON.stringify(manifest))
      },
    })
    await service.fetch('/api/health')
  })
  afterAll(() => service.dispose())

  it(`may call, and read with cookies: ${credentials}`, async () => {
    const { headers } = await service.fetch('/api/tags', { headers: { origin: LOCAL } })
    expect(headers.get('access-control-allow-origin')).toBe(LOCAL)
    expect(headers.get('access-control-allow-credentials')).toBe(credentials)
  })

  it(`act for who is signed in: ${status}`, async () => {
    const { token } = await signedIn(service)
    const headers = { cookie: `auth_token=${token}`, origin: LOCAL }
    expect((await service.json('/api/auth/logout', { method: 'POST', headers })).status).toBe(status)
  })
})

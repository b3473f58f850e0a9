import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'
import { FIXTURE } from './fixture.ts'

/** Origins that the config names, and whether any machine may be at them. */
const ORIGINS = {
  'http://localhost:3000': true,
  'http://app.localhost:3000': true,
  'http://127.0.0.1:3000': true,
  'http://[::1]:3000': true,
  'https://localhost': true,
  'https://www.example.com': false,
  'https://localhost.example.com': false,
  'https://mylocalhost.example': false,
  'http://127.0.0.2:3000': false,
  'http://10.0.0.1:3000': false,
}

describe.each(['development', 'production'])('an origin of the config in %s', (environment) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      root: FIXTURE,
      environment,
      vars: { PROBE_KEY: 'key', PROBE_SECRET: 'secret' },
      edit: (files) => {
        const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
        manifest.cors.origins = Object.keys(ORIGINS)
        manifest.environments[environment].migrations = 'apply'
        files.set('.cms/manifest.json', JSON.stringify(manifest))
      },
    })
    await service.fetch('/api/health')
  })
  afterAll(() => service.dispose())

  it.each(Object.entries(ORIGINS))(
    'acts with cookies only where it is one machine outside of development: %s',
    async (origin, isLocal) => {
      const isTrusted = environment === 'development' || !isLocal
      const { headers } = await service.fetch('/api/people', { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-credentials')).toBe(isTrusted ? 'true' : null)
      const caller = { ...as('editor', 'eve', 'cookie'), origin }
      const { status } = await service.fetch('/auth/probe/change', { method: 'POST', headers: caller })
      expect(status).toBe(isTrusted ? 200 : 403)
    },
  )
})

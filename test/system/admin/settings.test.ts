import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService({
  vars: { FEATURE_BETA_LIST: 'true', FEATURE_NEW_EDITOR: 'on', FEATURE_OLD_MENU: 'false' },
  bindings: { CF_VERSION_METADATA: { type: 'version-metadata' } },
})
const browser = { accept: 'text/html,*/*;q=0.8' }
const read = async (tab: string) =>
  (await service.json(`/admin/settings/${tab}`, { headers: as('admin') })).body.data.settings

const TABS = [
  'general',
  'appearance',
  'security',
  'notifications',
  'storage',
  'schema',
  'environments',
  'features',
  'roles',
  'hooks',
]
const post = (body: string) =>
  service.fetch('/admin/settings', {
    method: 'POST',
    headers: { ...browser, ...as('admin'), 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

describe('the last deployment', () => {
  it('is that of the version, where the worker is told of it', async () => {
    const { body } = await service.json('/admin/api/system-status', { headers: as('admin') })
    expect(body.data.deployment).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      source: 'version',
      version: expect.any(String),
    })
  })
})

describe('settings in the admin', () => {
  it('are what the config says', async () => {
    const { status, body } = await service.json('/admin/settings', { headers: as('admin') })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ tab: 'general', declaredIn: 'cms.config.ts' })
    expect(body.data.settings).toMatchObject({
      name: 'runtime-test',
      environment: 'development',
      cors: { origins: ['https://www.example.com'], credentials: true, maxAge: 60 },
      slowRequests: { '/auth/probe/slow': 10 },
    })
  })

  it('show features with their value and who says so', async () => {
    expect(await read('features')).toEqual({
      betaList: { on: true, source: 'config' },
      lateDesk: { on: false, source: 'default' },
      newEditor: { on: true, source: 'worker' },
      oldMenu: { on: false, source: 'worker' },
    })
    const page = await service.fetch('/admin/settings/features', { headers: { ...browser, ...as('admin') } })
    expect(await page.text()).toMatch(/newEditor.*on, by a variable of the worker.*oldMenu.*off, by/s)
  })

  it('show environments side by side, with what each gives itself', async () => {
    const environments = await read('environments')
    expect(Object.keys(environments)).toEqual(['development', 'open', 'production'])
    expect(environments.production).toMatchObject({
      domain: 'cms.example.com',
      overrides: { 'probe.greeting': 'good day' },
    })
    expect(environments.development.overrides).toEqual({})
  })

  it('show roles with their permissions, and who listens to what', async () => {
    expect(await read('roles')).toMatchObject({ admin: ['*'], viewer: [] })
    expect((await read('hooks'))['request:start']).toContain('header-identity')
    for (const tab of TABS) {
      const page = await service.fetch(`/admin/settings/${tab}`, { headers: { ...browser, ...as('admin') } })
      expect(page.status).toBe(200)
      expect(await page.text()).toMatch(new RegExp(`href="/admin/settings/${tab}"[^>]*aria-current="page"`))
    }
  })

  it('say what is open to everybody, and of secrets whether they are set', async () => {
    const { openWrites, secrets, pagePolicy, cors } = await read('security')
    expect(openWrites).toContain('POST /auth/theme')
    expect(openWrites).not.toContain('POST /admin/settings')
    expect(Object.values(secrets).every((state) => state === 'set' || state === 'not set')).toBe(true)
    expect(pagePolicy).toContain("default-src 'none'")
    expect(cors.origins).toEqual(['https://www.example.com'])
  })

  it('show where things lie, and the migrations of the database', async () => {
    expect(await read('storage')).toMatchObject({
      database: { binding: 'DB', state: 'ok' },
      cache: { binding: 'CACHE_KV', state: 'ok' },
      bucket: { binding: 'MEDIA_BUCKET', state: 'ok' },
      mediaFiles: null,
    })
    const schema = await read('schema')
    const ledger = await service.sql<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id DESC')
    expect(schema).toMatchObject({ actual: ledger[0]?.name, pending: 0, drift: false })
    expect(Object.keys(schema.applied)).toEqual(ledger.map(({ name }) => name))
    expect(await read('notifications')).toEqual({ email: null, webhooks: {} })
  })

  it('keep theme and language in the browser that asks', async () => {
    const { status, headers, body } = await service.json('/admin/settings', {
      body: { theme: 'dark', language: 'de' },
      headers: as('admin'),
    })
    expect([status, body.data]).toEqual([200, { theme: 'dark', language: 'de', languages: ['en', 'de', 'nl'] }])
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const page = await service.fetch('/admin/settings/appearance', { headers: { ...browser, ...as('admin'), cookie } })
    const text = await page.text()
    expect(text).toContain('Erscheinungsbild')
    expect(text).toMatch(/<option value="dark" selected/)
    const saved = await post('theme=light&language=en')
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/settings/appearance'])
    const odd = await service.json('/admin/settings', { body: { theme: 'pink' }, headers: as('admin') })
    expect([odd.status, odd.body.errors[0].path]).toEqual([422, 'theme'])
    expect((await service.json('/admin/settings', { body: { language: 'xx' }, headers: as('admin') })).status).toBe(422)
    expect((await post('name=other')).status).toBe(403)
  })

  it('are changed in the file that is named', async () => {
    const { status, body } = await service.json('/admin/settings', { body: { name: 'other' }, headers: as('admin') })
    expect([status, body.code]).toEqual([403, 'schema_locked'])
    expect(body.detail).toContain('cms.config.ts')
  })

  it('have no other tabs, and no other readers', async () => {
    expect((await service.json('/admin/settings/secrets', { headers: as('admin') })).status).toBe(404)
    expect((await service.json('/admin/settings/toString', { headers: as('admin') })).status).toBe(404)
    expect((await service.json('/admin/settings', { headers: as('editor') })).status).toBe(403)
  })
})

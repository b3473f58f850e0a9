import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }
const read = async (tab: string) =>
  (await service.json(`/admin/settings/${tab}`, { headers: as('admin') })).body.data.settings

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
    for (const tab of ['general', 'environments', 'roles', 'hooks']) {
      const page = await service.fetch(`/admin/settings/${tab}`, { headers: { ...browser, ...as('admin') } })
      expect(page.status).toBe(200)
      expect(await page.text()).toMatch(new RegExp(`href="/admin/settings/${tab}"[^>]*aria-current="page"`))
    }
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

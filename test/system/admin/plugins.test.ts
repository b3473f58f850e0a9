import { beforeAll, describe, expect, it } from 'vitest'
import { addUser, bearer, SECRET, signedIn } from '../../plugins/core-auth/people.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET, RESEND_API_KEY: 'the-key-of-the-provider' } })
const browser = { accept: 'text/html,*/*;q=0.8' }
let admin: { authorization: string }
let editor: { authorization: string }

beforeAll(async () => {
  await service.fetch('/api/health')
  await addUser(service)
  admin = bearer((await signedIn(service, 'admin')).token)
  editor = bearer((await signedIn(service, 'editor')).token)
})

const toggle = (id: string, headers = admin) => service.json(`/admin/plugins/${id}/toggle`, { method: 'POST', headers })
const page = async (path: string) => (await service.fetch(path, { headers: { ...browser, ...admin } })).text()

describe('plugins in the admin', () => {
  it('lists those of the config with what they need and who needs them', async () => {
    const { status, body } = await service.json('/admin/plugins', { headers: admin })
    expect(status).toBe(200)
    const magicLink = body.data.find(({ id }: { id: string }) => id === 'magic-link-auth')
    expect(magicLink).toMatchObject({ active: true, dependencies: expect.arrayContaining(['core-auth']) })
    const coreAuth = body.data.find(({ id }: { id: string }) => id === 'core-auth')
    expect(coreAuth).toMatchObject({ essential: true, dependents: expect.arrayContaining(['magic-link-auth']) })
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain('admin')
    const text = await page('/admin/plugins')
    expect(text).toContain('action="/admin/plugins/cache/toggle"')
    expect(text).not.toContain('action="/admin/plugins/core-auth/toggle"')
  })

  it('turns one off and on at once', async () => {
    const off = await toggle('webhooks')
    expect([off.status, off.body]).toEqual([
      200,
      { success: true, data: { id: 'webhooks', name: 'webhooks', active: false } },
    ])
    const answer = await service.json('/admin/webhooks/endpoints', { headers: admin })
    expect([answer.status, answer.body.code]).toEqual([404, 'plugin_inactive'])
    expect(await page('/admin/')).not.toContain('href="/admin/webhooks"')
    expect((await toggle('webhooks')).body.data.active).toBe(true)
    expect((await service.json('/admin/webhooks/endpoints', { headers: admin })).status).toBe(200)
    expect(await page('/admin/webhooks/deliveries')).toContain('href="/admin/webhooks" aria-current="page"')
    const log = await service.json('/admin/audit?collection=plugins&id=webhooks', { headers: admin })
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual(['plugin.enable', 'plugin.disable'])
  })

  it('leads a browser back to the list', async () => {
    const post = () =>
      service.fetch('/admin/plugins/webhooks/toggle', {
        method: 'POST',
        headers: { ...browser, ...admin, 'content-type': 'application/x-www-form-urlencoded' },
      })
    const answer = await post()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/plugins?off=webhooks'])
    expect(await page('/admin/plugins?off=webhooks')).toContain('webhooks is turned off')
    expect((await post()).status).toBe(303)
  })

  it('says who is in the way', async () => {
    const coreAuth = await toggle('core-auth')
    expect([coreAuth.status, coreAuth.body.code]).toEqual([409, 'plugin_dependency'])
    const email = await toggle('email')
    expect([email.status, email.body.code]).toEqual([409, 'plugin_dependency'])
    expect(email.body.detail).toContain('magic-link-auth')
    expect((await toggle('magic-link-auth')).status).toBe(200)
    expect((await toggle('email')).status).toBe(200)
    const early = await toggle('magic-link-auth')
    expect([early.status, early.body.code]).toEqual([409, 'plugin_dependency'])
    expect(early.body.detail).toContain('email')
    expect([(await toggle('email')).status, (await toggle('magic-link-auth')).status]).toEqual([200, 200])
  })

  it('knows no other plugins, and nobody but administrators', async () => {
    expect((await toggle('nothing')).status).toBe(404)
    expect((await toggle('core-tables')).status).toBe(404)
    expect((await toggle('webhooks', editor)).status).toBe(403)
    expect((await service.fetch('/admin/plugins/webhooks', { headers: editor })).status).toBe(403)
  })

  it('describes each setting, in the language of the reader', async () => {
    const { body } = await service.json('/admin/plugins/cache', { headers: admin })
    const setting = body.data.settings.find((one: { name: string }) => one.name === 'kvEnabled')
    expect(setting.description).toBe('Keeps entries in the KV namespace `CACHE_KV` too. Otherwise KV is not used.')
    expect(await page('/admin/plugins/cache')).toContain('in the KV namespace <code>CACHE_KV</code> too.')
    const german = await service.fetch('/admin/plugins/cache', {
      headers: { ...browser, ...admin, 'accept-language': 'de' },
    })
    expect(await german.text()).toContain('im KV-Namensraum <code>CACHE_KV</code>.')
  })

  it('shows settings with where they come from, and of secrets the names', async () => {
    const { body } = await service.json('/admin/plugins/email', { headers: admin })
    const setting = (name: string) => body.data.settings.find((one: { name: string }) => one.name === name)
    expect(setting('fromName')).toMatchObject({ value: 'Newsroom', source: 'config' })
    expect(setting('apiKey').value).toEqual({ $secret: 'RESEND_API_KEY' })
    expect(body.data.usedAt).toMatch(/^cms\.config\.ts:\d+$/)
    expect(body.data.secrets).toContainEqual({
      name: 'RESEND_API_KEY',
      description: 'the setting apiKey',
      isSet: true,
    })
    expect(body.data.tables).toEqual(['email_messages'])
    expect(body.data.jobs).toContainEqual({ name: 'deliver', everyMinutes: 1 })
    const text = await page('/admin/plugins/email')
    expect(text).toContain('secret RESEND_API_KEY')
    expect(text).not.toContain('the-key-of-the-provider')
    expect(JSON.stringify(body)).not.toContain('the-key-of-the-provider')
    const auth = await service.json('/admin/plugins/core-auth', { headers: admin })
    const window = auth.body.data.settings.find((one: { name: string }) => one.name === 'rateLimitWindow')
    expect(window).toMatchObject({ value: 900, type: 'integer', source: 'default' })
  })
})

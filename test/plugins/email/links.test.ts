import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { KEY, type ProviderServer, SITE, startProvider } from './mail.ts'

let api: ProviderServer
let named: Service
let nameless: Service

/** Production of the site; without its domain, as no build would make it. */
const start = (domain: string | null) =>
  startService({
    root: SITE,
    environment: 'production',
    vars: { MAIL_KEY: KEY },
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      const { production } = manifest.environments
      production.domain = domain
      production.settings.email = { ...production.settings.email, provider: 'postmark', baseUrl: `${api.url}/` }
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })

beforeAll(async () => {
  api = await startProvider(() => ({ status: 200, body: { MessageID: 'm' } }))
  ;[named, nameless] = await Promise.all([start('cms.news.example'), start(null)])
})
afterAll(async () => {
  await Promise.all([named?.dispose(), nameless?.dispose()])
  await api.close()
})

/** Asks for a mail with a link, as somebody who names another host. */
const askAt = (service: Service, to: string) =>
  service.fetchAs('https://evil.example/api/letters/sendPasswordResetEmail', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ to, resetUrl: '/auth/reset-password?token=secret' }),
  })

it('a link in a mail leads to the domain of the config, whatever host the request names', async () => {
  expect((await askAt(named, 'named@example.com')).status).toBe(200)
  await expect.poll(() => api.requests.length).toBe(1)
  const { TextBody: text, HtmlBody: html } = api.requests[0]?.body ?? {}
  expect(text).toContain('https://cms.news.example/auth/reset-password?token=secret')
  expect(text + html).not.toContain('evil.example')
})

it('without a domain there is no link and no mail, and the log says what to write', async () => {
  const answer = await askAt(nameless, 'nameless@example.com')
  expect(await answer.json()).toMatchObject({ id: null })
  expect(await nameless.sql('SELECT id FROM email_messages')).toEqual([])
  expect(nameless.logs.map((line) => JSON.stringify(line)).join()).toContain(
    "production: { domain: 'cms.example.com' }",
  )
})

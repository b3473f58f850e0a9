import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { makeProject } from '../../compile/project.ts'

const PLUGIN = resolve('plugins/email/plugin.ts')
const SENDER = "fromEmail: 'desk@news.example', fromName: 'News'"

/** Diagnostics of the compiler about a config that uses the plugin so. */
async function diagnose(settings: string, production = "domain: 'cms.news.example'"): Promise<string[]> {
  const project = makeProject({
    'cms.config.ts': `import { defineConfig, secret } from 'lintel'
import email from ${JSON.stringify(PLUGIN)}
import posts from './collections/posts.ts'

export const named = secret
export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [email({ ${settings} } as never)],
  environments: { development: {}, production: { ${production} } },
})
`,
  })
  const { diagnostics } = await compile(project)
  project.dispose()
  return diagnostics.map(({ code, message }) => `${code}: ${message}`)
}

describe('settings that fit', () => {
  it.each([
    `apiKey: secret('RESEND_API_KEY'), ${SENDER}`,
    `apiKey: 'key', ${SENDER}, replyTo: 'a@news.example', logoUrl: 'https://news.example/logo.png', provider: 'postmark'`,
    `apiKey: secret('KEY'), ${SENDER}, provider: 'sendgrid', baseUrl: 'https://api.eu.sendgrid.com'`,
    `${SENDER}, provider: 'cloudflare'`,
    `${SENDER}, provider: 'cloudflare', binding: 'POST'`,
    `${SENDER}, provider: 'smtp', smtp: { host: 'mail.example', port: 465, security: 'tls' }`,
    `apiKey: secret('PASSWORD'), ${SENDER}, provider: 'smtp', smtp: { host: 'mail.example', username: 'desk' }`,
  ])('%s', async (settings) => expect(await diagnose(settings)).toEqual([]))
})

describe('settings that do not', () => {
  it.each([
    [`${SENDER}`, "missing-setting: The plugin email needs the setting 'apiKey': it must be text."],
    [
      `apiKey: 'k', fromName: 'News'`,
      "missing-setting: The plugin email needs the setting 'fromEmail': it must be text.",
    ],
    [
      `apiKey: 'k', fromEmail: 'desk@news.example'`,
      "missing-setting: The plugin email needs the setting 'fromName': it must be text.",
    ],
    [`apiKey: 'k', fromEmail: 'desk', fromName: 'News'`, /^invalid-setting: .*'fromEmail'.* must be an email address/],
    [`apiKey: 'k', ${SENDER}, replyTo: 'a@b, c@d'`, /^invalid-setting: .*'replyTo'.* must be an email address/],
    [`apiKey: 'k', fromEmail: 'a@b', fromName: 'News\\nBcc: x@y'`, /^invalid-setting: .*'fromName'/],
    [`apiKey: 'k', ${SENDER}, logoUrl: 'http://news.example/logo.png'`, /^invalid-setting: .*'logoUrl'/],
    [`apiKey: 'k', ${SENDER}, provider: 'pigeon'`, /^invalid-setting: .*'provider'/],
    [`apiKey: 'k', ${SENDER}, baseUrl: 'http://proxy.example'`, /^invalid-setting: .*'baseUrl' .* must be https:/],
    [`${SENDER}, provider: 'cloudflare', baseUrl: 'https://proxy.example'`, /^invalid-setting: .*'baseUrl'/],
    [`apiKey: 'k', ${SENDER}, binding: 'EMAIL'`, /^invalid-setting: .*'binding'/],
    [`apiKey: 'k', ${SENDER}, smtp: { host: 'mail.example' }`, /^invalid-setting: .*'smtp'/],
    [`apiKey: 'k', ${SENDER}, provider: 'smtp'`, /^missing-setting: .*'smtp'/],
    [`${SENDER}, provider: 'smtp', smtp: { host: 'mail.example', username: 'desk' }`, /^missing-setting: .*'apiKey'/],
    [
      `apiKey: 'k', ${SENDER}, provider: 'smtp', smtp: { host: 'mail.example', username: 'desk', security: 'none' }`,
      /^invalid-setting: .*'smtp' .* password without encryption/,
    ],
    [`apiKey: 'k', ${SENDER}, apikey: 'k'`, /^unknown-setting: .*'apikey'/],
  ])('%s', async (settings, wanted) => {
    const found = await diagnose(settings)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(wanted)
  })
})

it('an environment that sends mail says where it is', async () => {
  const settings = `apiKey: secret('KEY'), ${SENDER}`
  expect(await diagnose(settings, '')).toEqual([
    "no-domain: The environment 'production' needs a domain: the plugin email sends mail with links to the service, and callers choose the Host header of their requests.",
  ])
  expect(await diagnose(settings, "domain: 'localhost:8787'")).toEqual([])
})

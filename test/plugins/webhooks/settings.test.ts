import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { makeProject, type TestProject } from '../../compile/project.ts'

const PLUGIN = fileURLToPath(new URL('../../../plugins/webhooks/plugin.ts', import.meta.url))

let project: TestProject

afterEach(() => project.dispose())

/** Compiles a site whose plugin is called so. */
function build(call: string, environments = '{ development: {} }') {
  project = makeProject({
    'cms.config.ts': `import { defineConfig, secret } from 'lintel'
import posts from './collections/posts.ts'
import webhooks from ${JSON.stringify(PLUGIN)}

const secretOfOne = secret('ONE_SECRET')
const one = { name: 'one', url: 'https://example.com/hook', events: ['content:save'], secret: secretOfOne }
export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [webhooks(${call} as never)],
  environments: ${environments},
})
export { one }
`,
  })
  return compile(project)
}

test('without settings it sends nothing', async () => {
  const { manifest, diagnostics } = await build('{}')
  expect(diagnostics).toEqual([])
  expect(manifest?.environments.development?.settings.webhooks).toEqual({
    endpoints: [],
    maxAttempts: 8,
    retention: 30,
    retryDelay: 60,
    timeout: 10,
  })
})

test('secrets may stand anywhere in an endpoint, and only their names go into the program and the lock', async () => {
  const { manifest, diagnostics, outputs } = await build(
    "{ endpoints: [{ ...one, url: secret('ONE_URL'), headers: { 'X-Key': secret('ONE_KEY') } }] }",
  )
  expect(diagnostics).toEqual([])
  expect(manifest?.environments.development?.settings.webhooks?.endpoints).toMatchObject([
    { url: { $secret: 'ONE_URL' }, secret: { $secret: 'ONE_SECRET' }, headers: { 'X-Key': { $secret: 'ONE_KEY' } } },
  ])
  expect(outputs.get('cms.lock.json')).toContain('ONE_KEY')
})

test.each([
  ['http://example.com/hook', 'the address is not https'],
  ['https://10.0.0.1/hook', 'the address is not in the public network'],
  [
    'https://CMS.example.com./api/posts',
    'the address is that of this service: use hooks of plugins for its own events',
  ],
])('%s is an error where it is deployed, and not in development', async (url, reason) => {
  const call = `{ endpoints: [{ ...one, url: '${url}' }] }`
  expect((await build(call)).diagnostics).toEqual([])
  project.dispose()
  const { diagnostics } = await build(call, "{ development: {}, production: { domain: 'cms.example.com' } }")
  expect(diagnostics).toMatchObject([
    { code: 'invalid-setting', message: expect.stringContaining(`in production: ${reason}`), file: 'cms.config.ts' },
  ])
})

test.each([
  ['an address of another scheme', "{ endpoints: [{ ...one, url: 'ftp://example.com' }] }", 'url'],
  ['an address with a password', "{ endpoints: [{ ...one, url: 'https://a:b@example.com' }] }", 'url'],
  ['an address that is none', "{ endpoints: [{ ...one, url: 'example' }] }", 'url'],
  ['a secret in clear that is too short', "{ endpoints: [{ ...one, secret: 'whsec_c2hvcnQ=' }] }", 'secret'],
  ['no secret', '{ endpoints: [{ ...one, secret: undefined }] }', 'secret'],
  ['an unknown event', "{ endpoints: [{ ...one, events: ['content:saved'] }] }", 'events'],
  ['the start of requests', "{ endpoints: [{ ...one, events: ['request:start'] }] }", 'events'],
  ['no event', '{ endpoints: [{ ...one, events: [] }] }', 'events'],
  ['a header that the plugin sets', "{ endpoints: [{ ...one, headers: { 'Webhook-Id': 'x' } }] }", 'headers'],
  ['a header with a line break', "{ endpoints: [{ ...one, headers: { 'X-A': 'x\\r\\ny' } }] }", 'headers'],
  ['a name that an address cannot hold', "{ endpoints: [{ ...one, name: 'One/Two' }] }", 'name'],
  ['two endpoints of one name', '{ endpoints: [one, one] }', 'endpoints'],
  ['an unknown option', '{ endpoints: [{ ...one, sercet: 1 }] }', 'sercet'],
  ['a timeout beyond what the platform gives', '{ timeout: 60 }', 'timeout'],
])('%s is refused by the build', async (_, call, setting) => {
  const { diagnostics } = await build(call)
  expect(diagnostics.map(({ severity }) => severity)).toEqual(['error'])
  expect(diagnostics[0]?.message).toContain(setting)
})

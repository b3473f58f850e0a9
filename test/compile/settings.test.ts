import { afterEach, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject

afterEach(() => project.dispose())

/** Settings of the plugin `mail` by environment, for a schema, a call and overrides. */
async function resolve(source: {
  schema: string
  imports?: string
  call?: string
  environments?: string
  defaults?: string
}) {
  project = makeProject({
    'plugins/mail/plugin.ts': `import { definePlugin } from 'lintel'
${source.imports ?? "import * as z from 'zod'"}

export default definePlugin({ name: 'mail', version: '1.0.0', settings: ${source.schema} as never, environmentDefaults: ${source.defaults ?? '{}'} as never })
`,
    'cms.config.ts': `import { defineConfig, secret } from 'lintel'
import posts from './collections/posts.ts'
import mail from './plugins/mail/plugin.ts'

export const named = secret
export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [mail(${source.call ?? '{}'} as never)],
  environments: { ${source.environments ?? 'development: {}'} },
})
`,
  })
  const { manifest, diagnostics } = await compile(project)
  expect(diagnostics).toEqual([])
  const environments = Object.entries(manifest?.environments ?? {})
  return Object.fromEntries(environments.map(([name, { settings }]) => [name, settings.mail]))
}

describe('settings', () => {
  it('have their defaults filled in, in every environment', async () => {
    const schema =
      "z.strictObject({ retries: z.int().default(3), from: z.string(), tags: z.array(z.string()).default(['a']) })"
    const settings = await resolve({
      schema,
      call: "{ from: 'a@example.com' }",
      environments: "development: {}, production: { plugins: { mail: { from: 'b@example.com' } } }",
    })
    expect(settings).toEqual({
      development: { from: 'a@example.com', retries: 3, tags: ['a'] },
      production: { from: 'b@example.com', retries: 3, tags: ['a'] },
    })
  })

  it('have defaults of their environment where the plugin has such, which give way to the config', async () => {
    const source = {
      schema: 'z.strictObject({ open: z.boolean().default(false), retries: z.int().default(3) })',
      defaults: '{ development: { open: true, retries: 9 } }',
    }
    const environments = 'development: {}, production: {}'
    expect(await resolve({ ...source, environments })).toEqual({
      development: { open: true, retries: 9 },
      production: { open: false, retries: 3 },
    })
    const call = '{ open: false }'
    const overridden = 'development: { plugins: { mail: { retries: 1 } } }, production: {}'
    expect(await resolve({ ...source, call, environments: overridden })).toEqual({
      development: { open: false, retries: 1 },
      production: { open: false, retries: 3 },
    })
  })

  it('are merged with an environment object by object, lists replaced', async () => {
    const schema =
      'z.strictObject({ limits: z.strictObject({ hour: z.int(), day: z.int() }), types: z.array(z.string()) })'
    const settings = await resolve({
      schema,
      call: "{ limits: { hour: 1, day: 2 }, types: ['a', 'b'] }",
      environments: "development: {}, production: { plugins: { mail: { limits: { day: 9 }, types: ['c'] } } }",
    })
    expect(settings.production).toEqual({ limits: { hour: 1, day: 9 }, types: ['c'] })
    expect(settings.development).toEqual({ limits: { hour: 1, day: 2 }, types: ['a', 'b'] })
  })

  it('name secrets, whatever the schema demands of their text, and fill in the rest', async () => {
    const schema =
      "z.strictObject({ key: z.string().min(40), url: z.url(), retries: z.int().default(3), nested: z.object({ a: z.string().default('x') }).prefault({}) })"
    const settings = await resolve({ schema, call: "{ key: secret('MAIL_KEY'), url: secret('MAIL_URL') }" })
    expect(settings.development).toEqual({
      key: { $secret: 'MAIL_KEY' },
      url: { $secret: 'MAIL_URL' },
      retries: 3,
      nested: { a: 'x' },
    })
  })

  it('stay as given where the schema turns them into something else, since the runtime parses them again', async () => {
    const schema =
      "z.strictObject({ hosts: z.string().transform((text) => text.split(',')), on: z.boolean().default(true) })"
    const settings = await resolve({ schema, call: "{ hosts: 'a,b' }" })
    expect(settings.development).toEqual({ hosts: 'a,b' })
  })

  it('may have a schema of zod 3', async () => {
    const settings = await resolve({
      imports: "import { z } from 'zod/v3'",
      schema: 'z.object({ retries: z.number().int().default(3), key: z.string() }).strict()',
      call: "{ key: secret('MAIL_KEY') }",
    })
    expect(settings.development).toEqual({ retries: 3, key: { $secret: 'MAIL_KEY' } })
  })
})

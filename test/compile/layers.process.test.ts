import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compile, createCompiler } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

const projects: TestProject[] = []
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose()
})

function project(files: Readonly<Record<string, string | null>>): TestProject {
  const made = makeProject({ 'collections/authors.ts': null, 'collections/posts.ts': null, ...files })
  projects.push(made)
  return made
}

const BASE = `import { defineCollection, defineLayer, field } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import collaboration from 'lintel/plugins/collaboration'

export const posts = defineCollection({
  name: 'posts',
  search: ['title'],
  access: { read: 'public', create: () => true },
  fields: {
    title: field.string({ max: 200 }),
    body: field.text(),
  },
})
export const pages = defineCollection({ name: 'pages', fields: { title: field.string() } })

export default defineLayer({
  collections: [posts, pages],
  plugins: [coreAuth({ tokenExpiration: 3600, rateLimitMaxAttempts: 9 }), collaboration()],
  roles: { reporter: { permissions: ['content.create'] }, chief: { permissions: ['content.*'] } },
  cors: { origins: ['https://base.example'], maxAge: 60 },
  slowRequests: { '/': 500 },
  environments: { production: { migrations: 'apply', vars: { A: 'base', B: 'base' } } },
  $preview: { domain: 'base-preview.example' },
  $production: { plugins: { 'core-auth': { tokenExpiration: 60 } } },
})
`

const SITE = `import { defineCollection, defineConfig, field } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'

const posts = defineCollection({
  name: 'posts',
  fields: { title: field.string({ max: 80 }), teaser: field.text() },
})

export default defineConfig({
  name: 'site',
  extends: './base',
  collections: [posts],
  plugins: [coreAuth({ tokenExpiration: 1200 })],
  roles: { reporter: { permissions: ['content.create', 'content.publish'] } },
  cors: { origins: ['https://site.example'] },
  environments: { development: {}, production: { domain: 'site.example', vars: { A: 'site' } } },
})
`

describe('a config that extends a folder', () => {
  it('takes precedence over it, name by name', async () => {
    const made = project({ 'base/cms.config.ts': BASE, 'cms.config.ts': SITE })
    const { diagnostics, config, outputs } = await compile(made)
    expect(diagnostics).toEqual([])
    expect(config?.collections.map(({ name, fields }) => [name, Object.keys(fields)])).toEqual([
      ['posts', ['title', 'body', 'teaser']],
      ['pages', ['title']],
    ])
    expect(config?.collections[0]?.fields.title?.options).toMatchObject({ max: 80 })
    expect(config?.collections[0]).toMatchObject({ search: ['title'], access: { read: 'public' } })
    expect(config?.plugins?.map(({ plugin, settings }) => [plugin.name, settings])).toEqual([
      ['core-auth', { tokenExpiration: 1200, rateLimitMaxAttempts: 9 }],
      ['collaboration', {}],
    ])
    expect(config?.roles).toEqual({
      reporter: { permissions: ['content.create', 'content.publish'] },
      chief: { permissions: ['content.*'] },
    })
    expect(config?.cors).toEqual({ origins: ['https://site.example'], maxAge: 60 })
    expect(config?.environments).toEqual({
      production: {
        domain: 'site.example',
        migrations: 'apply',
        vars: { A: 'site', B: 'base' },
        plugins: { 'core-auth': { tokenExpiration: 60 } },
      },
      development: {},
    })
    expect(outputs.get('.cms/program.ts')).toContain('"../base/cms.config.ts"')
  })

  it('has the positions of its declarations in the files of the layers', async () => {
    const made = project({ 'base/cms.config.ts': BASE, 'cms.config.ts': SITE })
    const [pages, posts] = (await compile(made)).manifest?.collections ?? []
    expect([posts?.source, pages?.source]).toEqual(['cms.config.ts:4', 'base/cms.config.ts:14'])
    expect(posts?.fields.map(({ source }) => source)).toEqual([
      'cms.config.ts:6',
      'base/cms.config.ts:11',
      'cms.config.ts:6',
    ])
  })

  it('has its mistakes reported in the files of the layers, including those in overrides', async () => {
    const base = BASE.replace("domain: 'base-preview.example'", 'domain: 5')
    const broken = base
      .replace('tokenExpiration: 60 }', 'tokenExpiration: false }')
      .replace("{ '/': 500 }", "{ '/': 'slow' }")
    const site = SITE.replace('development: {}', 'development: {}, preview: {}')
    const { diagnostics } = await compile(project({ 'base/cms.config.ts': broken, 'cms.config.ts': site }))
    expect(diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`).sort()).toEqual([
      'invalid-option base/cms.config.ts:21',
      'invalid-option base/cms.config.ts:23',
      'invalid-setting base/cms.config.ts:24',
    ])
  })

  it('may extend several layers, which extend others: the nearest takes precedence', async () => {
    const layer = (text: string) => `import { defineLayer } from 'lintel'\nexport default defineLayer(${text})\n`
    const made = project({
      'one/cms.config.ts': layer("{ extends: '../three', slowRequests: { '/a': 1, '/b': 1 } }"),
      'two/cms.config.ts': layer("{ extends: ['../three'], slowRequests: { '/a': 2, '/c': 2 } }"),
      'three/cms.config.ts': layer("{ slowRequests: { '/c': 3, '/d': 3 }, auditRetention: 30 }"),
      'cms.config.ts': `import { defineConfig } from 'lintel'
export default defineConfig({
  name: 'site', extends: ['./one', './two'], collections: [], environments: { development: {} },
})
`,
    })
    const compiler = createCompiler(made)
    const { diagnostics, config } = await compiler.compile()
    expect(diagnostics).toEqual([])
    expect(config?.slowRequests).toEqual({ '/a': 1, '/b': 1, '/c': 2, '/d': 3 })
    made.write({ 'three/cms.config.ts': layer('{ auditRetention: 60 }') })
    expect((await compiler.compile()).config).toMatchObject({
      auditRetention: 60,
      slowRequests: { '/a': 1, '/b': 1, '/c': 2 },
    })
  })
})

describe('a layer', () => {
  it('may be an installed package that contains JavaScript', async () => {
    const made = project({ 'cms.config.ts': SITE.replace('./base', '@agency/base/news') })
    install(made, '@agency/base', { 'news/cms.config.js': BASE })
    const { diagnostics, manifest, outputs } = await compile(made)
    expect(diagnostics).toEqual([])
    expect(manifest?.collections.map(({ name, source }) => [name, source])).toEqual([
      ['pages', 'node_modules/@agency/base/news/cms.config.js:14'],
      ['posts', 'cms.config.ts:4'],
    ])
    expect(outputs.get('.cms/program.ts')).toContain('@agency/base/news/cms.config.js')
  })

  it.each([
    ['json', '{ "extends": "./base", "name": "site", "environments": { "production": { "domain": "%" } } }'],
    ['json5', "{ extends: './base', name: 'site', environments: { production: { domain: '%' } } }"],
    ['yaml', 'extends: ./base\nname: site\nenvironments:\n  production:\n    domain: "%"\n'],
    ['toml', 'extends = "./base"\nname = "site"\n[environments.production]\ndomain = "%"\n'],
  ])('contains the code for a config in a data format: cms.config.%s', async (extension, text) => {
    const file = `cms.config.${extension}`
    const made = project({
      'base/cms.config.ts': BASE,
      'cms.config.ts': null,
      [file]: text.replace('%', 'one.example'),
    })
    const compiler = createCompiler(made)
    const { diagnostics, config } = await compiler.compile()
    expect(diagnostics).toEqual([])
    expect(config?.environments.production).toMatchObject({ domain: 'one.example', migrations: 'apply' })
    made.write({ [file]: text.replace('%', 'no domain') })
    const { diagnostics: mistakes } = await compiler.compile()
    expect(mistakes.map(({ code, file: at }) => [code, at])).toEqual([['invalid-option', file]])
  })

  it.each([
    ['https://example.com/base.tar.gz', 'loads nothing from the network'],
    ['gh:agency/base', 'loads nothing from the network'],
    ['//example.com/base', 'loads nothing from the network'],
    ['@agency/missing', 'is not installed'],
    ['./nowhere', 'has no config file'],
  ])('that cannot be loaded, %s, is reported at the option extends', async (source, message) => {
    const made = project({ 'base/cms.config.ts': BASE, 'cms.config.ts': SITE.replace('./base', source) })
    const { diagnostics } = await compile(made)
    expect(diagnostics).toMatchObject([{ code: 'no-layer', file: 'cms.config.ts', line: 11 }])
    expect(diagnostics[0]?.message).toContain(message)
    const data = project({ 'cms.config.ts': null, 'cms.config.json': JSON.stringify({ extends: source }) })
    expect((await compile(data)).diagnostics).toMatchObject([{ code: 'no-layer', file: 'cms.config.json' }])
  })

  it.each([
    ["export default 'hello'", 'exports no config'],
    ['export const layer = {}', 'exports no config'],
    ["export default { extends: '..' }", 'extends this config'],
  ])('that is no layer, %s, is reported at the option extends', async (text, message) => {
    const { diagnostics } = await compile(project({ 'base/cms.config.ts': text, 'cms.config.ts': SITE }))
    expect(diagnostics).toMatchObject([{ code: 'no-layer' }])
    expect(diagnostics[0]?.message).toContain(message)
  })

  it('that is a package and extends itself through another one is reported', async () => {
    const made = project({ 'cms.config.ts': SITE.replace('./base', '@agency/one') })
    const layer = (name: string) => `export default { extends: '${name}' }`
    install(made, '@agency/one', { 'cms.config.js': layer('@agency/two') })
    install(made, '@agency/two', { 'cms.config.js': layer('@agency/one') })
    const { diagnostics } = await compile(made)
    expect(diagnostics).toMatchObject([{ code: 'no-layer' }])
    expect(diagnostics[0]?.message).toContain('extends this config')
  })

  it.each(['5', "''", "['./base', null]", "{ path: './base' }", "[['./base', {}]]"])(
    'is named by a text: %s is reported',
    async (value) => {
      const made = project({ 'base/cms.config.ts': BASE, 'cms.config.ts': SITE.replace("'./base'", value) })
      const { diagnostics } = await compile(made)
      expect(diagnostics).toMatchObject([{ code: 'no-layer', file: 'cms.config.ts', line: 11 }])
    },
  )

  it.each([
    ['cms.config.yaml', 'name: site\nenvironments:\n  development: {}\n    production: {}\n', 4],
    ['cms.config.yaml', '\n', null],
    ['cms.config.json', '5', null],
    ['base/cms.config.yaml', 'roles: [', null],
  ])('or a config in a data format that cannot be read, %s, is reported there', async (file, text, line) => {
    const isLayer = file.startsWith('base/')
    const made = project({ ...(isLayer ? { 'cms.config.ts': SITE } : { 'cms.config.ts': null }), [file]: text })
    const { diagnostics } = await compile(made)
    expect(diagnostics).toMatchObject([{ code: 'syntax-error', file, ...(line === null ? {} : { line }) }])
  })

  it('merges a target of deployments as a unit, and reports a name that a file uses twice', async () => {
    const environments = (folder: string, more: string) =>
      `{ environments: { production: { host: 'node', domain: 'a.example', deploy: { folder: '${folder}' ${more} } } } }`
    const layer = environments('/srv/base', ", reload: 'restart', ssh: 'root@base.example'")
    const site = (collections: string) => `import { defineCollection, defineConfig, field } from 'lintel'
const posts = () => defineCollection({ name: 'posts', fields: { title: field.string() } })
export default defineConfig({ name: 'site', extends: './base', collections: [${collections}],
  environments: { production: { deploy: { folder: '/srv/site' } } } })
`
    const base = `import { defineLayer } from 'lintel'\nexport default defineLayer(${layer})\n`
    const made = project({ 'base/cms.config.ts': base, 'cms.config.ts': site('') })
    expect((await compile(made)).config?.environments.production?.deploy).toEqual({ folder: '/srv/site' })
    made.write({ 'cms.config.ts': site('posts(), posts()') })
    expect((await compile(made)).diagnostics).toMatchObject([{ code: 'duplicate-collection' }])
  })

  it('outside of the project is reported', async () => {
    const made = project({ 'cms.config.ts': SITE.replace('./base', '../base') })
    expect((await compile(made)).diagnostics).toMatchObject([{ code: 'no-layer', line: 11 }])
  })
})

describe('overrides of an environment', () => {
  const config = (overrides: string) => ({
    'cms.config.ts': `import { defineConfig } from 'lintel'
export default defineConfig({
  name: 'site',
  collections: [],
  environments: { production: { domain: 'a.example', queue: 'mail' }, staging: {} },
  ${overrides}
})
`,
  })

  it('take precedence over the environment of that name', async () => {
    const made = project(config("$production: { domain: 'b.example' }, $env: { staging: { mcp: true } },"))
    const { diagnostics, config: merged } = await compile(made)
    expect(diagnostics).toEqual([])
    expect(merged?.environments).toEqual({ production: { domain: 'b.example', queue: 'mail' }, staging: { mcp: true } })
    expect(Object.keys(merged ?? {})).not.toContain('$production')
  })

  it('are reported if no environment has that name', async () => {
    const { diagnostics } = await compile(project(config("$preview: { domain: 'b.example' },")))
    expect(diagnostics).toMatchObject([{ code: 'unknown-option', line: 6 }])
  })

  it('contain options of an environment, not of the config', async () => {
    const { diagnostics } = await compile(project(config('$production: { auditRetention: 5 },')))
    expect(diagnostics).toMatchObject([{ code: 'unknown-option', line: 6 }])
  })
})

it('reads no options from files that no review covers', async () => {
  const made = project({
    'cms.config.ts': SITE.replace("extends: './base',", '').replace('search: ', ''),
    '.env': 'NODE_ENV=production\n',
    '.cmsrc': 'auditRetention=5\n',
    'package.json': '{ "type": "module", "cms": { "auditRetention": 5 } }',
    '.config/cms.ts': 'export default { auditRetention: 5 }',
  })
  const { diagnostics, config } = await compile(made)
  expect(diagnostics).toEqual([])
  expect(config?.auditRetention).toBeUndefined()
})

/** Installs a package in the project itself, since projects share the packages of the repository. */
function install(made: TestProject, name: string, files: Readonly<Record<string, string>>): void {
  const folder = join(made.root, 'node_modules')
  if (lstatSync(folder).isSymbolicLink()) {
    const shared = realpathSync(folder)
    rmSync(folder)
    mkdirSync(folder)
    for (const entry of readdirSync(shared)) symlinkSync(join(shared, entry), join(folder, entry))
  }
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', type: 'module' }), ...files }
  for (const [path, text] of Object.entries(all)) {
    const file = join(made.root, 'node_modules', name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

import { expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { makeProject } from '../project.ts'

it('refuses a condition on a localized field: who reads a document does not depend on the language', async () => {
  const project = makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  locales: { default: 'en', others: ['de'] },
  collections: [posts],
  environments: { development: {} },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  access: { read: { roles: ['author'], where: { area: 'news' } } },
  fields: { area: field.string({ localized: true }) },
})
`,
  })
  const { diagnostics } = await compile(project)
  project.dispose()
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['where-not-possible', expect.stringContaining(`cannot compare 'area': it holds more than one value`)],
  ])
})

const withRule = (rule: string, inCollection: boolean) => ({
  'cms.config.ts': `import { defineConfig } from 'lintel'
import desk from './desk.ts'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  locales: { default: 'en', others: ['de'] },
  roles: { translator: { permissions: ['content.edit'], locales: ['de'] }, printer: { permissions: ['content.*'] } },
  collections: [posts],
  plugins: [desk()],
  environments: { development: {} },
})
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  access: { update: ${inCollection ? rule : "'editor'"} },
  fields: { title: field.string({ localized: true }) },
})
`,
  'desk.ts': `import { definePlugin } from 'lintel'

export default definePlugin({
  name: 'desk',
  version: '1.0.0',
  http: { routes: { desk: { method: 'GET', path: '/admin/desk', access: ${inCollection ? "'editor'" : rule}, handler: (c) => c.text('') } } },
})
`,
})

it('lets roles that name locales, and no others, through the rules of plugins that ask for translators', async () => {
  const project = makeProject(withRule("['editor', { translators: true }]", false))
  const { outputs, diagnostics } = await compile(project)
  project.dispose()
  expect(diagnostics).toEqual([])
  expect(JSON.parse(outputs.get('cms.lock.json') ?? '{}').routes['/admin/desk GET'].access).toEqual([
    'admin',
    'editor',
    'translator',
  ])
})

it('asks collections to name the roles of translators', async () => {
  const project = makeProject(withRule("['editor', { translators: true }]", true))
  const { diagnostics } = await compile(project)
  project.dispose()
  expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-rule'])
})

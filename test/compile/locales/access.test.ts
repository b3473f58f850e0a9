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

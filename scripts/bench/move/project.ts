/** Files of the project that moves. */
export const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "move", "private": true, "type": "module" }\n',
  'cms.config.ts': `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'move',
  collections: [posts],
  plugins: [coreAuth(), coreMedia()],
  environments: { development: {}, machine: { host: 'node', deploy: { folder: '/srv/cms' } } },
})
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  search: ['title'],
  fields: {
    title: field.string({ required: true }),
    body: field.richText(),
    views: field.number({ integer: true }),
    rating: field.number(),
    featured: field.boolean(),
    extra: field.json(),
  },
})
`,
}

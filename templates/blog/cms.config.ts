import { defineConfig } from 'lintel'
import cache from 'lintel/plugins/cache'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import seedData from 'lintel/plugins/seed-data-plugin'
import authors from './collections/authors.ts'
import pages from './collections/pages.ts'
import posts from './collections/posts.ts'
import tags from './collections/tags.ts'

export default defineConfig({
  name: 'my-site',
  collections: [posts, authors, tags, pages],
  plugins: [coreAuth(), cache(), coreMedia(), seedData({ contentCount: 40, userCount: 4, mediaCount: 12 })],
  environments: {
    development: { plugins: { 'seed-data-plugin': { enabled: true, autoSeed: true } } },
    preview: {},
    production: {},
  },
})

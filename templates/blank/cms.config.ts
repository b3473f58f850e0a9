import { defineConfig } from 'lintel'
import cache from 'lintel/plugins/cache'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'my-site',
  collections: [posts],
  plugins: [coreAuth(), cache(), coreMedia()],
  environments: {
    development: {},
    preview: {},
    production: {},
  },
})

import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

// Pages are made for each request: what is published is there at once, drafts can be shown, and search needs no script.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
})

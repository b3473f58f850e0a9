import { readdirSync } from 'node:fs'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

/** Languages other than the default, as in `src/lib/locale.ts`. Paths of their pages begin with their name. */
const OTHERS = ['de']

/** Pages that exist only once, not in each language. */
const ONE = /^(?:404|500|unavailable|robots\.txt|sitemap\.xml|preview\/)/

/** Serves all pages except those in `ONE` in each language: `/articles/[slug]` and `/de/articles/[slug]`. */
const languages = {
  name: 'languages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      const files = readdirSync(new URL('src/pages/', import.meta.url), { recursive: true, withFileTypes: true })
      const pages = files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').replace(/^.*\/src\/pages\/+/, ''))
      for (const page of pages.filter((path) => !ONE.test(path))) {
        const path = page.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')
        for (const locale of OTHERS) injectRoute({ pattern: `/${locale}/${path}`, entrypoint: `./src/pages/${page}` })
      }
    },
  },
}

// Pages are rendered for each request, so that published content appears at once, drafts can be shown, and search works
// without a script in the browser.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [languages],
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
})

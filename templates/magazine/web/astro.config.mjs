import { readdirSync } from 'node:fs'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

/** Languages whose pages stand below their name, as in `src/lib/locale.ts`: all but the default. */
const OTHERS = ['de']

/** Pages that there is one of, whatever the language. */
const ONE = /^(?:404|500|unavailable|robots\.txt|sitemap\.xml|preview\/)/

/** Serves each page in every language: `/articles/[slug]`, and `/de/articles/[slug]`. */
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

// Pages are made for each request: what is published is there at once, drafts can be shown, and search needs no script.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [languages],
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
})

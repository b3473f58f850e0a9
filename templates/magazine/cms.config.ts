import { defineConfig } from 'lintel'
import cache from 'lintel/plugins/cache'
import collaboration from 'lintel/plugins/collaboration'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import seedData from 'lintel/plugins/seed-data-plugin'
import articles from './collections/articles.ts'
import authors from './collections/authors.ts'
import issues from './collections/issues.ts'
import pages from './collections/pages.ts'
import redirects from './collections/redirects.ts'
import sections from './collections/sections.ts'
import settings from './collections/settings.ts'
import renamedSlugs from './plugins/renamed-slugs/plugin.ts'

export default defineConfig({
  name: 'my-site',
  locales: { default: 'en', others: ['de'] },
  collections: [articles, authors, sections, issues, pages, settings, redirects],
  roles: {
    // In addition to the built-in roles `editor` and `admin` (the editor-in-chief).
    writer: { permissions: ['content.create', 'media.upload'] },
  },
  plugins: [
    coreAuth(),
    cache(),
    collaboration(),
    coreMedia(),
    renamedSlugs(),
    seedData({ contentCount: 80, userCount: 4, mediaCount: 16 }),
  ],
  environments: {
    development: { plugins: { 'seed-data-plugin': { enabled: true, autoSeed: true } } },
    preview: {},
    production: {},
  },
})

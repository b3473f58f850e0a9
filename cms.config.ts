import { defineConfig, secret } from 'lintel'
import authors from './collections/authors.ts'
import categories from './collections/categories.ts'
import pages from './collections/pages.ts'
import posts from './collections/posts.ts'
import site from './collections/site.ts'
import tags from './collections/tags.ts'
import cache from './plugins/cache/plugin.ts'
import collaboration from './plugins/collaboration/plugin.ts'
import coreAuth from './plugins/core-auth/plugin.ts'
import coreMedia from './plugins/core-media/plugin.ts'
import databaseTools from './plugins/database-tools-plugin/plugin.ts'
import email from './plugins/email/plugin.ts'
import faq from './plugins/faq/plugin.ts'
import magicLinkAuth from './plugins/magic-link-auth/plugin.ts'
import releases from './plugins/releases/plugin.ts'
import seedData from './plugins/seed-data-plugin/plugin.ts'
import webhooks from './plugins/webhooks/plugin.ts'
import workflow from './plugins/workflow/plugin.ts'

export default defineConfig({
  name: 'newsroom',
  collections: [authors, categories, pages, posts, site, tags],
  plugins: [
    coreAuth({ tokenExpiration: 3600 }),
    cache(),
    collaboration(),
    coreMedia(),
    databaseTools(),
    email({ apiKey: secret('RESEND_API_KEY'), fromEmail: 'desk@newsroom.example', fromName: 'Newsroom' }),
    faq(),
    magicLinkAuth(),
    releases(),
    seedData(),
    webhooks(),
    workflow(),
  ],
  cors: { origins: ['http://localhost:3000'], credentials: true },
  dropped: { login_attempts: 'attempts of every kind are counted in limited_attempts' },
  environments: {
    development: { plugins: { 'seed-data-plugin': { enabled: true } } },
    preview: { domain: 'preview.newsroom.example', plugins: { 'seed-data-plugin': { enabled: true } } },
    production: { domain: 'cms.newsroom.example', plugins: { 'core-auth': { rateLimitMaxAttempts: 5 } } },
  },
})

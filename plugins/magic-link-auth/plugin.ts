import { definePlugin } from 'lintel'
import { forgetLinks, forgetLinksOf } from './links.ts'
import { settings } from './settings.ts'
import { magicLinks } from './tables.ts'

/** Time for which expired links are kept, to show from which network address they were requested, in milliseconds. */
const WEEK = 7 * 86_400_000

export default definePlugin({
  name: 'magic-link-auth',
  version: '1.0.0',
  description: 'Passwordless sign-in through one-time email links.',
  dependencies: ['email', 'core-auth'],
  settings,
  services: {
    signInOption: () => ({
      label: 'Email me a sign-in link',
      path: '/auth/magic-link/request',
      forget: forgetLinksOf,
    }),
  },
  data: { tables: { magicLinks }, accessTables: ['magic_links'], keptTables: ['magic_links'] },
  http: { routes: () => import('./routes.ts') },
  admin: { messages: { de: () => import('./messages/de.ts') } },
  operations: {
    admits: { allowNewUsers: 'viewer' },
    opens: {
      allowNewUsers: 'true',
      requireEmailVerification: 'false',
      linkExpiryMinutes: 'more',
      rateLimitPerHour: 'more',
    },
    cron: {
      forget: { everyMinutes: 1440, run: (c) => forgetLinks(c.get('db'), Date.now() - WEEK) },
    },
  },
})

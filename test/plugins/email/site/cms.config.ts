import { defineConfig, secret } from 'lintel'
import email from '../../../../plugins/email/plugin.ts'
import headerIdentity from '../../../fixtures/runtime/plugins/header-identity.ts'
import letters from './letters.ts'

/** A service that does nothing but send mail. */
export default defineConfig({
  name: 'mail-test',
  collections: [],
  plugins: [
    headerIdentity(),
    email({
      apiKey: secret('MAIL_KEY'),
      fromEmail: 'desk@news.example',
      fromName: 'The "Daily" News, Ltd.',
      replyTo: 'letters@news.example',
    }),
    letters(),
  ],
  environments: {
    development: {},
    production: { domain: 'cms.news.example', migrations: 'apply' },
  },
})

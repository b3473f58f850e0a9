import { definePlugin } from 'lintel'
import { magicLinks } from './tables.ts'

export default definePlugin({
  name: 'magic-link-auth',
  version: '1.0.0',
  description: 'Passwordless sign-in through one-time email links.',
  tables: { magicLinks },
})

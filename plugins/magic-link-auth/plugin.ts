import { definePlugin } from 'lintel'

export default definePlugin({ name: 'magic-link-auth', version: '1.0.0' })

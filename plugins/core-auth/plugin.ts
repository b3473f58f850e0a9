import { definePlugin } from 'lintel'

export default definePlugin({ name: 'core-auth', version: '1.0.0' })

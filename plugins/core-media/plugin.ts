import { definePlugin } from 'lintel'

export default definePlugin({ name: 'core-media', version: '1.0.0' })

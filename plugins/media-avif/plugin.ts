import { definePlugin } from 'lintel'
import { avifEncoder } from './encode.ts'

export default definePlugin({
  name: 'media-avif',
  version: '1.0.0-beta.1',
  description: 'Writes AVIF in the worker if Cloudflare Images is not bound.',
  dependencies: ['core-media'],
  services: { avif: () => avifEncoder },
})

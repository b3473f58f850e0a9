import { definePlugin } from 'lintel'
import { media, mediaFiles } from './tables.ts'

export default definePlugin({
  name: 'core-media',
  version: '1.0.0-beta.1',
  description: 'The media library.',
  tables: { mediaFiles, media },
})

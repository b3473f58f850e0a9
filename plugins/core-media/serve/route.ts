import { defineRoute } from 'lintel'
import { serveFile } from './serve-file.ts'

export const serve = defineRoute({
  method: 'GET',
  path: '/media/serve/:key',
  access: 'public',
  summary: 'A file, or a range of it',
  handler: (c, { params }) => serveFile(c, params.key),
})

/** The yardstick: the host's own server with nothing behind it. */
import { createBackground } from '../../../src/hosts/node/server/execution.ts'
import { serve } from '../../../src/hosts/node/server/serve.ts'

const files = { fetch: async () => new Response(null, { status: 404 }), send: async () => false }
const { stop } = await serve({
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  isTrusted: () => false,
  files,
  background: createBackground(),
  fetch: () => new Response('{"status":"ok"}', { headers: { 'Content-Type': 'application/json' } }),
})
process.on('SIGTERM', async () => {
  await stop()
  process.exit(0)
})

import * as z from 'zod'
import { defineRoute } from '../../config/route.ts'

/** Schema of a message of the protocol: https://modelcontextprotocol.io/specification */
const message = z.looseObject({ jsonrpc: z.literal('2.0') })

export const mcp = defineRoute({
  method: 'POST',
  path: '/mcp',
  access: 'authenticated',
  readOnly: true,
  audit: false,
  summary: 'The Model Context Protocol: schema, content and documentation for programs, limited to what you may read',
  body: { type: 'application/json', schema: message },
  responses: { 200: message, 202: null },
  problems: ['csrf_failed', 'payload_too_large', 'rate_limited'],
  // The protocol and the documentation are loaded with the first request.
  handler: async (c) => (await import('./serve-mcp.ts')).serveMcp(c),
})

import * as z from 'zod'
import { defineRoute } from '../config/route.ts'
import { referenceFor } from '../runtime/kit.ts'

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/api/',
  access: 'public',
  cache: { ttl: 0 },
  summary: 'This OpenAPI document, reduced to what you may read',
  responses: { 200: z.looseObject({ openapi: z.string() }) },
  handler: async (c) => c.body((await referenceFor(c)).text, 200, { 'Content-Type': 'application/json' }),
})

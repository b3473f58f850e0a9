import * as z from 'zod'
import { defineRoute } from '../config/route.ts'
import { openapiOf } from '../runtime/kit.ts'

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/api/',
  access: 'public',
  cache: { ttl: 0 },
  summary: 'The OpenAPI document that you are reading',
  responses: { 200: z.looseObject({ openapi: z.string() }) },
  handler: async (c) => c.body(await openapiOf(c), 200, { 'Content-Type': 'application/json' }),
})

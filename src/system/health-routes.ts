import * as z from 'zod'
import { defineRoute } from '../config/route.ts'
import { checkDatabase, checkEverything } from './health.ts'

const check = z.enum(['ok', 'error'])

const health = z.strictObject({
  status: z.enum(['ok', 'degraded', 'error']),
  timestamp: z.iso.datetime({ precision: 3 }),
  schemas: z.array(z.string()).meta({ description: 'The tables that exist.' }),
})

const fullHealth = health.extend({
  environment: z.string(),
  version: z.string().meta({ description: 'Which program runs: the beginning of its hash.' }),
  checks: z.strictObject({ database: check, kv: check, bucket: check }),
  schema: z.strictObject({
    expected: z.string().nullable().meta({ description: "The program's last migration." }),
    actual: z.string().nullable().meta({ description: 'The last migration that was applied.' }),
    pending: z.int().min(0),
    drift: z.boolean().meta({ description: 'The database differs from what its migrations build.' }),
  }),
})

export const apiHealthRoute = defineRoute({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Whether the service works',
  responses: { 200: health, 503: health },
  handler: async (c) => {
    const report = await checkDatabase(c)
    return c.json(report, report.status === 'error' ? 503 : 200, NEVER_KEPT)
  },
})

export const healthRoute = defineRoute({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'How each part of the service is',
  responses: { 200: fullHealth, 503: fullHealth },
  handler: async (c) => {
    const report = await checkEverything(c)
    return c.json(report, report.status === 'error' ? 503 : 200, NEVER_KEPT)
  },
})

const NEVER_KEPT = { 'Cache-Control': 'no-store' }

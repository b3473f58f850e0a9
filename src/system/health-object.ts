import * as z from 'zod'

const check = z.enum(['ok', 'error'])

/** Schema of the state of the service. */
export const health = z.strictObject({
  status: z.enum(['ok', 'degraded', 'error']).meta({
    description:
      '`degraded`: the service responds, but a store is unavailable or the schema is not what the program expects.',
  }),
  timestamp: z.iso.datetime({ precision: 3 }),
  schemas: z.array(z.string()).readonly().meta({ description: 'The tables that exist.' }),
})

export const fullHealth = health.extend({
  environment: z.string(),
  version: z.string().meta({ description: 'First digits of the hash of the running program.' }),
  checks: z.strictObject({ database: check, kv: check, bucket: check }),
  schema: z.strictObject({
    expected: z.string().nullable().meta({ description: "The program's last migration." }),
    actual: z.string().nullable().meta({ description: 'The last migration that was applied.' }),
    pending: z.int().min(0),
    drift: z
      .boolean()
      .meta({ description: 'Whether the database differs from the schema that its migrations create.' }),
  }),
})

export type Check = z.output<typeof check>
export type Health = z.output<typeof health>
export type FullHealth = z.output<typeof fullHealth>

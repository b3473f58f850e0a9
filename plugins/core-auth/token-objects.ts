import * as z from 'zod'
import { isoTime } from './responses.ts'

export const apiToken = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    email: z.string().meta({ description: "The owner's." }),
    name: z.string(),
    scopes: z.array(z.string()),
    createdAt: isoTime,
    expiresAt: isoTime.nullable(),
    lastUsedAt: isoTime.nullable(),
  })
  .meta({ id: 'ApiToken', description: 'A token for programs, without the token itself.' })

export type ApiTokenObject = z.output<typeof apiToken>

/** What people type is judged in the handler, where the form can be shown again. */
export const tokenForm = z.strictObject({
  name: z.string().default(''),
  scopes: z
    .union([
      z.array(z.string().max(100)).max(100),
      z
        .string()
        .max(100)
        .transform((scope) => [scope]),
    ])
    .default([]),
  expiresAt: z.string().default(''),
  email: z.string().default(''),
  password: z.string().max(1000).default(''),
})

export type TypedToken = z.output<typeof tokenForm>

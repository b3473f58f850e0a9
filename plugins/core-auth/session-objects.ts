import * as z from 'zod'
import { isoTime } from './responses.ts'

export const session = z
  .strictObject({
    id: z.string(),
    createdAt: isoTime,
    lastSeenAt: isoTime,
    expiresAt: isoTime,
    name: z.string().meta({ description: 'Browser and device, in words: `Chrome on Windows`.' }),
    place: z.string().nullable().meta({ description: 'City and country, if the network reports them.' }),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    /** True for the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session', description: 'Where somebody is signed in.' })

export const adminSession = session.extend({ userId: z.string(), email: z.string() })
export type AdminSession = z.output<typeof adminSession>

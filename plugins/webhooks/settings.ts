import type { CollectionName, EventName } from 'lintel'
import * as z from 'zod'

/** Events that an endpoint may ask for: all but the start of a request. */
export const WEBHOOK_EVENTS = [
  'auth:login',
  'auth:logout',
  'media:upload',
  'media:delete',
  'content:save',
  'content:update',
  'content:delete',
  'user:update',
] as const satisfies readonly EventName[]

/** A field name of HTTP (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that the plugin, or the platform, sets itself. */
const RESERVED_HEADER = /^(?:webhook-.*|content-.*|host|user-agent|connection|transfer-encoding)$/i

/** Typed by the names of the config, so that one that does not exist fails where it is written. */
const collectionName = z.custom<CollectionName>((value) => typeof value === 'string' && value !== '')

/** Events that go to an endpoint, and how much of each. */
const subscription = {
  /** In the log and in addresses: a–z, 0–9 and hyphens, at most 40 characters. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'Must be a–z, 0–9 and hyphens, at most 40' }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
  /** Content events of these collections only. Default: of all. */
  collections: z.array(collectionName).min(1).optional(),
  /** `full`: documents as they were and are; `ids`: only which one it is. Default `full`. */
  payload: z.enum(['full', 'ids']).default('full'),
  /** Sends fields too that only some roles may read. Hidden fields are never sent. Default `false`. */
  restrictedFields: z.boolean().default(false),
}

const endpoint = z.strictObject({
  ...subscription,
  /** `https:`; in development `http:` too. Without user and password: use `headers`. */
  url: z
    .url({ protocol: /^https?$/, error: 'Must be an http(s) address' })
    .max(2048)
    .refine((url) => !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === ''), {
      error: 'Must have no user and password in it; use headers',
    }),
  /**
   * Signs what is sent: `whsec_` and 24 to 64 random bytes as base64 (Standard Webhooks). Several, separated by commas,
   * while one replaces another: each of them signs.
   */
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}(?:,whsec_[A-Za-z0-9+/]{32,88}={0,2}){0,4}$/, {
    error: 'Must be whsec_ and 24 to 64 bytes as base64',
  }),
  /** Sent with every request. */
  headers: z
    .record(
      z
        .string()
        .regex(HEADER_NAME, { error: 'Must be the name of a header' })
        .refine((name) => !RESERVED_HEADER.test(name), { error: 'Must be no header that is set already' }),
      z.string().regex(/^[\t\x20-\x7e]*$/, { error: 'Must be printable ASCII' }),
    )
    .default({}),
})

/** Endpoints of events, and the attempts at each delivery. */
export const settings = z.strictObject({
  /** Default: none. */
  endpoints: z
    .array(endpoint)
    .max(50)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: 'Must have different names' })
    .default([]),
  /** Time that an endpoint may take to respond, in seconds. Default 10; at most 25, since the platform ends work after an answer at 30. */
  timeout: z.number().min(0.1).max(25).default(10),
  /** Attempts at a delivery before it is given up. Default 8, which with `retryDelay` 60 spans about two days. */
  maxAttempts: z.int().min(1).max(20).default(8),
  /** Seconds before the second attempt; each later wait is four times as long, at most a day. Default 60. */
  retryDelay: z.int().min(1).max(86_400).default(60),
  /** Time for which deliveries that are done or given up stay in the log, in days. Default 30. */
  retention: z.int().min(1).max(3650).default(30),
})

/** The part that needs no secret, so that an event is kept even while one is missing. */
export const subscriptions = z.object({ endpoints: z.array(z.object(subscription)).default([]) })

export type Settings = z.output<typeof settings>
export type Endpoint = Settings['endpoints'][number]
export type Subscription = z.output<typeof subscriptions>['endpoints'][number]

import type { CollectionName, EventName } from 'lintel'
import { message } from 'lintel/kit'
import * as z from 'zod'

/** Events that an endpoint may subscribe to: all except `request:start` and `content:purge`. */
export const WEBHOOK_EVENTS = [
  'auth:login',
  'auth:logout',
  'media:upload',
  'media:delete',
  'content:save',
  'content:update',
  'content:draft',
  'content:delete',
  'content:restore',
  'user:update',
] as const satisfies readonly EventName[]

/** Pattern of an HTTP field name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Pattern of the headers that only the plugin or the platform may set. */
const RESERVED_HEADER = /^(?:webhook-.*|content-.*|host|user-agent|connection|transfer-encoding)$/i

/** Name of a collection. Its type consists of the names in the config, so that an unknown one is a type error. */
const collectionName = z.custom<CollectionName>((value) => typeof value === 'string' && value !== '')

/** Events that are sent to an endpoint, and how much of each event. */
const subscription = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'Must be a–z, 0–9 and hyphens, at most 40' })
    .describe(message('Name in the log and in addresses: a–z, 0–9 and hyphens, at most 40 characters.')),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).describe(message('Events that are sent to the endpoint.')),
  collections: z
    .array(collectionName)
    .min(1)
    .optional()
    .describe(message('Collections whose content events are sent. Default: all collections.')),
  payload: z
    .enum(['full', 'ids'])
    .default('full')
    .describe(message('`full` sends documents before and after the change, `ids` only their ids.')),
  restrictedFields: z
    .boolean()
    .default(false)
    .describe(message('Also sends fields that only some roles may read. Hidden fields are never sent.')),
}

const endpoint = z.strictObject({
  ...subscription,
  url: z
    .url({ protocol: /^https?$/, error: 'Must be an http(s) address' })
    .max(2048)
    .refine((url) => !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === ''), {
      error: 'Must not contain a user and password: use headers',
    })
    .describe(
      message('Address of the endpoint: `https:`, in development `http:` too. User and password belong in `headers`.'),
    ),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}(?:,whsec_[A-Za-z0-9+/]{32,88}={0,2}){0,4}$/, {
      error: 'Must be whsec_ and 24 to 64 bytes as base64',
    })
    .describe(
      message(
        'Key that signs messages: `whsec_` and 24 to 64 random bytes as base64. During a replacement, several keys, separated by commas.',
      ),
    ),
  headers: z
    .record(
      z
        .string()
        .regex(HEADER_NAME, { error: 'Must be the name of a header' })
        .refine((name) => !RESERVED_HEADER.test(name), {
          error: 'Must not be a header that the plugin or the platform sets',
        }),
      z.string().regex(/^[\t\x20-\x7e]*$/, { error: 'Must be printable ASCII' }),
    )
    .default({})
    .describe(message('Headers of every request.')),
})

/** Settings of webhooks: the endpoints, and the attempts at each delivery. */
export const settings = z.strictObject({
  endpoints: z
    .array(endpoint)
    .max(50)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: 'Must have different names' })
    .default([])
    .describe(message('Addresses to which events are sent.')),
  // The platform stops work 30 seconds after a response.
  timeout: z.number().min(0.1).max(25).default(10).describe(message('Seconds that an endpoint may take to respond.')),
  // With a `retryDelay` of 60, 8 attempts span about two days.
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(8)
    .describe(message('Number of attempts before a delivery is abandoned.')),
  retryDelay: z
    .int()
    .min(1)
    .max(86_400)
    .default(60)
    .describe(message('Seconds before the second attempt. Each later wait is four times as long, up to a day.')),
  retention: z
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe(message('Days for which the log keeps deliveries that were completed or abandoned.')),
})

/** The part of the settings that contains no secrets, so that events are stored even while a secret is missing. */
export const subscriptions = z.object({ endpoints: z.array(z.object(subscription)).default([]) })

export type Settings = z.output<typeof settings>
export type Endpoint = Settings['endpoints'][number]
export type Subscription = z.output<typeof subscriptions>['endpoints'][number]

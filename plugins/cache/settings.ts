import { message } from 'lintel/kit'
import * as z from 'zod'

/** Maximum lifetime of an entry: thirty days, in seconds. */
const LONGEST = 2_592_000

const ttl = z.int().min(1).max(LONGEST).describe(message('Lifetime of the entries, in seconds.'))

/** Settings of the cache: its tiers, and the lifetimes of entries. */
export const settings = z.strictObject({
  memoryEnabled: z.boolean().default(true).describe(message('Keeps entries in the memory of each isolate.')),
  kvEnabled: z
    .boolean()
    .default(false)
    .describe(message('Keeps entries in the KV namespace `CACHE_KV` too. Otherwise KV is not used.')),
  defaultTTL: ttl
    .default(3600)
    .describe(message('Lifetime of an entry in seconds, unless its namespace sets another.')),
  maxMemorySize: z
    .int()
    .min(1)
    .max(100)
    .default(50)
    .describe(
      message(
        'Megabytes that one isolate may store. The least recently used entry is evicted first, and no entry takes more than an eighth of this memory.',
      ),
    ),
  namespaces: z
    .record(z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/), z.strictObject({ ttl }))
    .default({ content: { ttl: 3600 }, user: { ttl: 900 }, api: { ttl: 300 } })
    .describe(
      message('Lifetimes by namespace, in seconds. If not set here, they are 3600 for `media` and 300 for `auth`.'),
    ),
  staleness: z
    .int()
    .min(0)
    .max(60)
    .default(5)
    .describe(
      message(
        'Seconds for which an isolate may miss a change that another one made. 0 queries the database each time.',
      ),
    ),
  maxStale: z
    .int()
    .min(0)
    .max(LONGEST)
    .default(3600)
    .describe(
      message('Seconds for which an expired response may still be served while the database is down. 0 for never.'),
    ),
})

export type Settings = z.output<typeof settings>

import { message } from 'lintel/kit'
import * as z from 'zod'

/** Maximum numbers of documents, accounts and files that one call makes. */
export const LIMITS = { content: 100_000, users: 10_000, media: 10_000 } as const

export const settings = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe(message('Lets administrators create sample data. Administrators can always clear sample data.')),
  autoSeed: z
    .boolean()
    .default(false)
    .describe(message('Creates sample data once for a database, at the first start in development. Needs `enabled`.')),
  contentCount: z
    .int()
    .min(0)
    .max(LIMITS.content)
    .default(50)
    .describe(message('Number of documents, unless a call requests another.')),
  userCount: z
    .int()
    .min(0)
    .max(LIMITS.users)
    .default(10)
    .describe(message('Number of accounts, unless a call requests another.')),
  mediaCount: z
    .int()
    .min(0)
    .max(LIMITS.media)
    .default(20)
    .describe(message('Number of images, unless a call requests another.')),
  environments: z
    .array(z.string())
    .default(['development', 'preview'])
    .describe(message('Environments in which sample data can be created.')),
})

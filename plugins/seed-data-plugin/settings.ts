import * as z from 'zod'

/** At most so much in one call (contract, section 6). */
export const LIMITS = { content: 100_000, users: 10_000, media: 10_000 } as const

export const settings = z.strictObject({
  enabled: z.boolean().default(false).describe('Whether sample data may be made. What was made can always be cleared.'),
  autoSeed: z
    .boolean()
    .default(false)
    .describe('Makes sample data at the first start in development, once for a database; needs `enabled`.'),
  contentCount: z.int().min(0).max(LIMITS.content).default(50).describe('Documents, where a call does not say.'),
  userCount: z.int().min(0).max(LIMITS.users).default(10).describe('Accounts, where a call does not say.'),
  mediaCount: z.int().min(0).max(LIMITS.media).default(20).describe('Images, where a call does not say.'),
  environments: z
    .array(z.string())
    .default(['development', 'preview'])
    .describe('Where sample data may be made: nowhere else, whoever asks.'),
})

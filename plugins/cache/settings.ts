import * as z from 'zod'

/** Thirty days, in seconds: nothing is kept for longer. */
const LONGEST = 2_592_000

const ttl = z.int().min(1).max(LONGEST)

/** Places and lifetimes of responses and values (specification, "Plugin settings"). */
export const settings = z.strictObject({
  /** Keeps entries in the memory of each isolate. Default `true`. */
  memoryEnabled: z.boolean().default(true),
  /** Keeps entries in the KV namespace `CACHE_KV` too; without it KV is never touched. Default `false`. */
  kvEnabled: z.boolean().default(false),
  /** Lifetime of an entry in a namespace that says nothing of its own, in seconds. Default 3600. */
  defaultTTL: ttl.default(3600),
  /** Largest memory tier of one isolate, in megabytes (2^20 bytes). An isolate has 128. Default 50. */
  maxMemorySize: z.int().min(1).max(100).default(50),
  /** Namespaces with what differs there. Those that are built in keep theirs unless they are named here. */
  namespaces: z
    .record(z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/), z.strictObject({ ttl }))
    .default({ content: { ttl: 3600 }, user: { ttl: 900 }, api: { ttl: 300 } }),
  /**
   * Longest time that an isolate may miss a write of another one, in seconds; 0 asks the database each time. Default 5.
   */
  staleness: z.int().min(0).max(60).default(5),
  /**
   * For how long after its end an answer may be given while the database does not answer, in seconds; 0 for never.
   * Default 3600.
   */
  maxStale: z.int().min(0).max(LONGEST).default(3600),
})

export type Settings = z.output<typeof settings>

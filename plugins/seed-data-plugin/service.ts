/** Functions of sample data for other plugins: `await serviceOf(c, 'seed')`. */
import type { RequestContext } from 'lintel/kit'
import { type Cleared, clear } from './clear/clear.ts'
import { generate, type Outcome } from './generate.ts'
import { requireAllowed } from './guard.ts'
import { checkPassword, generateBody, seedRequestOf } from './seed-request.ts'
import { type Status, statusOf } from './status.ts'

/** Sample data to create. Absent numbers are taken from the settings. */
export interface SeedRequest {
  readonly content?: { readonly count?: number; readonly collections?: readonly string[] }
  readonly users?: { readonly count?: number; readonly roles?: readonly string[] }
  /** `types` are MIME types such as `image/png`, `application/pdf`. */
  readonly media?: { readonly count?: number; readonly types?: readonly string[] }
  /** Seed: the same seed gives the same data. Default: a new seed. */
  readonly seed?: number
}

/** Creates and clears sample data. */
export interface SeedService {
  /**
   * Creates sample data that passes the validators of its collections.
   * @throws HttpError `forbidden` if the settings or the environment do not allow sample data; `validation_failed`
   */
  generateSeedData(request?: SeedRequest): Promise<Outcome>
  /** Removes all sample data that other content does not need, and nothing else. */
  clearSeedData(): Promise<Cleared>
  status(): Promise<Status>
}

declare module 'lintel' {
  interface Services {
    seed: SeedService
  }
}

export function seedService(c: RequestContext): SeedService {
  return {
    generateSeedData: async ({ content, users, media, seed } = {}) => {
      requireAllowed(c)
      const body = generateBody.parse({
        contentCount: content?.count,
        collections: content?.collections,
        userCount: users?.count,
        roles: users?.roles,
        mediaCount: media?.count,
        mediaTypes: media?.types,
        seed,
      })
      const seedRequest = seedRequestOf(c, body)
      await checkPassword(seedRequest)
      return generate(c, seedRequest)
    },
    clearSeedData: () => clear(c),
    status: () => statusOf(c),
  }
}

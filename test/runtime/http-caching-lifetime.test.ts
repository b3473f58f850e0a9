import { expect, it } from 'vitest'
import { publicCacheControl } from '../../src/runtime/middleware/cache-control.ts'

const ASK = 'public, no-cache'
const RULE = { ttl: 60, staleWhileRevalidate: 600 }
const WHOLE = 'public, max-age=60, stale-while-revalidate=600'

/** A rule, the seconds until the answer changes by itself, and for how long it may be kept. */
it.each([
  [null, null, ASK],
  [null, 100, ASK],
  [{ ttl: 0 }, null, ASK],
  [{ ttl: 0 }, 0, ASK],
  [{ ttl: 60 }, null, 'public, max-age=60'],
  [{ ttl: 60 }, 61, 'public, max-age=60'],
  [{ ttl: 60 }, 60, 'public, max-age=60'],
  [{ ttl: 60 }, 59.9, 'public, max-age=59'],
  [{ ttl: 60 }, 1, 'public, max-age=1'],
  [{ ttl: 60 }, 0.9, ASK],
  [{ ttl: 60 }, 0, ASK],
  [{ ttl: 60 }, -5, ASK],
  [RULE, null, WHOLE],
  [RULE, 661, WHOLE],
  [RULE, 660, WHOLE],
  [RULE, 659, 'public, max-age=60'],
  [RULE, 60, 'public, max-age=60'],
  [RULE, 59, 'public, max-age=59'],
  [RULE, 0, ASK],
  [{ ttl: 0, staleWhileRevalidate: 600 }, null, 'public, max-age=0, stale-while-revalidate=600'],
  [{ ttl: 0, staleWhileRevalidate: 600 }, 599, ASK],
])('%j, %j: %s', (rule, remaining, header) => {
  expect(publicCacheControl(rule, remaining)).toBe(header)
})

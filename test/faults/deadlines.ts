import type { Deadlines } from '../../src/runtime/deadlines/deadline.ts'

/** As those of the service, but over in less than a second. In milliseconds. */
export const SHORT: Deadlines = {
  database: { glance: 150, request: 400, long: 600 },
  bucket: { ask: 400, send: 500, stream: 600 },
  kv: 300,
  queue: 300,
  images: 400,
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HostBucket, HostObject } from '../../src/hosts/host.ts'
import { createFolderBucket } from '../../src/hosts/node/bucket/folder-bucket.ts'
import { shareOfRuns } from '../harness/share.ts'
import { startBindings, type Workerd } from './workerd.ts'

/** Random operations on a bucket of each host, one after the other: they answer the same, and refuse the same. */
let workerd: Workerd
let folder: string
const buckets: HostBucket[] = []

beforeAll(async () => {
  workerd = await startBindings()
  folder = mkdtempSync(join(tmpdir(), 'lintel-bucket-'))
  buckets.push(
    workerd.bindings.BUCKET,
    createFolderBucket(folder, ({ message }) => expect.unreachable(message)),
  )
})
afterAll(async () => {
  await workerd.dispose()
  rmSync(folder, { recursive: true })
})

const KEYS = ['a', 'a/b', 'a/b/c', 'a.jpg', 'a.jpg/x', 'a-b', 'A', 'b', 'ä', '～', '😀', `${'l'.repeat(300)}/x`, 'con']
const key = fc.constantFrom(...KEYS)
const body = fc.constantFrom('', 'x', '0123456789', 'grüße')
const said = fc.record(
  {
    httpMetadata: fc.constantFrom({ contentType: 'image/png' }, { contentType: 'text/plain' }),
    customMetadata: fc.constantFrom({ by: 'Ümit' }, { a: 'b', c: '' }),
  },
  { requiredKeys: [] },
)
const number = fc.constantFrom(0, 1, 3, 5, 9, 10, 11, 100)

type Act = (bucket: HostBucket, prefix: string) => Promise<unknown>

const operation: fc.Arbitrary<readonly [told: string, act: Act]> = fc.oneof(
  fc
    .tuple(key, body, said)
    .map(
      ([name, text, options]) =>
        [
          `put ${name}`,
          async (bucket: HostBucket, at: string) => facts(await bucket.put(at + name, text, options)),
        ] as const,
    ),
  key.map(
    (name) => [`head ${name}`, async (bucket: HostBucket, at: string) => facts(await bucket.head(at + name))] as const,
  ),
  fc.tuple(key, fc.option(fc.record({ offset: number, length: number }))).map(
    ([name, range]) =>
      [
        `get ${name} ${JSON.stringify(range)}`,
        async (bucket: HostBucket, at: string) => {
          const object = await bucket.get(at + name, range ? { range } : {})
          return object && [facts(object), await new Response(object.body).text()]
        },
      ] as const,
  ),
  fc
    .uniqueArray(key, { maxLength: 3 })
    .map(
      (names) =>
        [`delete ${names}`, (bucket: HostBucket, at: string) => bucket.delete(names.map((name) => at + name))] as const,
    ),
  fc.tuple(fc.constantFrom('', 'a', 'a/', 'a.', 'none', 'a/b/'), fc.integer({ min: 1, max: 4 }), fc.boolean()).map(
    ([start, limit, all]) =>
      [
        `list ${start} ${limit}`,
        async (bucket: HostBucket, at: string) => {
          const pages: unknown[] = []
          for (let cursor: string | undefined; ; ) {
            const page = await bucket.list({
              prefix: at + start,
              limit,
              ...(cursor && { cursor }),
              ...(all && { include: ['httpMetadata', 'customMetadata'] }),
            })
            pages.push(
              page.objects.map((object: HostObject) => [object.key, object.size, ...(all ? [facts(object)] : [])]),
            )
            if (!page.truncated) return pages
            cursor = page.cursor
          }
        },
      ] as const,
  ),
  fc.tuple(key, body, said, fc.constantFrom('complete', 'abort', 'leave')).map(
    ([name, text, options, end]) =>
      [
        `upload ${name} ${end}`,
        async (bucket: HostBucket, at: string) => {
          const upload = await bucket.createMultipartUpload(at + name, options)
          const part = await upload.uploadPart(1, text)
          if (end === 'abort') await upload.abort()
          return end === 'complete' ? facts(await upload.complete([part])) : null
        },
      ] as const,
  ),
)

/** Description of an object, without the values that each host chooses. */
function facts(object: HostObject | null): unknown {
  if (object === null) return null
  const { key: name, size, httpMetadata = {}, customMetadata = {} } = object
  return { key: name, size, httpMetadata: { ...httpMetadata }, customMetadata: { ...customMetadata } }
}

async function outcome(act: Act, bucket: HostBucket, prefix: string): Promise<unknown> {
  try {
    return (await act(bucket, prefix)) ?? null
  } catch {
    return 'refused'
  }
}

let runs = 0

it('buckets of both hosts answer alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 25 }), async (operations) => {
      runs += 1
      const prefix = `run ${runs}/`
      for (const [told, act] of operations) {
        const [onWorkerd, onNode] = await Promise.all(buckets.map((bucket) => outcome(act, bucket, prefix)))
        expect([told, onNode]).toEqual([told, onWorkerd])
      }
    }),
    { numRuns: shareOfRuns(60), seed: 20261127 },
  )
})

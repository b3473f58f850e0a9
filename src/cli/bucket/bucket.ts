/** Files of an environment as commands reach them, wherever they are. Every call throws where the bucket refuses. */
export interface Bucket {
  /** A page of the objects whose keys begin so, in the order of keys; `null` for `cursor` is the first, or no further one. */
  list(wanted: PageWanted): Promise<BucketPage>
  /** The bytes of an object. @returns `null` where there is none */
  read(object: WantedObject): Promise<FoundObject | null>
  /** Stores an object, which is there as a whole or not at all. @returns its ETag, where it says something about the bytes */
  write(object: NewObject, bytes: AsyncIterable<Uint8Array>): Promise<string | null>
}

/** Object to read. What is known of its size saves a request. */
export type WantedObject = Pick<NewObject, 'key'> & Partial<Pick<BucketObject, 'size' | 'etag'>>

export interface FoundObject {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Facts that the list does not say. */
  readonly facts?: Pick<NewObject, 'contentType' | 'metadata'>
}

export interface PageWanted {
  readonly prefix: string
  readonly cursor: string | null
}

export interface BucketPage {
  readonly objects: readonly BucketObject[]
  readonly cursor: string | null
}

export interface NewObject {
  readonly key: string
  /** In bytes. */
  readonly size: number
  /** `null` where the list does not say it. */
  readonly contentType: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface BucketObject extends NewObject {
  /** Without quotes: an MD5 or a SHA-256 of the bytes, in hex, or what says nothing about them. */
  readonly etag: string
  /** In milliseconds since the epoch. */
  readonly uploadedAt: number
}

/** All objects of a bucket, in the order of their keys. */
export async function listWhole(bucket: Bucket): Promise<readonly BucketObject[]> {
  const objects: BucketObject[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: BucketPage = await bucket.list({ prefix: '', cursor: cursor ?? null })
    objects.push(...page.objects)
    cursor = page.cursor
  }
  return objects
}

/** Bytes that are held at once, of each object that is on its way. */
export const PART = 8 * 1024 * 1024

/** The same bytes in parts of `PART`; the last one may be shorter. There is at least one. */
export async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (size + rest.length > PART) {
      const room = PART - size
      yield Buffer.concat([...waiting, rest.subarray(0, room)])
      rest = rest.subarray(room)
      waiting = []
      size = 0
    }
    waiting.push(rest)
    size += rest.length
  }
  yield Buffer.concat(waiting)
}

/** Header in which the worker beside the local bucket is told what belongs to the bytes: a `NewObject`, as JSON. */
export const FACTS = 'x-object'

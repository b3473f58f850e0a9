/**
 * Files of an environment, as commands access them, wherever they are stored. Every method throws if the bucket refuses
 * the request.
 */
export interface Bucket {
  /**
   * Returns a page of the objects whose keys begin with the prefix, ordered by key. A `cursor` of `null` means
   * the first page; in the result, it means that there is no further page.
   */
  list(request: PageWanted): Promise<BucketPage>
  /** Reads an object. Returns `null` if there is no such object. */
  read(object: WantedObject): Promise<FoundObject | null>
  /** Stores an object, completely or not at all. Returns its ETag; `null` if the bucket itself checks the bytes. */
  write(object: NewObject, bytes: AsyncIterable<Uint8Array>): Promise<string | null>
}

/**
 * Object to read. If its size is known to be 0, an S3 bucket reads it without a range, since an empty object has no
 * ranges.
 */
export type WantedObject = Pick<NewObject, 'key'> & Partial<Pick<BucketObject, 'size' | 'etag'>>

export interface FoundObject {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Content type and metadata of the object, if lists do not contain them. */
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
  /** Size in bytes. */
  readonly size: number
  /** Media type; `null` if it is absent from the list. */
  readonly contentType: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface BucketObject extends NewObject {
  /** ETag without quotes: an MD5 or a SHA-256 of the bytes, in hex, or something that does not depend on the bytes. */
  readonly etag: string
  /** Time of the upload, in milliseconds since the epoch. */
  readonly uploadedAt: number
}

/** Lists all objects of a bucket, ordered by key. */
export async function listWhole(bucket: Bucket): Promise<readonly BucketObject[]> {
  const objects: BucketObject[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: BucketPage = await bucket.list({ prefix: '', cursor: cursor ?? null })
    objects.push(...page.objects)
    cursor = page.cursor
  }
  return objects
}

/** Size of a part, in bytes. A larger object in transfer is never in memory as a whole. */
export const PART = 8 * 1024 * 1024

/** Splits the bytes into parts of size `PART`; the last one may be shorter. There is at least one part. */
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

/** Header that carries the facts about an object to the worker of the local bucket: a `NewObject`, as JSON. */
export const FACTS = 'x-object'

import { createHash } from 'node:crypto'
import type { Output } from '../output.ts'
import type { Progress } from '../progress.ts'
import { type Bucket, type BucketObject, listWhole } from './bucket.ts'
import { type Digests, digestKind, isSame } from './same-bytes.ts'

export interface Copy {
  readonly from: Bucket
  readonly to: Bucket
  /** The bucket on this machine, either `from` or `to`. Bytes are read from it for comparison. */
  readonly local: Bucket
  /** True if objects whose bytes differ in the target are replaced. */
  readonly replace: boolean
}

/** Outcome of a copy. All numbers but `size` count objects. */
export interface Copied {
  readonly copied: number
  /** Size of the copied objects, in bytes. */
  readonly size: number
  /** Number of objects that the target already had with the same bytes. */
  readonly unchanged: number
  /** Objects that were not copied, each with a reason. */
  readonly problems: readonly CopyProblem[]
  /** True if the copy was abandoned after too many problems. */
  readonly isCutShort: boolean
}

export interface CopyProblem {
  readonly key: string
  readonly reason: string
}

/** Maximum number of objects that are copied at the same time. */
const AT_ONCE = 6
const ATTEMPTS = 3
/** Number of problems after which the copy is abandoned. */
const MOST_PROBLEMS = 20

/**
 * Copies every object that is missing in the target, and compares the others. Objects that differ are replaced or, if
 * `replace` is not set, reported. Nothing is deleted. Stops after `MOST_PROBLEMS` problems.
 */
export async function copyFiles(copy: Copy, output: Pick<Output, 'startProgress'>): Promise<Copied> {
  const objects = await listWhole(copy.from)
  const there = new Map((await listWhole(copy.to)).map((object) => [object.key, object]))
  const problems: CopyProblem[] = []
  const counts = { copied: 0, size: 0, unchanged: 0 }
  const progress = output.startProgress('files', objects.length)
  const one = async (object: BucketObject): Promise<void> => {
    const found = there.get(object.key)
    if (found && (await isSame(object, found, copy))) counts.unchanged += 1
    else if (found && !copy.replace) problems.push({ key: object.key, reason: 'another file has this key' })
    else {
      const reason = await tryToCopy(copy, object)
      if (reason !== null) problems.push({ key: object.key, reason })
      else {
        counts.copied += 1
        counts.size += object.size
      }
    }
    showDone(progress, counts, problems.length)
  }
  const waiting = objects.values()
  const work = async (): Promise<void> => {
    for (const object of waiting) {
      if (problems.length >= MOST_PROBLEMS) return
      await one(object)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  progress.end()
  const done = counts.copied + counts.unchanged + problems.length
  return { ...counts, problems, isCutShort: done < objects.length }
}

function showDone(
  progress: Progress,
  { copied, unchanged }: { copied: number; unchanged: number },
  failed: number,
): void {
  progress.show(copied + unchanged + failed, `${copied} copied, ${unchanged} already there`)
}

/**
 * Copies an object, in several attempts if necessary.
 * @returns the reason why the object was not copied; `null` if it was
 */
async function tryToCopy(copy: Copy, object: BucketObject): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await copyOne(copy, object)
      return null
    } catch (error) {
      if (attempt === ATTEMPTS) return reasonOf(error)
    }
  }
}

async function copyOne({ from, to }: Copy, object: BucketObject): Promise<void> {
  const found = await from.read(object)
  if (found === null) throw new Error('it was deleted in the meantime')
  const digests: Digests = { md5: '', sha256: '' }
  const etag = await to.write({ ...object, ...found.facts }, checked(found.bytes, object, digests))
  const kind = etag === null ? null : digestKind(etag)
  if (kind !== null && etag !== digests[kind]) throw new Error('the received bytes differ from those sent')
}

/**
 * Yields the bytes unchanged. Throws at the end if they do not match the size or the ETag of the object, so that
 * nothing is stored.
 */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { size, etag }: BucketObject,
  digests: Digests,
): AsyncGenerator<Uint8Array> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let count = 0
  for await (const chunk of bytes) {
    md5.update(chunk)
    sha256.update(chunk)
    count += chunk.length
    yield chunk
  }
  digests.md5 = md5.digest('hex')
  digests.sha256 = sha256.digest('hex')
  if (count !== size) throw new Error(`it has ${count} bytes instead of ${size}`)
  const kind = digestKind(etag)
  if (kind !== null && digests[kind] !== etag) throw new Error(`its bytes do not match its ${kind.toUpperCase()}`)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
}

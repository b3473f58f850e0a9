import type { Facts, Replacement } from './facts.ts'

/**
 * A request of an inspector, which reads a file from its first byte to its last: `read` returns bytes without passing
 * them on; `peek` returns bytes without consuming them; `copy` passes bytes on unread; `copyUntil` passes bytes on up
 * to, but not including, the first that has the given value; `skip` removes bytes; `emit` inserts bytes; `replace`
 * passes the given bytes on in place of the file's, followed by zeros up to the same number.
 */
export type Step =
  | { readonly kind: 'read'; readonly length: number }
  | { readonly kind: 'peek'; readonly length: number }
  | { readonly kind: 'copy'; readonly length: number }
  | { readonly kind: 'copyUntil'; readonly byte: number }
  | { readonly kind: 'skip'; readonly length: number }
  | { readonly kind: 'emit'; readonly bytes: Uint8Array }
  | { readonly kind: 'replace'; readonly length: number; readonly bytes: Uint8Array }

/**
 * Thrown if the structure of a file does not match its type, so that its picture and its metadata cannot be told apart.
 */
export class DamagedFile extends Error {}

/**
 * Reads facts from a file and decides which bytes are passed on. When an inspector returns, the rest of the file is
 * passed on unchanged (`rest: 'copy'`) or removed (`rest: 'skip'`). If a file is cut off, its inspector is never
 * resumed. Throws `DamagedFile` for data that it does not understand.
 */
export type Inspector = Generator<Step, { readonly rest: 'copy' | 'skip' }, Uint8Array>

/** Facts while they are being collected. */
export type Gathered = { -readonly [Fact in keyof Facts]: Facts[Fact] | undefined } & {
  /** True once some of the picture itself has been read. */
  hasPicture?: boolean
}

const NOTHING = new Uint8Array(0)

/** Reads bytes and passes them on. */
export function* pass(length: number): Generator<Step, Uint8Array, Uint8Array> {
  const bytes = yield { kind: 'read', length }
  yield { kind: 'emit', bytes }
  return bytes
}

/** An inspector that runs on a file that comes in chunks. */
export interface Filter {
  /** Takes the next chunk; returns the bytes that can be passed on so far. */
  push(chunk: Uint8Array): Uint8Array[]
  /** Returns the bytes that were received but are held back, because the inspector needs more. */
  remainder(): Uint8Array
  /** Tells whether bytes were removed or replaced. */
  hasRemoved(): boolean
  /** Tells whether the file ended inside a part that was being removed. */
  isRemoving(): boolean
}

/** Runs an inspector on a stream. It holds back only the bytes that the inspector reads at once. */
export function createFilter(inspector: Inspector): Filter {
  let buffered: Uint8Array = NOTHING
  let result = inspector.next()
  let remaining = lengthOf(result)
  let came = 0
  let went = 0
  let isReplaced = false

  const take = (length: number) => {
    const bytes = buffered.subarray(0, length)
    buffered = buffered.subarray(length)
    return bytes
  }
  const advance = (bytes: Uint8Array) => {
    result = inspector.next(bytes)
    remaining = lengthOf(result)
  }
  /** Does as much of the current step as possible; `false` if it needs more bytes first. */
  const work = (out: Uint8Array[]): boolean => {
    if (result.done) {
      const bytes = take(buffered.length)
      if (result.value.rest === 'copy') append(out, bytes)
      return false
    }
    const step = result.value
    if (step.kind === 'emit') {
      append(out, step.bytes)
      advance(NOTHING)
      return true
    }
    if (step.kind === 'read' || step.kind === 'peek') {
      if (buffered.length < step.length) return false
      advance(step.kind === 'read' ? take(step.length) : buffered.subarray(0, step.length))
      return true
    }
    if (buffered.length === 0 && remaining > 0) return false
    if (step.kind === 'copyUntil') {
      const found = buffered.indexOf(step.byte)
      const bytes = take(found === -1 ? buffered.length : found)
      append(out, bytes)
      if (found !== -1) advance(NOTHING)
      return found !== -1
    }
    const bytes = take(Math.min(remaining, buffered.length))
    if (step.kind === 'copy') append(out, bytes)
    if (step.kind === 'replace') isReplaced = true
    if (step.kind === 'replace') append(out, otherBytes(step.bytes, step.length - remaining, bytes.length))
    remaining -= bytes.length
    if (remaining === 0) advance(NOTHING)
    return remaining === 0 || buffered.length > 0
  }
  return {
    push: (chunk) => {
      buffered = buffered.length === 0 ? chunk : join(buffered, chunk)
      came += chunk.length
      const out: Uint8Array[] = []
      while (work(out));
      for (const bytes of out) went += bytes.length
      return out
    },
    remainder: () => buffered,
    hasRemoved: () => isReplaced || came - buffered.length !== went,
    isRemoving: () =>
      !result.done && remaining > 0 && (result.value.kind === 'skip' || result.value.kind === 'replace'),
  }
}

/** Returns a range of `length` replacement bytes, starting at `start`: `bytes`, followed by zeros. */
function otherBytes(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const others = new Uint8Array(length)
  others.set(bytes.subarray(start, start + length))
  return others
}

/**
 * Runs an inspector on a stored file, reading only the bytes that it requests.
 * @returns the ranges that must not be served as stored
 */
export async function inspectAt(
  inspector: Inspector,
  size: number,
  readAt: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<readonly Replacement[]> {
  const window = createWindow(size, readAt)
  const replaced: Replacement[] = []
  let offset = 0
  let result = inspector.next()
  while (!result.done) {
    const step = result.value
    let bytes: Uint8Array = NOTHING
    if (step.kind === 'copyUntil') break // what follows is not a header
    if (step.kind === 'read' || step.kind === 'peek') {
      bytes = await window(offset, step.length)
      if (bytes.length < step.length) break
    }
    if (step.kind === 'replace') {
      const length = Math.min(step.length, size - offset)
      if (length > 0) replaced.push({ offset, length, text: String.fromCharCode(...step.bytes) })
    }
    if (step.kind !== 'emit' && step.kind !== 'peek') offset += step.length
    if (offset > size) break
    result = inspector.next(bytes)
  }
  return replaced
}

/** Number of bytes that are fetched at once, so that several small headers take one request. */
const WINDOW = 65_536

function createWindow(size: number, readAt: (offset: number, length: number) => Promise<Uint8Array>) {
  let start = 0
  let window: Uint8Array = NOTHING
  return async (offset: number, length: number): Promise<Uint8Array> => {
    if (offset + length > size) return NOTHING
    if (offset < start || offset + length > start + window.length) {
      window = await readAt(offset, Math.min(Math.max(WINDOW, length), size - offset))
      start = offset
    }
    return window.subarray(offset - start, offset - start + length)
  }
}

function lengthOf(result: IteratorResult<Step, unknown>): number {
  if (result.done) return 0
  const { value } = result
  return value.kind === 'emit' ? 0 : value.kind === 'copyUntil' ? Number.POSITIVE_INFINITY : value.length
}

/** Appends bytes; if they directly follow the last chunk in the same memory, joins both. */
function append(out: Uint8Array[], bytes: Uint8Array): void {
  if (bytes.length === 0) return
  const last = out.at(-1)
  if (last && last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
    out[out.length - 1] = new Uint8Array(last.buffer, last.byteOffset, last.length + bytes.length)
  } else out.push(bytes)
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

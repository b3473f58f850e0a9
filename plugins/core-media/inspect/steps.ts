import type { Facts, Replacement } from './facts.ts'

/**
 * Next request of an inspector, which walks through a file from its first byte to its last: `read` hands it bytes,
 * which are not passed on by themselves; `peek` hands it bytes and leaves them where they are; `copy` passes bytes on
 * unseen; `copyUntil` passes bytes on up to, not including, the first of that value; `skip` removes bytes; `emit`
 * inserts bytes; `replace` passes others on in place of bytes: those given, then zeros, as many as there were.
 */
export type Step =
  | { readonly kind: 'read'; readonly length: number }
  | { readonly kind: 'peek'; readonly length: number }
  | { readonly kind: 'copy'; readonly length: number }
  | { readonly kind: 'copyUntil'; readonly byte: number }
  | { readonly kind: 'skip'; readonly length: number }
  | { readonly kind: 'emit'; readonly bytes: Uint8Array }
  | { readonly kind: 'replace'; readonly length: number; readonly bytes: Uint8Array }

/** A file that is not built as its type is: what of it is picture and what is metadata cannot be told. */
export class DamagedFile extends Error {}

/**
 * Reads facts from a file and says what of it goes on. It ends where only what is left of the file remains: that goes on
 * as it is (`rest: 'copy'`), or not at all (`rest: 'skip'`). A file that ends too early just ends it. It throws `DamagedFile` where
 * it does not know what it sees.
 */
export type Inspector = Generator<Step, { readonly rest: 'copy' | 'skip' }, Uint8Array>

/** Facts while they are gathered. */
export type Gathered = { -readonly [Fact in keyof Facts]: Facts[Fact] | undefined } & {
  /** True once something of the picture itself has come. */
  hasPicture?: boolean
}

const NOTHING = new Uint8Array(0)

/** Asks for bytes and lets them go on. */
export function* pass(length: number): Generator<Step, Uint8Array, Uint8Array> {
  const bytes = yield { kind: 'read', length }
  yield { kind: 'emit', bytes }
  return bytes
}

/** An inspector at work on a file that comes in chunks. */
export interface Filter {
  /** Takes the next chunk; gives what goes on of what has come so far. */
  push(chunk: Uint8Array): Uint8Array[]
  /** Bytes that have come and are still held back, because the inspector waits for more. */
  held(): Uint8Array
  /** Tells whether bytes were taken out, or others put in their place. */
  hasRemoved(): boolean
  /** Tells whether the file ended within a part that was being taken out. */
  isRemoving(): boolean
}

/** Drives an inspector along a stream. It holds back no more than what the inspector reads at once. */
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
  /** Does what can be done of the current step; `false` when more bytes must come first. */
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
    held: () => buffered,
    hasRemoved: () => isReplaced || came - buffered.length !== went,
    isRemoving: () =>
      !result.done && remaining > 0 && (result.value.kind === 'skip' || result.value.kind === 'replace'),
  }
}

/** A stretch of `length` bytes in place of which others stand: `bytes`, then zeros. */
function otherBytes(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const others = new Uint8Array(length)
  others.set(bytes.subarray(start, start + length))
  return others
}

/**
 * Drives an inspector along a stored file, reading only what it asks for.
 * @returns what must not be served of it as it is stored
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
    if (step.kind === 'copyUntil') break // what lies beyond is no header
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

/** Bytes that are fetched at once, so that small headers in a row are one request. */
const WINDOW = 65_536

function createWindow(size: number, readAt: (offset: number, length: number) => Promise<Uint8Array>) {
  let start = 0
  let held: Uint8Array = NOTHING
  return async (offset: number, length: number): Promise<Uint8Array> => {
    if (offset + length > size) return NOTHING
    if (offset < start || offset + length > start + held.length) {
      held = await readAt(offset, Math.min(Math.max(WINDOW, length), size - offset))
      start = offset
    }
    return held.subarray(offset - start, offset - start + length)
  }
}

function lengthOf(result: IteratorResult<Step, unknown>): number {
  if (result.done) return 0
  const { value } = result
  return value.kind === 'emit' ? 0 : value.kind === 'copyUntil' ? Number.POSITIVE_INFINITY : value.length
}

/** Appends bytes, as one chunk with the last one where they follow it in the same memory. */
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

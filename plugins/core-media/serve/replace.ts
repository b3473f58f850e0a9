import type { Replacement } from '../inspect/facts.ts'
import type { ByteRange } from '../storage/storage.ts'

/** A stream with a known length, so that the response keeps its `Content-Length` (workerd). */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/** Replaces the bytes of a body that must not be served as stored. The length stays the same. */
export function replaceIn(
  body: ReadableStream<Uint8Array>,
  { offset, length }: ByteRange,
  replaced: readonly Replacement[],
): ReadableStream<Uint8Array> {
  const within = replaced.filter((one) => overlaps(one, offset, length))
  if (within.length === 0) return body
  let position = offset
  const transform = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const touched = within.filter((one) => overlaps(one, position, chunk.length))
      controller.enqueue(touched.length === 0 ? chunk : withOthers(chunk, position, touched))
      position += chunk.length
    },
  })
  return body.pipeThrough(transform).pipeThrough(new FixedLengthStream(length))
}

function overlaps(one: Replacement, offset: number, length: number): boolean {
  return one.offset < offset + length && one.offset + one.length > offset
}

function withOthers(chunk: Uint8Array, position: number, replaced: readonly Replacement[]): Uint8Array {
  const bytes = chunk.slice()
  for (const { offset, length, text } of replaced) {
    const start = Math.max(offset - position, 0)
    bytes.fill(0, start, offset + length - position)
    for (let index = position + start - offset; index < text.length; index += 1) {
      const target = offset + index - position
      if (target < bytes.length) bytes[target] = text.charCodeAt(index)
    }
  }
  return bytes
}

import { Buffer } from 'node:buffer'

/** Maximum length of a part's head, in bytes: the parser refuses longer ones. */
const MAX_HEAD = 16 * 1024
const LINE_END = '\r\n'
const RETURN = 0x0d

/**
 * Splits a form into other chunks, so that each delimiter is in one chunk with everything that the parser reads at
 * once: the part's head, or the two hyphens at the form's end. Holds back only these bytes.
 * @param contentType type of the form, which names the boundary
 */
export async function* wholeHeads(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const delimiter = `${LINE_END}--${boundaryOf(contentType)}`
  // The first delimiter has no line break before it; with this one added, it is like all others.
  let tail: Buffer = Buffer.from(LINE_END)
  let added = tail.length
  for await (const chunk of body) {
    const whole = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const bytes = tail.length === 0 ? whole : Buffer.concat([tail, whole])
    const cut = cutOf(bytes, delimiter)
    if (cut > added) {
      yield bytes.subarray(added, cut)
      added = 0
      tail = bytes.subarray(cut)
    } else tail = bytes
  }
  if (tail.length > added) yield tail.subarray(added)
}

/** Returns the position at which the bytes that must not be split begin; the length of the bytes if there are none. */
function cutOf(bytes: Buffer, delimiter: string): number {
  const last = bytes.lastIndexOf(delimiter, undefined, 'latin1')
  if (last !== -1 && !isWhole(bytes.subarray(last + delimiter.length))) return last
  for (let at = Math.max(0, bytes.length - delimiter.length + 1); at < bytes.length; at += 1) {
    if (bytes[at] === RETURN && delimiter.startsWith(bytes.toString('latin1', at))) return at
  }
  return bytes.length
}

/** Tells whether the bytes contain everything that the parser reads at once after a delimiter. */
function isWhole(rest: Buffer): boolean {
  return rest.length > MAX_HEAD || rest.toString('latin1', 0, 2) === '--' || rest.includes(LINE_END + LINE_END)
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare = ''] = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(contentType) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}

import { Buffer } from 'node:buffer'

/** Longest head of a part, in bytes: the parser refuses longer ones. */
const MAX_HEAD = 16 * 1024
const LINE_END = '\r\n'
const RETURN = 0x0d

/**
 * A form's chunks, cut elsewhere: a delimiter comes in one chunk with all that the parser reads at once, the part's
 * head or the two hyphens of the form's end. It holds back as much as that at most.
 * @param contentType of the form, which names the boundary
 */
export async function* wholeHeads(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const delimiter = `${LINE_END}--${boundaryOf(contentType)}`
  // The first delimiter has no line before it: with one it is like the others.
  let held: Buffer = Buffer.from(LINE_END)
  let added = held.length
  for await (const chunk of body) {
    const whole = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const bytes = held.length === 0 ? whole : Buffer.concat([held, whole])
    const cut = cutOf(bytes, delimiter)
    if (cut > added) {
      yield bytes.subarray(added, cut)
      added = 0
      held = bytes.subarray(cut)
    } else held = bytes
  }
  if (held.length > added) yield held.subarray(added)
}

/** Beginning of what must not be parted; the end where nothing does. */
function cutOf(bytes: Buffer, delimiter: string): number {
  const last = bytes.lastIndexOf(delimiter, undefined, 'latin1')
  if (last !== -1 && !isWhole(bytes.subarray(last + delimiter.length))) return last
  for (let at = Math.max(0, bytes.length - delimiter.length + 1); at < bytes.length; at += 1) {
    if (bytes[at] === RETURN && delimiter.startsWith(bytes.toString('latin1', at))) return at
  }
  return bytes.length
}

/** Tells whether all is there that the parser reads at once of what follows a delimiter. */
function isWhole(rest: Buffer): boolean {
  return rest.length > MAX_HEAD || rest.toString('latin1', 0, 2) === '--' || rest.includes(LINE_END + LINE_END)
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare = ''] = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(contentType) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}

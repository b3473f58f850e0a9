import { fileTypeFromBuffer } from 'file-type'
import { type MediaTypeName, mediaTypeNamed } from './media-types.ts'

/** Length of a file's beginning that tells its type, in bytes. */
export const HEAD_SIZE = 4100

/**
 * The type of a file by its first bytes, whatever its name or its sender says; `undefined` where it is none that the
 * library knows.
 * @param claimed the type the sender gives: it tells old Word documents from other compound files, and text from nothing
 */
export async function detectType(
  head: Uint8Array,
  claimed: MediaTypeName | undefined,
): Promise<MediaTypeName | undefined> {
  const found = await fileTypeFromBuffer(head)
  if (found?.mime === 'application/x-cfb') return claimed === 'application/msword' ? claimed : undefined
  if (found && found.mime !== 'application/xml') return mediaTypeNamed(found.mime)
  const text = readText(head)
  if (text === null) return undefined
  if (isSvg(text)) return 'image/svg+xml'
  return claimed === 'text/plain' ? claimed : undefined
}

/** The text that the bytes are; `null` where they are none. A character cut off at the end is let pass. */
function readText(head: Uint8Array): string | null {
  if (head.length === 0 || head.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}

/**
 * Tells whether the root element is `svg`: a declaration, comments and one doctype may stand before it. Every character
 * is looked at once: a part that does not end is no SVG, and nothing is tried again from further on.
 */
function isSvg(text: string): boolean {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let hasDoctype = false
  for (;;) {
    at = skipSpace(text, at)
    if (text.startsWith('<!--', at)) at = endOf(text, '-->', at + 4)
    else if (text.startsWith('<?', at)) at = endOf(text, '?>', at + 2)
    else if (!hasDoctype && text.slice(at, at + DOCTYPE.length).toUpperCase() === DOCTYPE) {
      at = endOfDoctype(text, at + DOCTYPE.length)
      hasDoctype = true
    } else return ROOT.test(text.slice(at, at + LONGEST_ROOT))
  }
}

const DOCTYPE = '<!DOCTYPE'
/** Of the root element's tag no more is looked at: a prefix, the name and what ends it. */
const LONGEST_ROOT = 64
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/i

function skipSpace(text: string, from: number): number {
  let at = from
  while (SPACE.has(text.charCodeAt(at))) at += 1
  return at
}

/** Tab, line feed, carriage return and space (XML 1.0, section 2.3). */
const SPACE: ReadonlySet<number> = new Set([9, 10, 13, 32])

/** Behind the next such text; at the end where there is none. */
function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found === -1 ? text.length : found + end.length
}

/** `>` and `[`. */
const ENDS: ReadonlySet<number> = new Set([0x3e, 0x5b])

/** A doctype may hold declarations in brackets, which have `>` in them. */
function endOfDoctype(text: string, from: number): number {
  let at = from
  while (at < text.length && !ENDS.has(text.charCodeAt(at))) at += 1
  return endOf(text, '>', text[at] === '[' ? endOf(text, ']', at) : at)
}

import { fileTypeFromBuffer } from 'file-type'
import { type MediaTypeName, mediaTypeNamed } from './media-types.ts'

/** Number of bytes at the beginning of a file that are enough to detect its type. */
export const HEAD_SIZE = 4100

/**
 * Detects the type of a file from its first bytes, whatever its name or sender claims; `undefined` for a type that the
 * library does not support.
 * @param claimed the type that the sender claims: it distinguishes old Word documents from other compound files, and
 * text from unknown data
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

/** Decodes the bytes as text; `null` if they are not text. An incomplete character at the end is ignored. */
function readText(head: Uint8Array): string | null {
  if (head.length === 0 || head.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}

/**
 * Tells whether the root element is `svg`: a declaration, comments and one doctype may come before it. Every character
 * is read only once: if a part does not end, the text is not SVG, and the search does not start again after it.
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
/** Maximum number of characters of the root element's tag that are read: a prefix, the name and its end. */
const LONGEST_ROOT = 64
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/i

function skipSpace(text: string, from: number): number {
  let at = from
  while (SPACE.has(text.charCodeAt(at))) at += 1
  return at
}

/** Tab, line feed, carriage return and space (XML 1.0, section 2.3). */
const SPACE: ReadonlySet<number> = new Set([9, 10, 13, 32])

/** Returns the position after the next occurrence of `end`; the end of the text if there is none. */
function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found === -1 ? text.length : found + end.length
}

/** Character codes of `>` and `[`. */
const ENDS: ReadonlySet<number> = new Set([0x3e, 0x5b])

/** Returns the position after a doctype, which may contain declarations in brackets, with `>` in them. */
function endOfDoctype(text: string, from: number): number {
  let at = from
  while (at < text.length && !ENDS.has(text.charCodeAt(at))) at += 1
  return endOf(text, '>', text[at] === '[' ? endOf(text, ']', at) : at)
}

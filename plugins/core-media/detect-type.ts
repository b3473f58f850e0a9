import { fileTypeFromBuffer } from 'file-type'
import { type MediaTypeName, mediaTypeNamed } from './media-types.ts'

/** How much of a file's beginning tells its type, in bytes. */
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

/** Whether the root element is `svg`: what may stand before it is a declaration, a doctype, comments. */
function isSvg(text: string): boolean {
  const root = text
    .replace(/^\uFEFF/, '')
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?[^>]*>/gi, '')
  return /^\s*<(?:[\w-]+:)?svg[\s>/]/i.test(root)
}

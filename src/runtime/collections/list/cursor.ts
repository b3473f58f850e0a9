import { HttpError } from '../../common/errors.ts'
import type { SqlValue } from '../../database/database.ts'
import { t } from '../../messages/messages.ts'

/** The place of a document in a list, and the list it belongs to. */
export interface Cursor {
  /** The number of the page that begins after it, or that ends before it. */
  readonly page: number
  /** The document's value for each key of the order. */
  readonly after: readonly SqlValue[]
  /** The page ends before the document. Default `false`. */
  readonly isBackward?: boolean
}

/** @param question what the cursor is good for: order and conditions of the list */
export function writeCursor({ page, after, isBackward = false }: Cursor, question: string): string {
  return toBase64Url(JSON.stringify([question, isBackward ? -page : page, ...after]))
}

/** Type of a sort key's values. */
export interface CursorKey {
  readonly type: 'string' | 'number'
  readonly nullable: boolean
}

/** The key that every order ends with. */
export const ID_KEY: CursorKey = { type: 'string', nullable: false }

/**
 * Reads a cursor back: text like any other that callers send.
 * @param keys those of the order
 * @throws HttpError `invalid_query` for one that is none, or that another query gave
 */
export function readCursor(text: string, question: string, keys: readonly CursorKey[]): Cursor {
  const parts = parseParts(text)
  if (parts === null) throw new HttpError('invalid_query', t('cursor is malformed: use a value of nextCursor.'))
  const [asked, page, ...after] = parts
  const isOurs = asked === question && isPage(page) && after.length === keys.length
  if (!isOurs || !after.every((value, index): value is SqlValue => isHeld(value, keys[index]))) {
    throw new HttpError('invalid_query', t('cursor belongs to another query: sort and conditions must stay the same.'))
  }
  return { page: Math.abs(page), after, isBackward: page < 0 }
}

/** Below zero for a page that ends before the document. */
function isPage(value: unknown): value is number {
  return Number.isSafeInteger(value) && value !== 0
}

function isHeld(value: unknown, key: CursorKey | undefined): boolean {
  if (value === null) return key?.nullable === true
  return typeof value === key?.type && (typeof value !== 'number' || Number.isFinite(value))
}

function parseParts(text: string): unknown[] | null {
  if (!/^[\w-]{1,8192}$/.test(text)) return null
  try {
    const parts: unknown = JSON.parse(fromBase64Url(text))
    return Array.isArray(parts) ? parts : null
  } catch {
    return null // any text can be sent as a cursor
  }
}

/** Letters of more than one byte: what has none is not encoded first, which takes most of the time. */
const NOT_ASCII = /[^ -~]/

function toBase64Url(text: string): string {
  const bytes = NOT_ASCII.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

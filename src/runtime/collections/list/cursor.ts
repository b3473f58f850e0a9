import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { SqlValue } from '../../database/database.ts'

/** Position of a document in a list, together with the list to which it belongs. */
export interface Cursor {
  /** Number of the page that begins after the document, or ends before it. */
  readonly page: number
  /** The document's value for each key of the order. */
  readonly after: readonly SqlValue[]
  /** True if the page ends before the document. Default `false`. */
  readonly isBackward?: boolean
}

/**
 * Writes a cursor as text for responses.
 * @param list what the cursor is valid for: order and conditions of the list
 */
export function writeCursor({ page, after, isBackward = false }: Cursor, list: string): string {
  return toBase64Url(JSON.stringify([list, isBackward ? -page : page, ...after]))
}

/** Type of a sort key's values. */
export interface CursorKey {
  readonly type: 'string' | 'number'
  readonly nullable: boolean
}

/** Sort key at the end of every order. */
export const ID_KEY: CursorKey = { type: 'string', nullable: false }

/**
 * Parses a cursor, which is untrusted text from callers.
 * @param keys keys of the order
 * @throws HttpError `invalid_query` if the text is not a cursor, or belongs to another query
 */
export function readCursor(text: string, list: string, keys: readonly CursorKey[]): Cursor {
  const parts = parseParts(text)
  if (parts === null) throw new HttpError('invalid_query', t('cursor is malformed: use a value of nextCursor.'))
  const [key, page, ...after] = parts
  const isOurs = key === list && isPage(page) && after.length === keys.length
  if (!isOurs || !after.every((value, index): value is SqlValue => isHeld(value, keys[index]))) {
    throw new HttpError('invalid_query', t('cursor belongs to another query: sort and conditions must stay the same.'))
  }
  return { page: Math.abs(page), after, isBackward: page < 0 }
}

/** Tells whether a value is a page number, which is negative if the page ends before the document. */
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
    return null // callers can send any text as a cursor
  }
}

/**
 * Matches characters other than printable ASCII. Text without such characters need not be encoded, which takes most of
 * the time.
 */
const NOT_ASCII = /[^ -~]/

function toBase64Url(text: string): string {
  const bytes = NOT_ASCII.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

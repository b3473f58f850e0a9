import type { DocumentRow } from '../document/row.ts'
import type { View } from './view.ts'

/** Property of a row with pending changes, which `If-Match` compares. No field has this name. */
export const REVISION = '@revision'

/**
 * Returns the strong ETag of a document as one caller sees it: `"v3-m2x9k1-8f3kq2"`. The first two parts are the
 * document's version and the time of its last change, which `If-Match` compares; the last part differs between
 * representations.
 */
export function documentTag(row: DocumentRow, view: View, variant: string): string {
  const pending = row.hasDraft === undefined ? '' : `|${row.hasDraft}|${row.scheduledAt}|${row.version}`
  return `"${revision(row)}-${hash(`${view.signature}|${variant}|${row.status}|${row.publishedAt}${pending}`)}"`
}

/** Returns the strong ETag of a list. It changes with the documents in the list, their order, and the total. */
export function listTag(rows: readonly DocumentRow[], view: View, variant: string): string {
  let text = `${view.signature}|${variant}`
  for (const row of rows) text += `|${row.id}${row.version}.${row.updatedAt}${row.status}${row.hasDraft ?? ''}`
  return `"${hash(text)}"`
}

/** Returns the strong ETag of other responses, a hash of their text. */
export function textTag(text: string): string {
  return `"${hash(text)}"`
}

/**
 * Tells whether `If-None-Match` contains a tag, so that the caller already has this representation (RFC 9110, section
 * 13.1.2).
 */
export function isCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return tagsOf(ifNoneMatch).some((candidate) => candidate === tag)
}

/**
 * Tells whether `If-Match` allows a change to a document in this state; weak tags never do (RFC 9110, section 13.1.1).
 */
export function allowsChange(ifMatch: string | undefined, row: DocumentRow): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  const start = `"${revision(row)}-`
  return ifMatch.split(',').some((candidate) => candidate.trim().startsWith(start))
}

/**
 * Returns the part that `If-Match` compares. For a document with pending changes, it is the state of these changes,
 * because the published document may change in the meantime.
 */
function revision(row: DocumentRow): string {
  const pending = row[REVISION]
  return typeof pending === 'string' ? pending : liveRevision(row.version, row.updatedAt)
}

function liveRevision(version: number, updatedAt: number): string {
  return `v${version}-${updatedAt.toString(36)}`
}

/** Returns the value of `REVISION`. */
export function revisionOf(revision: number, updatedAt: number): string {
  return `d${revision}-${updatedAt.toString(36)}`
}

/**
 * Returns an `If-Match` value for a document of which only the row in a list has been read.
 * @param updatedAt milliseconds since the epoch
 */
export function revisionTag(version: number, updatedAt: number): string {
  return `"${liveRevision(version, updatedAt)}-list"`
}

/**
 * Returns the tags in a header, without the prefix of weak tags: `If-None-Match` compares `W/"x"` as equal to `"x"`.
 */
function tagsOf(header: string): string[] {
  return header.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
}

/** Returns a 53-bit hash of a string in base 36 (cyrb53). The hash distinguishes strings, but is not secure. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

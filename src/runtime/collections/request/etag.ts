import type { DocumentRow } from '../document/row.ts'
import type { View } from './view.ts'

/** Property of a row with pending changes: what `If-Match` compares of them. No field is called that. */
export const REVISION = '@revision'

/**
 * The strong ETag of a document as one caller sees it: `"v3-m2x9k1-8f3kq2"`. Its first two parts are the document's
 * version and the time of its last change, which `If-Match` compares; the last tells representations apart.
 */
export function documentTag(row: DocumentRow, view: View, variant: string): string {
  const pending = row.hasDraft === undefined ? '' : `|${row.hasDraft}|${row.scheduledAt}|${row.version}`
  return `"${revision(row)}-${hash(`${view.signature}|${variant}|${row.status}|${row.publishedAt}${pending}`)}"`
}

/** The strong ETag of a list: changes when any document in it, their order or the total does. */
export function listTag(rows: readonly DocumentRow[], view: View, variant: string): string {
  let text = `${view.signature}|${variant}`
  for (const row of rows) text += `|${row.id}${row.version}.${row.updatedAt}${row.status}${row.hasDraft ?? ''}`
  return `"${hash(text)}"`
}

/** The strong ETag of an answer that is no document of today: what it says. */
export function textTag(text: string): string {
  return `"${hash(text)}"`
}

/**
 * Tells whether `If-None-Match` holds a tag: the caller has this representation already (RFC 9110, section 13.1.2).
 */
export function isCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return tagsOf(ifNoneMatch).some((candidate) => candidate === tag)
}

/**
 * Tells whether `If-Match` allows a change of a document in this state; weak tags never do (RFC 9110, section 13.1.1).
 */
export function allowsChange(ifMatch: string | undefined, row: DocumentRow): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  const start = `"${revision(row)}-`
  return ifMatch.split(',').some((candidate) => candidate.trim().startsWith(start))
}

/** Pending changes move by themselves: what is published may change meanwhile. */
function revision(row: DocumentRow): string {
  const pending = row[REVISION]
  return typeof pending === 'string' ? pending : liveRevision(row.version, row.updatedAt)
}

function liveRevision(version: number, updatedAt: number): string {
  return `v${version}-${updatedAt.toString(36)}`
}

/** Value of `REVISION`. */
export function revisionOf(revision: number, updatedAt: number): string {
  return `d${revision}-${updatedAt.toString(36)}`
}

/**
 * An `If-Match` for a document of which only a line of a list was read.
 * @param updatedAt milliseconds since the epoch
 */
export function revisionTag(version: number, updatedAt: number): string {
  return `"${liveRevision(version, updatedAt)}-list"`
}

/** `If-None-Match` compares weakly: `W/"x"` is as good as `"x"`. */
function tagsOf(header: string): string[] {
  return header.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
}

/** 53 bits of a text, base 36 (cyrb53): tells apart, does not protect. */
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

import type { RequestContext } from 'lintel/kit'
import type { StoredObject } from '../storage/storage.ts'

type Validators = Pick<StoredObject, 'etag' | 'uploadedAt'>

/** Tells whether the caller's copy is up to date (RFC 9110, section 13.2.2). */
export function isUnchanged(c: RequestContext, { etag, uploadedAt }: Validators): boolean {
  const tags = c.req.header('if-none-match')
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  return !Number.isNaN(since) && wholeSeconds(uploadedAt) <= since
}

/** Tells whether a `Range` applies: it does not if `If-Range` names another version of the file. */
export function rangeApplies(c: RequestContext, { etag, uploadedAt }: Validators): boolean {
  const condition = c.req.header('if-range')?.trim()
  if (condition === undefined) return true
  return condition.includes('"') ? condition === etag : Date.parse(condition) === wholeSeconds(uploadedAt)
}

/** Rounds a time down to seconds: dates in HTTP have no milliseconds. */
function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000
}

import * as z from 'zod'

/**
 * State of a document before an action, and its version after it. Together they suffice to undo the action. Times are
 * milliseconds since the epoch.
 */
export interface Mark {
  readonly id: string
  /**
   * Version and time after the action, as an ETag begins: `v3-m2x9k1`, for pending changes `d3-m2x9k1`. Empty for a
   * document in the trash.
   */
  readonly after: string
  readonly before: Before
}

/** State that an undo restores. */
export type Before =
  | { readonly kind: 'draft' | 'published'; readonly publishedAt: number | null }
  /** `isPublic`: the action has published the document, so an undo makes it a draft first. */
  | { readonly kind: 'scheduled'; readonly scheduledAt: number; readonly isPublic: boolean }
  /**
   * The document was published with other fields. Its current fields were its pending changes, to be published at
   * `scheduledAt`.
   */
  | { readonly kind: 'withdrawn'; readonly publishedAt: number | null; readonly scheduledAt: number | null }
  | { readonly kind: 'pending'; readonly scheduledAt: number | null }
  /** The document had pending changes, of which only the scheduled time has changed. */
  | { readonly kind: 'time'; readonly scheduledAt: number | null }
  /** The document had pending changes, which the history contains as `version`. */
  | { readonly kind: 'discarded'; readonly version: string; readonly scheduledAt: number | null }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'inTrash' }

/** Schema of a mark as text: `<id>.<after>.<letter><particulars>`. */
export const markText = z.string().max(200)

/** Writes a mark as text for an address. */
export function writeMark({ id, after, before }: Mark): string {
  return `${id}.${after}.${writeBefore(before)}`
}

function writeBefore(before: Before): string {
  switch (before.kind) {
    case 'draft':
      return `d${writeTime(before.publishedAt)}`
    case 'published':
      return `p${writeTime(before.publishedAt)}`
    case 'scheduled':
      return `${before.isPublic ? 'S' : 's'}${writeTime(before.scheduledAt)}`
    case 'withdrawn':
      return `w${writeTime(before.publishedAt)}.${writeTime(before.scheduledAt)}`
    case 'pending':
      return `c${writeTime(before.scheduledAt)}`
    case 'time':
      return `t${writeTime(before.scheduledAt)}`
    case 'discarded':
      return `g${writeTime(before.scheduledAt)}.${before.version}`
    case 'deleted':
      return 'x'
    case 'inTrash':
      return 'r'
  }
}

/** Parses a mark; returns `null` if the text is not a mark. */
export function readMark(text: string): Mark | null {
  const [, id, after, letter, first = '', rest = ''] =
    /^([\w-]{1,64})\.((?:[vd]\d+-[0-9a-z]+)?)\.([a-zA-Z])(-?[0-9a-z]*)(?:\.(.*))?$/.exec(text) ?? []
  if (id === undefined || after === undefined) return null
  const before = readBefore(letter, first, rest)
  return before && { id, after, before }
}

function readBefore(letter: string | undefined, first: string, rest: string): Before | null {
  const time = readTime(first)
  switch (letter) {
    case 'd':
      return { kind: 'draft', publishedAt: time }
    case 'p':
      return { kind: 'published', publishedAt: time }
    case 's':
    case 'S':
      return time === null ? null : { kind: 'scheduled', scheduledAt: time, isPublic: letter === 'S' }
    case 'w':
      return { kind: 'withdrawn', publishedAt: time, scheduledAt: readTime(rest) }
    case 'c':
      return { kind: 'pending', scheduledAt: time }
    case 't':
      return { kind: 'time', scheduledAt: time }
    case 'g':
      return /^\d+\.\d+$/.test(rest) ? { kind: 'discarded', version: rest, scheduledAt: time } : null
    case 'x':
      return { kind: 'deleted' }
    case 'r':
      return { kind: 'inTrash' }
    default:
      return null
  }
}

/** Returns the beginning of an ETag, which differs between versions; empty if there is no ETag. */
export function afterOf(etag: string | null | undefined): string {
  return /^"([vd]\d+-[0-9a-z]+)-/.exec(etag ?? '')?.[1] ?? ''
}

/** Returns an `If-Match` for the version after the action. */
export function matchOf({ after }: Mark): string {
  return `"${after}-undo"`
}

/** Converts a time of the API to milliseconds. */
export function timeOf(text: unknown): number | null {
  return typeof text === 'string' ? Date.parse(text) : null
}

/** Converts milliseconds to a time for the API. */
export function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function writeTime(time: number | null): string {
  return time === null ? '' : time.toString(36)
}

function readTime(text: string): number | null {
  const time = Number.parseInt(text, 36)
  return Math.abs(time) <= LAST_TIME ? time : null
}

/** Maximum number of milliseconds in a `Date`. */
const LAST_TIME = 8.64e15

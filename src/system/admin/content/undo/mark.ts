import * as z from 'zod'

/** State of a document before an action, and what the action left: enough to put it back. Times are milliseconds. */
export interface Mark {
  readonly id: string
  /**
   * Version and time that the action left, as an ETag begins: `v3-m2x9k1`, of pending changes `d3-m2x9k1`. Empty for a
   * document in the trash.
   */
  readonly after: string
  readonly before: Before
}

/** State to which a document goes back. */
export type Before =
  | { readonly kind: 'draft' | 'published'; readonly publishedAt: number | null }
  /** `isPublic`: it has been published since, and becomes a draft first. */
  | { readonly kind: 'scheduled'; readonly scheduledAt: number; readonly isPublic: boolean }
  /** Was published with other fields: what it has now were its pending changes, to be published at `scheduledAt`. */
  | { readonly kind: 'withdrawn'; readonly publishedAt: number | null; readonly scheduledAt: number | null }
  | { readonly kind: 'pending'; readonly scheduledAt: number | null }
  /** Time of pending changes that stayed. */
  | { readonly kind: 'time'; readonly scheduledAt: number | null }
  /** Had the pending changes that its history keeps as `version`. */
  | { readonly kind: 'discarded'; readonly version: string; readonly scheduledAt: number | null }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'inTrash' }

/** A mark as text: `<id>.<after>.<letter><particulars>`. */
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

/** Reads a mark; `null` for a text that is none. */
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

/** The beginning of an ETag that tells versions apart; empty where there is none. */
export function afterOf(etag: string | null | undefined): string {
  return /^"([vd]\d+-[0-9a-z]+)-/.exec(etag ?? '')?.[1] ?? ''
}

/** An `If-Match` for what an action left. */
export function matchOf({ after }: Mark): string {
  return `"${after}-undo"`
}

/** Milliseconds of a time as the API answers it. */
export function timeOf(text: unknown): number | null {
  return typeof text === 'string' ? Date.parse(text) : null
}

/** A time as the API takes it. */
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

/** Greatest number of milliseconds that a `Date` holds. */
const LAST_TIME = 8.64e15

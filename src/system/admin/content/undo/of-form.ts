import { callApi, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { apiPath } from '../paths.ts'
import { inLocale, localeIn } from '../translation/locale-in.ts'
import { afterOf, type Before, timeOf, writeMark } from './mark.ts'

type Values = Readonly<Record<string, unknown>>

/** Result of a write through the API. */
export interface Written<Result> {
  readonly result: Result
  readonly etag: string | null
}

/** A document before an action of its form. */
interface Seen {
  /** The document without its pending changes. */
  readonly live: Values
  /** The document with its pending changes; the same if there are none. */
  readonly pending: Values
  readonly pendingEtag: string | null
}

/** Actions of a document's form, and of the page of its pending changes, that can be undone. */
type Action =
  | 'publish'
  | 'unpublish'
  | 'schedule'
  | 'date'
  | 'schedule-changes'
  | 'unschedule-changes'
  | 'discard-changes'
  | 'publish-changes'

/** Carries out an action of a document's form, and remembers for the next page how to undo it. */
export async function withUndo<Result extends { readonly data: Values }>(
  c: RequestContext,
  collection: ManifestCollection,
  id: string,
  action: string | undefined,
  act: () => Promise<Written<Result>>,
): Promise<Result> {
  if (!isUndone(action)) return (await act()).result
  const seen = await read(c, collection, id)
  const { result, etag } = await act()
  const before = seen && (await beforeOf(c, collection, action, seen, result.data))
  const after = afterOf(etag)
  if (before && after !== '') marks.set(c.req.raw, writeMark({ id, after, before }))
  return result
}

/** Returns the mark that `withUndo` has remembered; `null` if nothing can be undone. */
export function undoOf(c: RequestContext): string | null {
  return marks.get(c.req.raw) ?? null
}

const marks = new WeakMap<Request, string>()

const UNDONE: ReadonlySet<string> = new Set<Action>([
  'publish',
  'unpublish',
  'schedule',
  'date',
  'schedule-changes',
  'unschedule-changes',
  'discard-changes',
  'publish-changes',
])

function isUndone(action: string | undefined): action is Action {
  return action !== undefined && UNDONE.has(action)
}

async function read(c: RequestContext, collection: ManifestCollection, id: string): Promise<Seen | null> {
  const path = inLocale(apiPath(collection.name, id), localeIn(c, collection))
  const stored = await callApi(c, path)
  if (!stored.ok) return null
  const live: Values = stored.body.data
  if (live.hasDraft !== true) return { live, pending: live, pendingEtag: null }
  const drafted = await callApi(c, `${path}${path.includes('?') ? '&' : '?'}draft=true`)
  return drafted.ok ? { live, pending: drafted.body.data, pendingEtag: drafted.headers.get('etag') } : null
}

async function beforeOf(
  c: RequestContext,
  collection: ManifestCollection,
  action: Action,
  { live, pending, pendingEtag }: Seen,
  result: Values,
): Promise<Before | null> {
  const publishedAt = timeOf(live.publishedAt)
  const scheduledAt = pendingEtag === null ? null : timeOf(pending.scheduledAt)
  switch (action) {
    case 'date':
      return { kind: live.status === 'published' ? 'published' : 'draft', publishedAt }
    case 'schedule-changes':
    case 'unschedule-changes':
      return { kind: 'time', scheduledAt }
    case 'publish-changes':
      return pendingEtag === null ? null : { kind: 'pending', scheduledAt }
    case 'discard-changes': {
      const version = await versionOf(c, collection, String(live.id), pendingEtag)
      return version === null ? null : { kind: 'discarded', version, scheduledAt }
    }
    default: {
      const time = timeOf(live.scheduledAt)
      if (live.status === 'scheduled' && time !== null)
        return { kind: 'scheduled', scheduledAt: time, isPublic: action === 'publish' }
      if (live.status !== 'published') return { kind: 'draft', publishedAt }
      if (hasSameFields(collection, live, result) && pendingEtag === null) return { kind: 'published', publishedAt }
      return { kind: 'withdrawn', publishedAt, scheduledAt }
    }
  }
}

function hasSameFields({ fields }: ManifestCollection, one: Values, other: Values): boolean {
  return fields.every(({ name }) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}

/** Returns the version of pending changes in the history, such as `3.7`; `null` if it is not among the latest five. */
async function versionOf(
  c: RequestContext,
  { name }: ManifestCollection,
  id: string,
  etag: string | null,
): Promise<string | null> {
  const revision = Number(/^"d(\d+)-/.exec(etag ?? '')?.[1])
  const { ok, body } = await callApi(c, apiPath(name, id, '/versions?limit=5'))
  if (!ok) return null
  const versions: readonly { readonly version: number; readonly draft: number | null }[] = body.data
  const kept = versions.find(({ draft }) => draft === revision)
  return kept === undefined ? null : `${kept.version}.${kept.draft}`
}

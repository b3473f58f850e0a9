import { t } from '../../../messages/translate.ts'
import { callApi, decisionFor, log, manifestOf, type RequestContext, searchDocuments } from '../../../runtime/kit.ts'
import { searchGuides } from '../../docs/guides.ts'
import { editPath } from '../content/paths.ts'
import { findUsers } from '../users/find-users.ts'
import { type Destination, place } from './destination.ts'

/** Maximum number of documents in the list. */
const DOCUMENTS = 8
/** Maximum number of recent documents, of files, of people and of guides. */
const OTHERS = 4

/** Finds documents with the words in their title or text. */
export async function documents(c: RequestContext, words: string): Promise<Destination[]> {
  const { found } = await searchDocuments(c, { words, limit: DOCUMENTS })
  return found.map(({ collection, id, title, excerpt }) => ({
    ...place(title ?? id, editPath(collection, id), labelOf(c, collection)),
    text: excerpt,
  }))
}

/** Returns the documents that were changed last. */
export async function recentDocuments(c: RequestContext): Promise<Destination[]> {
  const { ok, body } = await callApi(c, `/api/content?sort=-updatedAt&limit=${OTHERS}`)
  if (!ok) return []
  const found = body.data as readonly { id: string; collection: string; title: string | null }[] // as the API documents it
  return found.map(({ id, collection, title }) => place(title ?? id, editPath(collection, id), labelOf(c, collection)))
}

/** Finds files of the media library. */
export async function files(c: RequestContext, words: string): Promise<Destination[]> {
  if (!mayOpen(c, '/admin/media/:id')) return []
  const { ok, body } = await callApi(c, `/api/media?${new URLSearchParams({ q: words, limit: String(OTHERS) })}`)
  if (!ok) return []
  const found = body.data as readonly { id: string; title: string | null; originalName: string }[] // as the API documents it
  return found.map(({ id, title, originalName }) => place(title || originalName, `/admin/media/${id}`, t('File')))
}

/** Finds accounts, for callers who may see them. */
export async function people(c: RequestContext, words: string): Promise<Destination[]> {
  if (!mayOpen(c, '/admin/users/:id')) return []
  const { users } = await findUsers(c, { q: words, role: '', status: '', page: 1, limit: OTHERS })
  return users.map(({ id, email, username }) => place(username || email, `/admin/users/${id}`, email))
}

/** Finds sections of the guides; none if their index cannot be read, so that the other results are still shown. */
export async function guides(c: RequestContext, words: string): Promise<Destination[]> {
  const found = await searchGuides(c, words, OTHERS).catch((error: unknown) => {
    log(c, 'warn', { type: 'guides_index', message: 'the guides cannot be searched', error: String(error) })
    return []
  })
  return found.map(({ path, heading, title, excerpt }) => ({ ...place(heading, path, title), text: excerpt }))
}

function mayOpen(c: RequestContext, path: string): boolean {
  return manifestOf(c).routes.some(
    (route) => route.method === 'GET' && route.path === path && decisionFor(c, route.access) !== false,
  )
}

function labelOf(c: RequestContext, collection: string): string {
  return manifestOf(c).collections.find(({ name }) => name === collection)?.label ?? collection
}

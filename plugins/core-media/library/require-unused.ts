import { type FieldError, HttpError, type RequestContext, readableIds, readableUses, t, tn } from 'lintel/kit'
import { findLivingUsages } from './living-usages.ts'
import { findPendingUses, type PendingUse } from './pending-uses.ts'

/** Maximum number of places that a refusal names. */
const NAMED = 10

/**
 * Refuses to delete items that content uses, even if only documents in the trash or pending changes use them.
 * @throws HttpError `in_use`, with the places that the caller may read
 */
export async function requireUnused(c: RequestContext, ids: readonly string[]): Promise<void> {
  const [usages, pending] = await Promise.all([findLivingUsages(c, ids, NAMED + 1), findPendingUses(c, ids, NAMED + 1)])
  if (usages.length + pending.length === 0) return
  const living = usages.filter(({ isTrashed }) => isTrashed === 0)
  const trashed = new Set(usages.filter(({ isTrashed }) => isTrashed === 1).map(({ documentId }) => documentId))
  const details = [
    ...(living.length === 0 ? [] : [livingDetail(living.length)]),
    ...(pending.length === 0 ? [] : [pendingDetail(new Set(pending.map(({ id }) => id)).size)]),
    ...(trashed.size === 0 ? [] : [trashedDetail(trashed.size)]),
  ]
  const errors = [...(await livingErrors(c, living)), ...(await pendingErrors(c, pending))]
  throw new HttpError('in_use', details.join(' '), { errors: errors.slice(0, NAMED) })
}

function livingDetail(count: number): string {
  if (count > NAMED) return t('The file is used in more than 10 places; with ?force=true it is removed from them.')
  return tn(
    count,
    'The file is used in one place; with ?force=true it is removed from there.',
    'The file is used in {count} places; with ?force=true it is removed from them.',
  )
}

function pendingDetail(count: number): string {
  return tn(
    count,
    'Pending changes to one document show it: publish or discard them first.',
    'Pending changes to {count} documents show it: publish or discard them first.',
  )
}

function trashedDetail(count: number): string {
  return tn(
    count,
    'One document in the trash shows it: delete it permanently first.',
    '{count} documents in the trash show it: delete them permanently first.',
  )
}

type Usages = Awaited<ReturnType<typeof findLivingUsages>>

async function livingErrors(c: RequestContext, usages: Usages): Promise<FieldError[]> {
  const uses = usages.map(({ mediaId, collectionId, documentId, field }) => {
    return { mediaId, collection: collectionId, id: documentId, field }
  })
  return (await readableUses(c, uses)).map(({ mediaId, collection, id, field }) => ({
    path: `${collection}.${field}`,
    code: 'in_use',
    message: t('{collectionId} {documentId} shows {mediaId}.', { collectionId: collection, documentId: id, mediaId }),
  }))
}

async function pendingErrors(c: RequestContext, uses: readonly PendingUse[]): Promise<FieldError[]> {
  const byCollection = Map.groupBy(uses, ({ collection }) => collection)
  const idsByCollection = new Map([...byCollection].map(([name, some]) => [name, some.map(({ id }) => id)]))
  const readable = await readableIds(c, idsByCollection)
  return uses
    .filter(({ collection, id }) => readable.get(collection)?.has(id))
    .map(({ mediaId, collection, id }) => ({
      path: collection,
      code: 'in_use',
      message: t('{collectionId} {documentId} shows {mediaId} in its pending changes.', {
        collectionId: collection,
        documentId: id,
        mediaId,
      }),
    }))
}

/** Address of a collection's list; `did` says there what has just been done with some of them. */
export function listPath(collection: string | undefined, did?: string): string {
  return `/admin/content/?${queryOf(collection, did)}`
}

/** Address of the trash, of a collection or of all. */
export function trashPath(collection?: string, did?: string): string {
  return `/admin/content/trash?${queryOf(collection, did)}`
}

export function newPath(collection: string): string {
  return `/admin/content/new?${new URLSearchParams({ collection })}`
}

/** Address of a document's form; `did` says there what has just been done with it, and `undo` how it stood before. */
export function editPath(
  collection: string | undefined,
  id: string,
  did?: string,
  locale: string | null = null,
  undo: string | null = null,
): string {
  const query = queryOf(collection, did, locale)
  if (undo !== null) query.set('undo', undo)
  return `/admin/content/${encodeURIComponent(id)}/edit?${query}`
}

/** Address of the page that shows a document's pending changes. */
export function changesPath(collection: string | undefined, id: string, locale: string | null = null): string {
  return `/admin/content/${encodeURIComponent(id)}/changes?${queryOf(collection, undefined, locale)}`
}

/** Address of a document's history; `version` is looked at there. */
export function versionsPath(
  collection: string | undefined,
  id: string,
  version?: string,
  locale: string | null = null,
): string {
  const query = queryOf(collection, undefined, locale)
  if (version !== undefined) query.set('version', version)
  return `/admin/content/${encodeURIComponent(id)}/versions?${query}`
}

function queryOf(
  collection: string | undefined,
  did: string | undefined,
  locale: string | null = null,
): URLSearchParams {
  return new URLSearchParams({
    ...(collection !== undefined && { collection }),
    ...(locale !== null && { locale }),
    ...(did !== undefined && { did }),
  })
}

/** Address of the action that puts documents back to how they stood. */
export function undoPath(collection: string, locale: string | null = null): string {
  return `/admin/content/bulk?${queryOf(collection, undefined, locale)}`
}

/** A page or an action below a document. */
export function documentPath(collection: string, id: string, part = '', locale: string | null = null): string {
  return `/admin/content/${encodeURIComponent(id)}${part}?${queryOf(collection, undefined, locale)}`
}

/** A document in the API, or something below it. */
export function apiPath(collection: string, id: string, part = ''): string {
  return `/api/${collection}/${encodeURIComponent(id)}${part}`
}

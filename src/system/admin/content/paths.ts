/** Returns the address of a collection's list. `did` tells the page which action was just carried out. */
export function listPath(collection: string | undefined, did?: string): string {
  return `/admin/content/?${queryOf(collection, did)}`
}

/** Returns the address of the trash, of one collection or of all. */
export function trashPath(collection?: string, did?: string): string {
  return `/admin/content/trash?${queryOf(collection, did)}`
}

export function newPath(collection: string): string {
  return `/admin/content/new?${new URLSearchParams({ collection })}`
}

/** Returns the address of a document's form. `did` is the action that was just carried out, `undo` the state before. */
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

/** Returns the address of the page that shows a document's pending changes. */
export function changesPath(collection: string | undefined, id: string, locale: string | null = null): string {
  return `/admin/content/${encodeURIComponent(id)}/changes?${queryOf(collection, undefined, locale)}`
}

/** Returns the address of a document's history, which shows `version`. */
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

/** Returns the address of the action that restores documents to their former state. */
export function undoPath(collection: string, locale: string | null = null): string {
  return `/admin/content/bulk?${queryOf(collection, undefined, locale)}`
}

/** Returns the address of a page or an action below a document. */
export function documentPath(collection: string, id: string, part = '', locale: string | null = null): string {
  return `/admin/content/${encodeURIComponent(id)}${part}?${queryOf(collection, undefined, locale)}`
}

/** Returns the path of a document in the API, followed by `part`. */
export function apiPath(collection: string, id: string, part = ''): string {
  return `/api/${collection}/${encodeURIComponent(id)}${part}`
}

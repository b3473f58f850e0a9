/** Where a collection's documents are listed. */
export function listPath(collection: string): string {
  return `/admin/content/?${new URLSearchParams({ collection })}`
}

export function newPath(collection: string): string {
  return `/admin/content/new?${new URLSearchParams({ collection })}`
}

/** Where a document is edited; `did` says there what has just been done with it. */
export function editPath(collection: string, id: string, did?: string): string {
  return `/admin/content/${encodeURIComponent(id)}/edit?${new URLSearchParams({ collection, ...(did && { did }) })}`
}

/** A page or an action below a document. */
export function documentPath(collection: string, id: string, part = ''): string {
  return `/admin/content/${encodeURIComponent(id)}${part}?${new URLSearchParams({ collection })}`
}

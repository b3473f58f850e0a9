/** Messages between a form of the admin and the page that it shows in a frame. */

/** A message from the page to the form. */
export type FromPage =
  /** The page has loaded and expects changes. */
  | { readonly lintel: 'hello' }
  /** The page shows a change. */
  | { readonly lintel: 'shown'; readonly change: number }
  | { readonly lintel: 'failed'; readonly change: number; readonly reason: string }
  /** The user has clicked on the element of a field, named by its path in the document. */
  | { readonly lintel: 'selected'; readonly field: string }

/** A message from the form to the page. `field` is the path of the field that is being edited. */
export type FromForm =
  | { readonly lintel: 'editing'; readonly field: string | null }
  /** A newer state of the document can be read. `change` is the number of the newest change. */
  | { readonly lintel: 'changed'; readonly field: string | null; readonly change: number }

/** Returns the data as a message from a form; `null` for any other message. */
export function fromForm(data: unknown): FromForm | null {
  const { lintel, field = null, change } = (data ?? {}) as Partial<Record<string, unknown>>
  if (field !== null && typeof field !== 'string') return null
  if (lintel === 'editing') return { lintel, field }
  return lintel === 'changed' && typeof change === 'number' ? { lintel, field, change } : null
}

import type { Json } from '../fields/field-type.ts'

/**
 * The service `previews`: lets a caller who is not signed in read one unpublished document. The runtime passes the
 * token of a request to the active plugin that provides the service.
 */
export interface Previews {
  /** Returns the preview that a token opens for this document; `null` if it opens none or has expired. */
  open(token: string, collection: string, id: string): Promise<OpenPreview | null>
}

/** A preview that a token has opened. */
export interface OpenPreview {
  /**
   * Values that a user has typed but not saved, by field, in the stored form. They replace those of the document.
   * `null` while nobody is typing.
   */
  readonly unsaved: { readonly [field: string]: Json } | null
}

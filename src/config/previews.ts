import type { Json } from '../fields/field-type.ts'

/**
 * Lets somebody who is not signed in read one unpublished document: the service `previews`. The runtime
 * asks whichever active plugin provides it about the token that a request brings.
 */
export interface Previews {
  /** The preview that a token opens of this document; `null` where it opens none, or has expired. */
  open(token: string, collection: string, id: string): Promise<OpenPreview | null>
}

/** A preview of a document. */
export interface OpenPreview {
  /**
   * Values that somebody has typed and not saved, by field and in the form that is stored. They take the place of what
   * the document holds. `null` where nobody is typing.
   */
  readonly unsaved: { readonly [field: string]: Json } | null
}

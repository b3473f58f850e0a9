/**
 * Lets somebody who is not signed in read one unpublished document: the service `previews`. The runtime
 * asks whichever active plugin provides it about the token that a request brings.
 */
export interface Previews {
  /** Checks whether the token opens this document and is still valid. */
  opens(token: string, collection: string, id: string): Promise<boolean>
}

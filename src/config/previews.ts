/**
 * What lets somebody who is not signed in read one document that is not published: the service `previews`. The runtime
 * asks whichever active plugin provides it about the token that a request brings.
 */
export interface Previews {
  /** Whether the token opens this document, and is still good. */
  opens(token: string, collection: string, id: string): Promise<boolean>
}

/** Table of documents in the trash. */
export const TRASH = 'content_trash'
export const REFERENCES = 'content_trash_references'

/** Table of versions of documents. */
export const VERSIONS = 'content_versions'

/** Table of pending changes of published documents. */
export const PENDING = 'content_drafts'

/** Table of the states that pending changes have had. */
export const PENDING_VERSIONS = 'content_draft_versions'

/** Tables that store documents as JSON in `data`, with the collection in `collection_id`. */
export const COPIES: readonly string[] = [VERSIONS, TRASH, PENDING, PENDING_VERSIONS]

/** Table of documents in the trash. */
export const TRASH = 'content_trash'
export const REFERENCES = 'content_trash_references'

/** Table of versions of documents. */
export const VERSIONS = 'content_versions'

/** Tables of pending changes of published documents, and of their versions. */
const DRAFTS = ['content_drafts', 'content_draft_versions']

/** Tables that store documents as JSON in `data`, with the collection in `collection_id`. */
export const COPIES: readonly string[] = [VERSIONS, TRASH, ...DRAFTS]

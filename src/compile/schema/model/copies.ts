/** Documents in the trash, and the references to them that their deletion took away. */
export const TRASH = 'content_trash'
export const REFERENCES = 'content_trash_references'

/** Versions of documents. */
export const VERSIONS = 'content_versions'

/** Pending changes of published documents, and their versions. */
const DRAFTS = ['content_drafts', 'content_draft_versions']

/** Tables that keep documents as JSON in `data`, with the collection in `collection_id`. */
export const COPIES: readonly string[] = [VERSIONS, TRASH, ...DRAFTS]

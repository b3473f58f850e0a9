import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from 'lintel/kit'
import type { Operation } from './images/operations.ts'
import type { StoredFacts } from './inspect/facts.ts'

/** Stored files, one row for each distinct content. Times are milliseconds since the epoch. */
export const mediaFiles = sqliteTable(
  'media_files',
  {
    id: integer('id').primaryKey(),
    /** The file's key: it is in addresses, and below `media/` in the bucket. */
    filename: text('filename').notNull(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** Size in bytes. */
    size: integer('size').notNull(),
    /** Path at which the file is served. */
    url: text('url').notNull(),
    thumbnailUrl: text('thumbnail_url'),
    /** Metadata read from the file, a JSON object. */
    metadata: text('metadata', { mode: 'json' }).$type<StoredFacts>(),
    uploadedBy: integer('uploaded_by').references(() => users.seq),
    /** Tags, a JSON array. */
    tags: text('tags', { mode: 'json' }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at'),
    /**
     * SHA-256 of the stored bytes, hex; `hashOfParts` computes the hash of a file stored in several parts. Files with
     * the same hash, size and type are stored once.
     */
    contentHash: text('content_hash'),
    /** Width in pixels, as displayed, for images and videos. */
    width: integer('width'),
    height: integer('height'),
    /**
     * True if the file is served only to people who are signed in, or have a signed address. Public and private files
     * never share bytes.
     */
    private: integer('private', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('media_files_content_hash').on(table.contentHash, table.private),
    uniqueIndex('media_files_filename').on(table.filename),
  ],
)

/** Items of the library; several items may use the same file. */
export const media = sqliteTable(
  'media',
  {
    id: text('id').primaryKey(),
    fileId: integer('file_id')
      .notNull()
      .references(() => mediaFiles.id),
    originalName: text('original_name').notNull(),
    title: text('title'),
    alt: text('alt'),
    /** Path of the folder, `press/2026`; empty at the top. */
    folder: text('folder').notNull().default(''),
    /** Tags, a JSON array. */
    tags: text('tags', { mode: 'json' }).$type<readonly string[]>(),
    uploadedBy: text('uploaded_by'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** `image`, `video`, `audio` or `document`: the kind of the file's type. */
    kind: text('kind').notNull().default('document'),
    /** Focal point: fractions of the picture's width and height, from 0 to 1. */
    focalX: real('focal_x'),
    focalY: real('focal_y'),
    /** Name, title, alternative text and tags in lower case: the text that `q` searches. */
    searchText: text('search_text').notNull().default(''),
  },
  (table) => [
    index('media_file_id').on(table.fileId),
    index('media_folder').on(table.folder, table.createdAt, table.id),
    index('media_kind').on(table.kind, table.createdAt, table.id),
    index('media_created_at').on(table.createdAt, table.id),
    index('media_original_name').on(table.originalName, table.id),
    index('media_updated_at').on(table.updatedAt, table.id),
  ],
)

/** Folders of the library; for each folder, those above it exist, too. */
export const mediaFolders = sqliteTable(
  'media_folders',
  {
    id: text('id').primaryKey(),
    /** Names of the folder and those above it, from the top, separated by `/`. */
    path: text('path').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('media_folders_path').on(table.path)],
)

/** Uses of items by content, recorded by hooks on content. */
export const mediaUsages = sqliteTable(
  'media_usages',
  {
    mediaId: text('media_id').notNull(),
    collectionId: text('collection_id').notNull(),
    documentId: text('document_id').notNull(),
    /** The declared field that contains the use, directly or nested inside it. */
    field: text('field').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.collectionId, table.documentId, table.field] }),
    index('media_usages_document').on(table.collectionId, table.documentId),
  ],
)

/** Deleted files whose bytes may still be in storage. */
export const mediaDeletions = sqliteTable(
  'media_deletions',
  {
    /** The key that the file had. */
    filename: text('filename').primaryKey(),
    /** Time at which the next attempt is due. */
    dueAt: integer('due_at').notNull(),
    /** Number of failed attempts. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('media_deletions_due_at').on(table.dueAt)],
)

/** Variants of pictures in storage; their number per picture is limited. */
export const mediaVariants = sqliteTable(
  'media_variants',
  {
    /** The key of the picture's file. */
    filename: text('filename').notNull(),
    /** Name of the variant, which states how it was made: the last part of its place. */
    name: text('name').notNull(),
    madeAt: integer('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.filename, table.name] })],
)

/** Uploads in parts that have not ended. */
export const mediaUploads = sqliteTable(
  'media_uploads',
  {
    id: text('id').primaryKey(),
    /** The key that the file will have. */
    filename: text('filename').notNull(),
    /** The storage's id for the upload. */
    storageUpload: text('storage_upload').notNull(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** Size in bytes, as announced. */
    size: integer('size').notNull(),
    partSize: integer('part_size').notNull(),
    folder: text('folder').notNull(),
    private: integer('private', { mode: 'boolean' }).notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Time at which the upload counts as abandoned, unless another part arrives. */
    expiresAt: integer('expires_at').notNull(),
    /**
     * Time until which nobody else may complete or abandon the upload; set while it is being completed or abandoned.
     */
    leasedUntil: integer('leased_until'),
  },
  (table) => [
    index('media_uploads_expires_at').on(table.expiresAt),
    index('media_uploads_created_by').on(table.createdBy, table.createdAt),
  ],
)

/** Parts that have arrived, numbered from 1. */
export const mediaUploadParts = sqliteTable(
  'media_upload_parts',
  {
    uploadId: text('upload_id').notNull(),
    number: integer('number').notNull(),
    /** ETag that the storage returned. */
    etag: text('etag').notNull(),
    /** SHA-256 of the part, hex. */
    hash: text('hash').notNull(),
    size: integer('size').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.number] })],
)

/** Jobs on images. Their states only move forward. */
export const mediaJobs = sqliteTable(
  'media_jobs',
  {
    id: text('id').primaryKey(),
    mediaId: text('media_id').notNull(),
    /** State of the job: `queued`, `processing`, `completed` or `failed`. */
    status: text('status').$type<'queued' | 'processing' | 'completed' | 'failed'>().notNull(),
    operations: text('operations', { mode: 'json' }).$type<readonly Operation[]>().notNull(),
    /** Id that the result will have: chosen in advance, so that a job cannot have two results. */
    resultId: text('result_id').notNull(),
    error: text('error'),
    createdBy: text('created_by'),
    /** Number of attempts that have begun. */
    attempts: integer('attempts').notNull().default(0),
    /** Time until which nobody else may process the job; set while it is being processed. */
    leasedUntil: integer('leased_until'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('media_jobs_status').on(table.status, table.updatedAt)],
)

export type JobRow = typeof mediaJobs.$inferSelect
export type FileRow = typeof mediaFiles.$inferSelect
export type ItemRow = typeof media.$inferSelect
export type UploadRow = typeof mediaUploads.$inferSelect
export type PartRow = typeof mediaUploadParts.$inferSelect

/** A library item with its file. */
export interface Item {
  readonly item: ItemRow
  readonly file: FileRow
}

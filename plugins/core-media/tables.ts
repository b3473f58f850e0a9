import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from 'lintel/kit'

/** Stored files, one row for each content (specification, "Stored tables"). Times are milliseconds since the epoch. */
export const mediaFiles = sqliteTable(
  'media_files',
  {
    id: integer('id').primaryKey(),
    /** The key in the bucket. */
    filename: text('filename').notNull(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    url: text('url').notNull(),
    thumbnailUrl: text('thumbnail_url'),
    /** What was read from the file, a JSON object. */
    metadata: text('metadata', { mode: 'json' }),
    uploadedBy: integer('uploaded_by').references(() => users.seq),
    /** A JSON array. */
    tags: text('tags', { mode: 'json' }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at'),
    /** SHA-256 of the bytes, hex: the same bytes are stored once. */
    contentHash: text('content_hash'),
    /** In pixels, of images and videos. */
    width: integer('width'),
    height: integer('height'),
  },
  (table) => [
    uniqueIndex('media_files_content_hash').on(table.contentHash),
    uniqueIndex('media_files_filename').on(table.filename),
  ],
)

/** Items of the library; several may show the same file. */
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
    /** The folder's path, `press/2026`; empty at the top. */
    folder: text('folder').notNull().default(''),
    /** A JSON array. */
    tags: text('tags', { mode: 'json' }).$type<readonly string[]>(),
    uploadedBy: text('uploaded_by'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('media_file_id').on(table.fileId),
    index('media_folder').on(table.folder, table.createdAt, table.id),
    index('media_created_at').on(table.createdAt, table.id),
  ],
)

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times in all tables are integer milliseconds since the epoch, UTC. */

/** Accounts. `seq` exists for integer references (`media_files.uploaded_by`); everything else refers to `id`. */
export const users = sqliteTable(
  'users',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    email: text('email').notNull(),
    username: text('username').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Hash with algorithm and parameters; `null` for an account that signs in without a password. */
    passwordHash: text('password_hash'),
    role: text('role').notNull().default('viewer'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    /** True if signing in with a password also requires a code, sent by email or shown by an authenticator app. */
    secondFactor: integer('second_factor', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_id').on(table.id),
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_username').on(table.username),
    index('users_role').on(table.role),
    index('users_created_at').on(table.createdAt),
  ],
)

/** Permissions of a team's members in the team, in addition to those of their role. */
export const teamPermissions = sqliteTable(
  'team_permissions',
  {
    userId: text('user_id').notNull(),
    /** The team's id, as in a route's parameter. */
    teamId: text('team_id').notNull(),
    /** Permission names, a JSON array: `team.settings`, `content.*`. */
    permissions: text('permissions', { mode: 'json' }).$type<readonly string[]>().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.teamId] }),
    index('team_permissions_team_id').on(table.teamId, table.userId),
  ],
)

/** Attempts that count toward a limit: one row for each attempt and key. */
export const limitedAttempts = sqliteTable(
  'limited_attempts',
  {
    id: text('id').notNull(),
    /** SHA-256 of the key (an email, an address) in hex, because people type passwords into the wrong field. */
    bucket: text('bucket').notNull(),
    attemptedAt: integer('attempted_at').notNull(),
    /** Time at which the attempt stops counting. */
    expiresAt: integer('expires_at').notNull(),
    /** False until the outcome is known; until then, the attempt is reserved. */
    failed: integer('failed', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.bucket] }),
    index('limited_attempts_bucket').on(table.bucket, table.attemptedAt),
    index('limited_attempts_expires_at').on(table.expiresAt),
  ],
)

/** Collections of the service, written by bootstrap. `id` is the collection's name, `fields` is JSON. */
export const collections = sqliteTable('collections', {
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  description: text('description'),
  fields: text('fields', { mode: 'json' }).notNull(),
  drafts: integer('drafts', { mode: 'boolean' }).notNull(),
  singleton: integer('singleton', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Collation for titles: A to Z are equal in either case. */
const byTitle = sql`"title" COLLATE NOCASE`

/** Index over all collections, maintained by triggers on each collection's table. */
export const content = sqliteTable(
  'content',
  {
    id: text('id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    title: text('title'),
    slug: text('slug'),
    status: text('status').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    publishedAt: integer('published_at'),
    scheduledAt: integer('scheduled_at'),
    createdBy: text('created_by'),
  },
  (table) => [
    index('content_created_at').on(table.createdAt, table.id),
    index('content_status_created_at').on(table.status, table.createdAt, table.id),
    // One index for each of the other orders, and one for each order within a collection. With the columns after the
    // id, lists can skip hidden documents without reading rows.
    index('content_updated_at').on(table.updatedAt, table.id, table.status, table.collectionId),
    index('content_published_at').on(table.publishedAt, table.id, table.status, table.collectionId),
    index('content_title').on(byTitle, table.id, table.status, table.collectionId),
    index('content_collection_created_at').on(table.collectionId, table.createdAt, table.id, table.status),
    index('content_collection_updated_at').on(table.collectionId, table.updatedAt, table.id, table.status),
    index('content_collection_published_at').on(table.collectionId, table.publishedAt, table.id, table.status),
    index('content_collection_title').on(table.collectionId, byTitle, table.id, table.status),
    index('content_slug').on(table.slug),
    index('content_own_drafts').on(table.createdBy, table.updatedAt).where(sql`status = 'draft'`),
    index('content_scheduled_at').on(table.scheduledAt).where(sql`status = 'scheduled'`),
  ],
)

/** Number of documents by collection and status, maintained by triggers on `content`. */
export const contentCounts = sqliteTable(
  'content_counts',
  {
    collectionId: text('collection_id').notNull(),
    status: text('status').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.status] })],
)

/**
 * Generations of content. Triggers raise them in the transaction of each write. A response made from older content has
 * a lower number.
 */
export const contentGenerations = sqliteTable('content_generations', {
  /** Name of a collection, `users`, or a name with a colon that belongs to a plugin. */
  name: text('name').primaryKey(),
  /**
   * Rises with each write. It is at least the current time in milliseconds, so that no number is repeated after a
   * database is restored.
   */
  generation: integer('generation').notNull(),
})

/** State of a document after each write. `data` is the document's JSON, including hidden fields. */
export const contentVersions = sqliteTable(
  'content_versions',
  {
    documentId: text('document_id').notNull(),
    version: integer('version').notNull(),
    collectionId: text('collection_id').notNull(),
    status: text('status').notNull(),
    data: text('data', { mode: 'json' }).notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by'),
    /** Name that a user gave to the version. Named versions are never deleted automatically. */
    name: text('name'),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.version] })],
)

/** Changes to published documents that are not published yet: at most one row per document. */
export const contentDrafts = sqliteTable(
  'content_drafts',
  {
    documentId: text('document_id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    /** Fields that differ from the published document, as JSON. */
    data: text('data', { mode: 'json' }).notNull(),
    /** The published version from which the changes started. */
    version: integer('version').notNull(),
    /** Number of the document's latest row in `content_draft_versions`. */
    revision: integer('revision').notNull(),
    /** Time at which the changes are published; `null` if they are published manually. */
    scheduledAt: integer('scheduled_at'),
    /** Time of a scheduled publication that was refused. The next change clears it. */
    refusedAt: integer('refused_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    updatedBy: text('updated_by'),
  },
  (table) => [
    index('content_drafts_updated_at').on(table.updatedAt, table.documentId),
    index('content_drafts_scheduled_at').on(table.scheduledAt).where(sql`scheduled_at IS NOT NULL`),
    index('content_drafts_refused_at').on(table.refusedAt).where(sql`refused_at IS NOT NULL`),
  ],
)

/**
 * State of a published document after each of its pending changes. The rows are kept when the changes are published or
 * discarded.
 */
export const contentDraftVersions = sqliteTable(
  'content_draft_versions',
  {
    documentId: text('document_id').notNull(),
    /** Rises by one with each change to the document's drafts. */
    revision: integer('revision').notNull(),
    collectionId: text('collection_id').notNull(),
    /** The published version from which the changes started. */
    version: integer('version').notNull(),
    data: text('data', { mode: 'json' }).notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by'),
    /** Name that a user gave to the version. Named versions are never deleted automatically. */
    name: text('name'),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.revision] })],
)

/** Deleted documents that can be restored. */
export const contentTrash = sqliteTable(
  'content_trash',
  {
    documentId: text('document_id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    title: text('title'),
    /** The document's JSON, as in a version. */
    data: text('data', { mode: 'json' }).notNull(),
    deletedAt: integer('deleted_at').notNull(),
    deletedBy: text('deleted_by'),
    /** Time at which the document is deleted permanently. */
    expiresAt: integer('expires_at').notNull(),
    /**
     * Id of the document with which this one was deleted, or its own id. Documents with the same id here are restored
     * together.
     */
    rootId: text('root_id').notNull(),
  },
  (table) => [
    index('content_trash_deleted_at').on(table.deletedAt, table.documentId),
    index('content_trash_collection').on(table.collectionId, table.deletedAt, table.documentId),
    index('content_trash_expires_at').on(table.expiresAt),
    index('content_trash_root_id').on(table.rootId),
  ],
)

/** References to documents in the trash, which the deletion removed from other documents. */
export const contentTrashReferences = sqliteTable(
  'content_trash_references',
  {
    /** Id of the document in the trash. */
    targetId: text('target_id').notNull(),
    /** Collection of the document that had the reference. */
    collectionId: text('collection_id').notNull(),
    field: text('field').notNull(),
    holderId: text('holder_id').notNull(),
    /** Position in a list; 0 for a single reference. */
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.collectionId, table.field, table.holderId] })],
)

/** Plugins of the program, written by bootstrap. `id` is the plugin's name. Only `active` is edited in this table. */
export const plugins = sqliteTable('plugins', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  description: text('description'),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  installedAt: integer('installed_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Routes of plugins, written by bootstrap. `access` is JSON. */
export const pluginRoutes = sqliteTable(
  'plugin_routes',
  {
    pluginId: text('plugin_id').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    access: text('access', { mode: 'json' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.method, table.path] }), index('plugin_routes_plugin_id').on(table.pluginId)],
)

/** Events that plugins listen to, written by bootstrap. */
export const pluginHooks = sqliteTable(
  'plugin_hooks',
  {
    pluginId: text('plugin_id').notNull(),
    event: text('event').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pluginId, table.event] })],
)

/** Last run of each plugin job that runs less often than every minute. */
export const jobRuns = sqliteTable('job_runs', {
  /** Id of the job: `<plugin>.<job>`. */
  id: text('id').primaryKey(),
  /** Scheduled time of the last completed run. The job is due once a later scheduled time has passed. */
  doneFor: integer('done_for').notNull(),
  /** Time until which no other run begins: while a run is in progress, and for a while after a failed run. */
  claimedUntil: integer('claimed_until').notNull(),
})

/** First responses to requests with an `Idempotency-Key`, kept for 24 hours. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** SHA-256 of caller, address and key, in hex. */
    id: text('id').primaryKey(),
    /** SHA-256 of the request's body and locale, in hex. */
    bodyHash: text('body_hash').notNull(),
    /** The response as JSON: status, text and headers. */
    response: text('response').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('idempotency_keys_expires_at').on(table.expiresAt)],
)

/** Facts about the database as a whole. `program`: hash of the program whose bootstrap finished last. */
export const systemState = sqliteTable('system_state', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

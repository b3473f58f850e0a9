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
    /** With algorithm and parameters in the string; `null` for an account that signs in by other means. */
    passwordHash: text('password_hash'),
    role: text('role').notNull().default('viewer'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    /** Signing in with a password also takes a code sent by email. */
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

/** Permissions of a team's members there, besides those of their role. */
export const teamPermissions = sqliteTable(
  'team_permissions',
  {
    userId: text('user_id').notNull(),
    /** The team's id, as it stands in a route's parameter. */
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
    /** SHA-256 of what is counted by (an email, an address), hex: people type passwords into the wrong field. */
    bucket: text('bucket').notNull(),
    attemptedAt: integer('attempted_at').notNull(),
    /** Time at which the attempt stops counting. */
    expiresAt: integer('expires_at').notNull(),
    /** False while the outcome is open: the attempt holds its place meanwhile. */
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

/** As people look for titles: small and capital letters from a to z are the same. */
const byTitle = sql`"title" COLLATE NOCASE`

/** The index over all collections, kept by triggers on each collection's table. */
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
    // For each other order one, and one within a collection. What follows the id lets lists pass over what they do not
    // show without looking at a row.
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
 * Generations of content, raised by triggers in the transaction that writes: whatever was made from older content has a
 * lower number.
 */
export const contentGenerations = sqliteTable('content_generations', {
  /** A collection, `users`, or something of a plugin's, in a name with a colon. */
  name: text('name').primaryKey(),
  /** Rises with each write; at least its time in milliseconds, so that none comes again after a database is restored. */
  generation: integer('generation').notNull(),
})

/** A document as it was after each write. `data` is the document's JSON, hidden fields included. */
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
    /** Given by people; a version that has one is not pruned. */
    name: text('name'),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.version] })],
)

/** Changes to published documents that are not published yet: at most one row for each document. */
export const contentDrafts = sqliteTable(
  'content_drafts',
  {
    documentId: text('document_id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    /** The fields that differ from what is published, as JSON. */
    data: text('data', { mode: 'json' }).notNull(),
    /** The published version that the changes began with. */
    version: integer('version').notNull(),
    /** Number of the last of `content_draft_versions`. */
    revision: integer('revision').notNull(),
    /** Time at which the changes are published; `null`: when somebody says so. */
    scheduledAt: integer('scheduled_at'),
    /** Time at which they were to be published, and were refused; the next change of them clears it. */
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

/** A published document with its pending changes, as it was after each of them. They outlive the changes. */
export const contentDraftVersions = sqliteTable(
  'content_draft_versions',
  {
    documentId: text('document_id').notNull(),
    /** Rises by one with each change of the document's drafts. */
    revision: integer('revision').notNull(),
    collectionId: text('collection_id').notNull(),
    /** The published version that the changes began with. */
    version: integer('version').notNull(),
    data: text('data', { mode: 'json' }).notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by'),
    /** Given by people; a version that has one is not pruned. */
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
    /** The document's JSON, as a version keeps it. */
    data: text('data', { mode: 'json' }).notNull(),
    deletedAt: integer('deleted_at').notNull(),
    deletedBy: text('deleted_by'),
    /** Time at which it goes for good. */
    expiresAt: integer('expires_at').notNull(),
    /** The document whose deletion took it along, or itself: they come back together. */
    rootId: text('root_id').notNull(),
  },
  (table) => [
    index('content_trash_deleted_at').on(table.deletedAt, table.documentId),
    index('content_trash_collection').on(table.collectionId, table.deletedAt, table.documentId),
    index('content_trash_expires_at').on(table.expiresAt),
    index('content_trash_root_id').on(table.rootId),
  ],
)

/** References to documents in the trash that their deletion took out of documents that stayed. */
export const contentTrashReferences = sqliteTable(
  'content_trash_references',
  {
    /** The document in the trash. */
    targetId: text('target_id').notNull(),
    /** Collection of the document that referred to it. */
    collectionId: text('collection_id').notNull(),
    field: text('field').notNull(),
    holderId: text('holder_id').notNull(),
    /** Place in a list; 0 for a single reference. */
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.collectionId, table.field, table.holderId] })],
)

/** Plugins as bootstrap found them in the program. `id` is the plugin's name; `active` is the one thing edited here. */
export const plugins = sqliteTable('plugins', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  description: text('description'),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  installedAt: integer('installed_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Routes of plugins, as bootstrap wrote them down. `access` is JSON. */
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

/** Events that plugins listen to, as bootstrap wrote them down. */
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
  /** `<plugin>.<job>` */
  id: text('id').primaryKey(),
  /** The moment that its last completed run stood for: it is due again once a later one has come. */
  doneFor: integer('done_for').notNull(),
  /** While a run is under way, or has just failed: until when no other begins. */
  claimedUntil: integer('claimed_until').notNull(),
})

/** First answers to requests that carried an `Idempotency-Key`, kept for 24 hours. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** SHA-256 of caller, address and key, hex. */
    id: text('id').primaryKey(),
    /** SHA-256 of the body, hex. */
    bodyHash: text('body_hash').notNull(),
    /** The answer's body. */
    response: text('response').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('idempotency_keys_expires_at').on(table.expiresAt)],
)

/** Facts about the database as a whole. `program`: the hash of the program whose bootstrap finished last. */
export const systemState = sqliteTable('system_state', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 3799ecc9936fbd56dfb3c0b3e983079c30bcac7aa4a13b7d963d07030c5cf339
-- schema: fc240bcec62854832165d41d5b8ba3a662439a0e52ba2e15584d61eb991de195 -> 888de89d52741e0556096fed53281d16d3457de453827698714109c9f03a1fe6

-- safe: check foreign keys once everything is done
PRAGMA defer_foreign_keys = ON;

-- safe: set aside what is derived from the rows
DROP INDEX "content_collection_created_at";
DROP INDEX "media_files_content_hash";
DROP INDEX "pages__visible__idx";
DROP INDEX "posts__visible__idx";

-- safe: create table audit_log
-- for audit
CREATE TABLE "audit_log" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "at" INTEGER NOT NULL,
  "actor_id" TEXT,
  "actor_email" TEXT,
  "action" TEXT NOT NULL,
  "collection" TEXT,
  "document_id" TEXT,
  "changes" TEXT,
  "details" TEXT,
  "ip_address" TEXT,
  "user_agent" TEXT,
  "request_id" TEXT NOT NULL
);
CREATE INDEX "audit_log_action" ON "audit_log" ("action", "id");
CREATE INDEX "audit_log_actor" ON "audit_log" ("actor_id", "id");
CREATE INDEX "audit_log_document" ON "audit_log" ("collection", "document_id", "id");

-- safe: create table cache_invalidations
-- for cache
CREATE TABLE "cache_invalidations" (
  "pattern" TEXT NOT NULL PRIMARY KEY,
  "at" INTEGER NOT NULL
);
CREATE INDEX "cache_invalidations_at" ON "cache_invalidations" ("at");

-- safe: create table cache_statistics
-- for cache
CREATE TABLE "cache_statistics" (
  "namespace" TEXT NOT NULL PRIMARY KEY,
  "memory_hits" INTEGER NOT NULL,
  "kv_hits" INTEGER NOT NULL,
  "db_hits" INTEGER NOT NULL,
  "stale" INTEGER NOT NULL
);

-- safe: create table content_generations
-- for core-tables
CREATE TABLE "content_generations" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "generation" INTEGER NOT NULL
);

-- safe: create table email_messages
-- for email
CREATE TABLE "email_messages" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "template" TEXT NOT NULL,
  "recipient" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "html" TEXT,
  "body" TEXT,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "next_attempt_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "error" TEXT,
  "provider" TEXT,
  "provider_id" TEXT,
  "request_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "sent_at" INTEGER
);
CREATE INDEX "email_messages_created_at" ON "email_messages" ("created_at");
CREATE INDEX "email_messages_recipient" ON "email_messages" ("recipient", "created_at");
CREATE INDEX "email_messages_status" ON "email_messages" ("status", "next_attempt_at");

-- safe: create table limited_attempts
-- for core-tables
CREATE TABLE "limited_attempts" (
  "id" TEXT NOT NULL,
  "bucket" TEXT NOT NULL,
  "attempted_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "failed" INTEGER NOT NULL,
  PRIMARY KEY ("id", "bucket")
);
CREATE INDEX "limited_attempts_bucket" ON "limited_attempts" ("bucket", "attempted_at");
CREATE INDEX "limited_attempts_expires_at" ON "limited_attempts" ("expires_at");

-- safe: create table media_folders
-- for core-media
CREATE TABLE "media_folders" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "path" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "media_folders_path" ON "media_folders" ("path");

-- safe: create table media_jobs
-- for core-media
CREATE TABLE "media_jobs" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "media_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "operations" TEXT NOT NULL,
  "result_id" TEXT NOT NULL,
  "error" TEXT,
  "created_by" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leased_until" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "media_jobs_status" ON "media_jobs" ("status", "updated_at");

-- safe: create table media_upload_parts
-- for core-media
CREATE TABLE "media_upload_parts" (
  "upload_id" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  "etag" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  PRIMARY KEY ("upload_id", "number")
);

-- safe: create table media_uploads
-- for core-media
CREATE TABLE "media_uploads" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "filename" TEXT NOT NULL,
  "storage_upload" TEXT NOT NULL,
  "original_name" TEXT NOT NULL,
  "mime_type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "part_size" INTEGER NOT NULL,
  "folder" TEXT NOT NULL,
  "private" INTEGER NOT NULL,
  "created_by" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "leased_until" INTEGER
);
CREATE INDEX "media_uploads_created_by" ON "media_uploads" ("created_by", "created_at");
CREATE INDEX "media_uploads_expires_at" ON "media_uploads" ("expires_at");

-- safe: create table media_usages
-- for core-media
CREATE TABLE "media_usages" (
  "media_id" TEXT NOT NULL,
  "collection_id" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "field" TEXT NOT NULL,
  PRIMARY KEY ("media_id", "collection_id", "document_id", "field")
);
CREATE INDEX "media_usages_document" ON "media_usages" ("collection_id", "document_id");

-- safe: create table one_time_tokens
-- for core-auth
CREATE TABLE "one_time_tokens" (
  "token_hash" TEXT NOT NULL PRIMARY KEY,
  "purpose" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "code_hash" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "used_at" INTEGER
);
CREATE INDEX "one_time_tokens_expires_at" ON "one_time_tokens" ("expires_at");
CREATE INDEX "one_time_tokens_user_id" ON "one_time_tokens" ("user_id", "purpose");

-- safe: create table team_permissions
-- for core-tables
CREATE TABLE "team_permissions" (
  "user_id" TEXT NOT NULL,
  "team_id" TEXT NOT NULL,
  "permissions" TEXT NOT NULL,
  "updated_at" INTEGER NOT NULL,
  PRIMARY KEY ("user_id", "team_id")
);
CREATE INDEX "team_permissions_team_id" ON "team_permissions" ("team_id", "user_id");

-- safe: create table webhook_deliveries
-- for webhooks
CREATE TABLE "webhook_deliveries" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "endpoint" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "payload" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" INTEGER NOT NULL,
  "leased_until" INTEGER,
  "last_attempt_at" INTEGER,
  "last_status" INTEGER,
  "last_error" TEXT,
  "last_duration" INTEGER,
  "response_body" TEXT,
  "created_at" INTEGER NOT NULL,
  "delivered_at" INTEGER
);
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("status", "next_attempt_at");
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" ("endpoint", "id");
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" ("status", "id");

-- safe: drop index content_collection_status_created_at
DROP INDEX "content_collection_status_created_at";

-- safe: create index content_collection_published_at
CREATE INDEX "content_collection_published_at" ON "content" ("collection_id", "published_at", "id", "status");

-- safe: create index content_collection_title
CREATE INDEX "content_collection_title" ON "content" ("collection_id", ("title" COLLATE NOCASE), "id", "status");

-- safe: create index content_collection_updated_at
CREATE INDEX "content_collection_updated_at" ON "content" ("collection_id", "updated_at", "id", "status");

-- safe: create index content_published_at
CREATE INDEX "content_published_at" ON "content" ("published_at", "id", "status", "collection_id");

-- safe: create index content_title
CREATE INDEX "content_title" ON "content" (("title" COLLATE NOCASE), "id", "status", "collection_id");

-- safe: create index content_updated_at
CREATE INDEX "content_updated_at" ON "content" ("updated_at", "id", "status", "collection_id");

-- safe: create index magic_links_expires_at
CREATE INDEX "magic_links_expires_at" ON "magic_links" ("expires_at");

-- safe: add column media.kind
ALTER TABLE "media" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'document';

-- safe: add column media.focal_x
ALTER TABLE "media" ADD COLUMN "focal_x" REAL;

-- safe: add column media.focal_y
ALTER TABLE "media" ADD COLUMN "focal_y" REAL;

-- safe: add column media.search_text
ALTER TABLE "media" ADD COLUMN "search_text" TEXT NOT NULL DEFAULT '';

-- safe: create index media_kind
CREATE INDEX "media_kind" ON "media" ("kind", "created_at", "id");

-- safe: create index media_original_name
CREATE INDEX "media_original_name" ON "media" ("original_name", "id");

-- safe: create index media_updated_at
CREATE INDEX "media_updated_at" ON "media" ("updated_at", "id");

-- safe: add column media_files.private
ALTER TABLE "media_files" ADD COLUMN "private" INTEGER NOT NULL DEFAULT 0;

-- safe: add column users.second_factor
ALTER TABLE "users" ADD COLUMN "second_factor" INTEGER NOT NULL DEFAULT 0;

-- safe: create index authors__updated_by__idx (collections/authors.ts:3)
CREATE INDEX "authors__updated_by__idx" ON "authors" ("updated_by", "created_at", "id", "status");

-- safe: create index categories__updated_by__idx (collections/categories.ts:3)
CREATE INDEX "categories__updated_by__idx" ON "categories" ("updated_by", "created_at", "id", "status");

-- safe: create index pages__updated_by__idx (collections/pages.ts:3)
CREATE INDEX "pages__updated_by__idx" ON "pages" ("updated_by", "created_at", "id", "status");

-- safe: create index posts__updated_by__idx (collections/posts.ts:3)
CREATE INDEX "posts__updated_by__idx" ON "posts" ("updated_by", "created_at", "id", "status");

-- safe: create index tags__updated_by__idx (collections/tags.ts:3)
CREATE INDEX "tags__updated_by__idx" ON "tags" ("updated_by", "created_at", "id", "status");

-- destructive: drop table login_attempts
-- attempts of every kind are counted in limited_attempts
DROP TABLE "login_attempts";

-- safe: derive search, content and counts from the rows again
CREATE INDEX "content_collection_created_at" ON "content" ("collection_id", "created_at", "id", "status");
CREATE UNIQUE INDEX "media_files_content_hash" ON "media_files" ("content_hash", "private");
CREATE INDEX "pages__visible__idx" ON "pages" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE INDEX "posts__visible__idx" ON "posts" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE TRIGGER "content__generation_delete" AFTER DELETE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (OLD."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_insert" AFTER INSERT ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_update" AFTER UPDATE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "media__generation_delete" AFTER DELETE ON "media" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "media__generation_update" AFTER UPDATE OF "alt", "file_id" ON "media" WHEN NEW."alt" IS NOT OLD."alt" OR NEW."file_id" IS NOT OLD."file_id" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "media_files__generation_update" AFTER UPDATE OF "filename", "mime_type", "width", "height", "thumbnail_url" ON "media_files" WHEN NEW."filename" IS NOT OLD."filename" OR NEW."mime_type" IS NOT OLD."mime_type" OR NEW."width" IS NOT OLD."width" OR NEW."height" IS NOT OLD."height" OR NEW."thumbnail_url" IS NOT OLD."thumbnail_url" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

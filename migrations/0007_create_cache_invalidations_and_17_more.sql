-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: f0a3fcf02ccdbf7a0e6bcb7e796fdc2370d7633866e57a3220780095b79f236d
-- schema: 5c5343d89a8173f381e9fab7b39ea7912c6eaac053d40f0b69bc41f50907e6a0 -> dfd215924a281bc5aab285ddfd1bb98f2fb7751c366985e48eec363235775114

-- safe: set aside what is derived from the rows
DROP INDEX "content_collection_created_at";

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

-- safe: create table media_folders
-- for core-media
CREATE TABLE "media_folders" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "path" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "media_folders_path" ON "media_folders" ("path");

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

-- safe: derive search, content and counts from the rows again
CREATE INDEX "content_collection_created_at" ON "content" ("collection_id", "created_at", "id", "status");

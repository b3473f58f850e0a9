-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: c8a4e49cddd9ca5ccc625106f5d3c7eab65aba665e4c047b4aad79b2b64847ae
-- schema: 481454bd458cc55cc366162fc33f4bd7101edc7979045f5280e73e00f204297e -> 5c5343d89a8173f381e9fab7b39ea7912c6eaac053d40f0b69bc41f50907e6a0

-- safe: set aside what is derived from the rows
DROP INDEX "media_files_content_hash";
DROP INDEX "pages__visible__idx";
DROP INDEX "posts__visible__idx";
DROP INDEX "webhook_deliveries_due";

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

-- safe: derive search, content and counts from the rows again
CREATE UNIQUE INDEX "media_files_content_hash" ON "media_files" ("content_hash", "private");
CREATE INDEX "pages__visible__idx" ON "pages" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE INDEX "posts__visible__idx" ON "posts" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("status", "next_attempt_at");

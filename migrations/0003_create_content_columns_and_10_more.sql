-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 89b461aa4d70a28a6d3095f3696d6cb6c69e2748c9a0fa401372dbb415f1e111
-- schema: 888de89d52741e0556096fed53281d16d3457de453827698714109c9f03a1fe6 -> 7eb4c5d55d35c0927b7ada59c76882e5f468baefaab554c7b268da88b3e6e8ea

-- safe: create table content_columns
-- for admin
CREATE TABLE "content_columns" (
  "user_id" TEXT NOT NULL,
  "collection" TEXT NOT NULL,
  "columns" TEXT NOT NULL,
  PRIMARY KEY ("user_id", "collection")
);

-- safe: create table content_views
-- for admin
CREATE TABLE "content_views" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL,
  "collection" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "columns" TEXT,
  "shared" INTEGER NOT NULL DEFAULT 0,
  "created_at" INTEGER NOT NULL
);
CREATE INDEX "content_views_collection" ON "content_views" ("collection", "shared");
CREATE INDEX "content_views_user" ON "content_views" ("user_id", "collection");

-- safe: create table database_backup_chunks
-- for database-tools-plugin
CREATE TABLE "database_backup_chunks" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "backup" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "rows" INTEGER NOT NULL,
  "text" TEXT NOT NULL
);

-- safe: create table database_statistics
-- for database-tools-plugin
CREATE TABLE "database_statistics" (
  "hour" INTEGER NOT NULL,
  "route" TEXT NOT NULL,
  "statement" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  "total_ms" REAL NOT NULL,
  "max_ms" REAL NOT NULL,
  "rows_read" INTEGER NOT NULL,
  "rows_written" INTEGER NOT NULL,
  PRIMARY KEY ("hour", "route", "statement")
);
CREATE INDEX "database_statistics_route" ON "database_statistics" ("route", "hour");

-- safe: create table faq_categories
-- for faq
CREATE TABLE "faq_categories" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "sample_seed" INTEGER
);
CREATE INDEX "faq_categories_position" ON "faq_categories" ("position");
CREATE UNIQUE INDEX "faq_categories_slug" ON "faq_categories" ("slug");

-- safe: create table faq_questions
-- for faq
CREATE TABLE "faq_questions" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "category_id" TEXT NOT NULL REFERENCES "faq_categories" ("id"),
  "question" TEXT NOT NULL,
  "answer" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "published" INTEGER NOT NULL,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "faq_questions_category" ON "faq_questions" ("category_id", "position");

-- safe: create table preview_tokens
-- for admin
CREATE TABLE "preview_tokens" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "collection" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "created_by" TEXT,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "preview_tokens_expires_at" ON "preview_tokens" ("expires_at");

-- safe: create table seed_records
-- for seed-data-plugin
CREATE TABLE "seed_records" (
  "kind" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "collection" TEXT NOT NULL,
  "seed" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "held" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("kind", "id")
);
CREATE INDEX "seed_records_position" ON "seed_records" ("collection", "seed", "position");

-- safe: create table seed_runs
-- for seed-data-plugin
CREATE TABLE "seed_runs" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "seed" INTEGER NOT NULL,
  "started_at" INTEGER NOT NULL
);
CREATE INDEX "seed_runs_started_at" ON "seed_runs" ("started_at");

-- safe: create table workflow_comments
-- for workflow
CREATE TABLE "workflow_comments" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "review_id" TEXT NOT NULL REFERENCES "workflow_reviews" ("id"),
  "author_id" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL
);
CREATE INDEX "workflow_comments_review" ON "workflow_comments" ("review_id", "created_at");

-- safe: create table workflow_reviews
-- for workflow
CREATE TABLE "workflow_reviews" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "requested_by" TEXT NOT NULL,
  "requested_at" INTEGER NOT NULL,
  "decided_by" TEXT,
  "decided_at" INTEGER
);
CREATE INDEX "workflow_reviews_document" ON "workflow_reviews" ("document_id", "requested_at");
CREATE UNIQUE INDEX "workflow_reviews_open" ON "workflow_reviews" ("document_id") WHERE status = 'requested';
CREATE INDEX "workflow_reviews_status" ON "workflow_reviews" ("status", "requested_at");

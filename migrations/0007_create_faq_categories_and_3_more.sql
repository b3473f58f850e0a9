-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: bc57a2b81ad7a5e30a7d6b5373e74556643b4739189de26f93abfa6417c637cc
-- schema: 0131543964b61546f76115ac4e4e755d310c2eb81e8160eb4c62279a9fbb188b -> cd74d94df7815191346d93fb1ab53dc125c23ada5b66f519ca7cbb91e94171eb

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

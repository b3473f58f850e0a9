-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> d3471232d11a0de7d558bb669ea435db15211d17a38f89c468477d1c80f338fd

-- op: {"kind":"create-table","table":"content_draft_versions","owner":"core-tables"}
-- safe: create table content_draft_versions
-- for core-tables
CREATE TABLE "content_draft_versions" (
  "document_id" TEXT NOT NULL,
  "revision" INTEGER NOT NULL,
  "collection_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "data" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "created_by" TEXT,
  "name" TEXT,
  PRIMARY KEY ("document_id", "revision")
);

-- op: {"kind":"create-table","table":"content_drafts","owner":"core-tables"}
-- safe: create table content_drafts
-- for core-tables
CREATE TABLE "content_drafts" (
  "document_id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "data" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "revision" INTEGER NOT NULL,
  "scheduled_at" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "updated_by" TEXT
);
CREATE INDEX "content_drafts_scheduled_at" ON "content_drafts" ("scheduled_at") WHERE scheduled_at IS NOT NULL;
CREATE INDEX "content_drafts_updated_at" ON "content_drafts" ("updated_at", "document_id");

-- op: {"kind":"add-column","table":"content_versions","column":"name"}
-- safe: add column content_versions.name
ALTER TABLE "content_versions" ADD COLUMN "name" TEXT;

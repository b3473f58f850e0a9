-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> 49c2e272277be574e10d11c15284a72b6f2452af86afd736dacccfc50fa3f5ae

-- op: {"kind":"create-table","table":"release_documents","owner":"releases"}
-- safe: create table release_documents
-- for releases
CREATE TABLE "release_documents" (
  "release_id" TEXT NOT NULL REFERENCES "releases" ("id"),
  "collection_id" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "added_at" INTEGER NOT NULL,
  "added_by" TEXT NOT NULL,
  PRIMARY KEY ("release_id", "document_id")
);
CREATE INDEX "release_documents_document" ON "release_documents" ("document_id");

-- op: {"kind":"create-table","table":"releases","owner":"releases"}
-- safe: create table releases
-- for releases
CREATE TABLE "releases" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "title" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "scheduled_at" INTEGER,
  "scheduled_by" TEXT,
  "published_at" INTEGER,
  "published_by" TEXT,
  "failed_at" INTEGER,
  "failure" TEXT,
  "created_at" INTEGER NOT NULL,
  "created_by" TEXT NOT NULL
);
CREATE INDEX "releases_created_at" ON "releases" ("created_at");
CREATE INDEX "releases_status" ON "releases" ("status", "scheduled_at");

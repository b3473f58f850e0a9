-- format: 2
-- made-by: cms build
-- parent: ff5eda1c21880cb7bcaed56b17591c4ea9a69204b303938013cb0b9e1875299a
-- schema: 9f7e95f8f355bd7057519be6917f56c58387744c55224e3893cc7292fe414eb6 -> b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9

-- op: {"kind":"create-table","table":"content_trash","owner":"core-tables"}
-- safe: create table content_trash
-- for core-tables
CREATE TABLE "content_trash" (
  "document_id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "title" TEXT,
  "data" TEXT NOT NULL,
  "deleted_at" INTEGER NOT NULL,
  "deleted_by" TEXT,
  "expires_at" INTEGER NOT NULL,
  "root_id" TEXT NOT NULL
);
CREATE INDEX "content_trash_collection" ON "content_trash" ("collection_id", "deleted_at", "document_id");
CREATE INDEX "content_trash_deleted_at" ON "content_trash" ("deleted_at", "document_id");
CREATE INDEX "content_trash_expires_at" ON "content_trash" ("expires_at");
CREATE INDEX "content_trash_root_id" ON "content_trash" ("root_id");

-- op: {"kind":"create-table","table":"content_trash_references","owner":"core-tables"}
-- safe: create table content_trash_references
-- for core-tables
CREATE TABLE "content_trash_references" (
  "target_id" TEXT NOT NULL,
  "collection_id" TEXT NOT NULL,
  "field" TEXT NOT NULL,
  "holder_id" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("target_id", "collection_id", "field", "holder_id")
);

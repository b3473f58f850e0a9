-- format: 2
-- made-by: cms build
-- parent: f632d8b61eff80e8837fe5fa9afdae3784627fa47dbc2e8a62e17daa46fbfc74
-- schema: 100f305cc4ed71a465e27668142be4ce1e9616d0b10178aa478f5fa99b1b6505 -> 7f047fb0055651b4443febb82c94a9539eaec7f4a0ceaec2aa4208f59a4267f5

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

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: d90db1de98dccd021cf5611f1a60254db1fea7325c97343ae36e041517c2efe1
-- schema: 55836b4d3996171f0757b38e537a360b8cbeef8171244e6ae24a98059f1a9f88 -> 0131543964b61546f76115ac4e4e755d310c2eb81e8160eb4c62279a9fbb188b

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

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 456d4127fd23e8396892ec236d745a748ac96a9bcc9e3a967b289501d92b4faf
-- schema: 200511a50b85eec36a6a28ccd490b764e5a2fd9f5b3200a6039dcfe778cf260d -> 428a2598e09756e1db00f5edca64623cf311f4283f44f482466b83e25ecd95d9

-- safe: check foreign keys once everything is done
PRAGMA defer_foreign_keys = ON;

-- safe: set aside what is derived from the rows
DROP TRIGGER "old__content_delete";
DROP TRIGGER "old__content_insert";
DROP TRIGGER "old__content_update";
DROP TRIGGER "posts__content_delete";
DROP TRIGGER "posts__content_insert";
DROP TRIGGER "posts__content_update";
DROP TRIGGER "posts__search_delete";
DROP TRIGGER "posts__search_insert";
DROP TRIGGER "posts__search_update";
DROP TABLE "posts_fts";

-- safe: free names that other fields of posts take
ALTER TABLE "posts" RENAME COLUMN "b" TO "a__moving";

-- breaking: rename field posts.title to headline (test.ts:1)
-- clients read and write headline, no longer title
ALTER TABLE "posts" RENAME COLUMN "title" TO "headline";

-- breaking: rename field posts.a to b (test.ts:1)
-- clients read and write b, no longer a
ALTER TABLE "posts" RENAME COLUMN "a" TO "b";

-- breaking: rename field posts.b to a (test.ts:1)
-- clients read and write a, no longer b
ALTER TABLE "posts" RENAME COLUMN "a__moving" TO "a";

-- destructive: rebuild table notes
-- SQLite changes such columns in no other way; its rows wait in a copy, and what refers to them stays
-- drops extra
-- values of size that do not read as the new type are lost
CREATE TABLE "notes__copy" AS SELECT rowid AS "__rowid", * FROM "notes";
DROP TABLE "notes";
CREATE TABLE "notes" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "size" INTEGER
);
INSERT INTO "notes" (rowid, "id", "size") SELECT "__rowid", "id", CASE WHEN json_valid("size") THEN CASE WHEN json_type("size") IN ('integer') THEN CAST("size" AS INTEGER) END END FROM "notes__copy";
DROP TABLE "notes__copy";

-- breaking: change field posts.tag (test.ts:1)
--   tag: references as join to tags
-- one becomes many: answers hold a list of ids
CREATE TABLE "posts__tag" (
  "owner_id" TEXT NOT NULL REFERENCES "posts" ("id"),
  "target_id" TEXT NOT NULL REFERENCES "tags" ("id"),
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("owner_id", "position")
) WITHOUT ROWID;
CREATE UNIQUE INDEX "posts__tag__target" ON "posts__tag" ("target_id", "owner_id");
INSERT INTO "posts__tag" ("owner_id", "target_id", "position") SELECT "id", "tag", 0 FROM "posts" WHERE "tag" IS NOT NULL;

-- caution: rebuild table posts (test.ts:1)
-- SQLite changes such columns in no other way; its rows wait in a copy, and what refers to them stays
CREATE TABLE "posts__copy" AS SELECT rowid AS "__rowid", * FROM "posts";
DROP TABLE "posts";
CREATE TABLE "posts" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "headline" TEXT,
  "views" REAL,
  "a" TEXT,
  "b" TEXT,
  "seo" TEXT,
  "day" INTEGER,
  "kind" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
INSERT INTO "posts" (rowid, "id", "status", "headline", "views", "a", "b", "seo", "day", "kind", "created_at", "updated_at", "published_at", "scheduled_at", "created_by", "updated_by", "version") SELECT "__rowid", "id", "status", "headline", CASE WHEN json_valid("views") THEN CASE WHEN json_type("views") IN ('integer', 'real') THEN CAST("views" AS REAL) END END, "a", "b", "seo", "day", 'x', "created_at", "updated_at", "published_at", "scheduled_at", "created_by", "updated_by", "version" FROM "posts__copy";
DROP TABLE "posts__copy";
CREATE INDEX "posts__a__idx" ON "posts" ("a", "created_at", "id", "status");
CREATE INDEX "posts__b__idx" ON "posts" ("b", "created_at", "id", "status");
CREATE INDEX "posts__created_at__idx" ON "posts" ("created_at", "id", "status");
CREATE INDEX "posts__created_by__idx" ON "posts" ("created_by", "created_at", "id", "status");
CREATE INDEX "posts__day__idx" ON "posts" ("day", "created_at", "id", "status");
CREATE INDEX "posts__draft__idx" ON "posts" ("created_at", "id") WHERE "status" = 'draft';
CREATE INDEX "posts__headline__idx" ON "posts" ("headline", "created_at", "id", "status");
CREATE INDEX "posts__kind__idx" ON "posts" ("kind", "created_at", "id", "status");
CREATE INDEX "posts__published_at__idx" ON "posts" ("published_at", "created_at", "id", "status");
CREATE INDEX "posts__scheduled_at__idx" ON "posts" ("scheduled_at") WHERE "status" = 'scheduled';
CREATE INDEX "posts__updated_at__idx" ON "posts" ("updated_at", "created_at", "id", "status");
CREATE INDEX "posts__updated_by__idx" ON "posts" ("updated_by", "created_at", "id", "status");
CREATE INDEX "posts__views__idx" ON "posts" ("views", "created_at", "id", "status");
CREATE INDEX "posts__visible__idx" ON "posts" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');

-- breaking: add field posts.kind (test.ts:1)
--   kind: select as text, required
-- clients must send kind from now on

-- destructive: change field posts.views (test.ts:1)
--   views: number as real
-- string becomes number
-- values that do not read as the new type are lost

-- destructive: drop field posts.legacy (test.ts:1)
-- unused

-- destructive: drop collection old
-- gone
DELETE FROM "content" WHERE "collection_id" = 'old';
DELETE FROM "content_versions" WHERE "collection_id" = 'old';
DROP TABLE "old";

-- safe: derive search, content and counts from the rows again
CREATE VIRTUAL TABLE "posts_fts" USING fts5("headline", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
INSERT INTO "posts_fts" (rowid, "headline") SELECT rowid, "posts"."headline" FROM "posts";
UPDATE "content" SET "title" = "posts"."headline", "slug" = NULL FROM "posts" WHERE "content"."id" = "posts"."id";
CREATE TRIGGER "posts__content_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "posts__content_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'posts', NEW."headline", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "posts__content_update" AFTER UPDATE OF "headline", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "posts" BEGIN
  UPDATE "content" SET "title" = NEW."headline", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "posts__search_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "posts_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "posts__search_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "posts_fts" (rowid, "headline") VALUES (NEW.rowid, NEW."headline");
END;
CREATE TRIGGER "posts__search_update" AFTER UPDATE OF "headline" ON "posts" WHEN NEW."headline" IS NOT OLD."headline" BEGIN
  UPDATE "posts_fts" SET "headline" = NEW."headline" WHERE rowid = NEW.rowid;
END;

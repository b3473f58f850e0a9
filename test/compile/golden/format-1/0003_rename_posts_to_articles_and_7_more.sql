-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 57a48ce2a0dc14589c48f4c4716caf3bab232261eb85571593e43cc4e86e459e
-- schema: 428a2598e09756e1db00f5edca64623cf311f4283f44f482466b83e25ecd95d9 -> 171cae7d71ae730088cad8f92b6607f27b6f22d626ad0272a10daa61075f4a77

-- safe: check foreign keys once everything is done
PRAGMA defer_foreign_keys = ON;

-- safe: set aside what is derived from the rows
DROP TRIGGER "posts__content_delete";
DROP TRIGGER "posts__content_insert";
DROP TRIGGER "posts__content_update";
DROP TRIGGER "posts__search_delete";
DROP TRIGGER "posts__search_insert";
DROP TRIGGER "posts__search_update";
DROP TRIGGER "tags__content_delete";
DROP TRIGGER "tags__content_insert";
DROP TRIGGER "tags__content_update";
DROP TABLE "posts_fts";
DROP INDEX "posts__a__idx";
DROP INDEX "posts__b__idx";
DROP INDEX "posts__created_at__idx";
DROP INDEX "posts__created_by__idx";
DROP INDEX "posts__day__idx";
DROP INDEX "posts__draft__idx";
DROP INDEX "posts__headline__idx";
DROP INDEX "posts__kind__idx";
DROP INDEX "posts__published_at__idx";
DROP INDEX "posts__scheduled_at__idx";
DROP INDEX "posts__updated_at__idx";
DROP INDEX "posts__updated_by__idx";
DROP INDEX "posts__views__idx";
DROP INDEX "posts__visible__idx";
DROP INDEX "posts__tag__target";
DROP INDEX "posts__tags__target";
DROP INDEX "tags__created_at__idx";
DROP INDEX "tags__created_by__idx";
DROP INDEX "tags__name__idx";
DROP INDEX "tags__published_at__idx";
DROP INDEX "tags__updated_at__idx";
DROP INDEX "tags__updated_by__idx";

-- breaking: rename collection posts to articles (test.ts:1)
-- clients find it at /api/articles, no longer at /api/posts
ALTER TABLE "posts" RENAME TO "articles";
ALTER TABLE "posts__tag" RENAME TO "articles__tag";
ALTER TABLE "posts__tags" RENAME TO "articles__tags";

-- breaking: rename collection tags to topics (test.ts:1)
-- clients find it at /api/topics, no longer at /api/tags
ALTER TABLE "tags" RENAME TO "topics";

-- safe: carry content and versions over to the new names of their collections
UPDATE "content" SET "collection_id" = CASE "collection_id" WHEN 'posts' THEN 'articles' WHEN 'tags' THEN 'topics' END WHERE "collection_id" IN ('posts', 'tags');
UPDATE "content_versions" SET "collection_id" = CASE "collection_id" WHEN 'posts' THEN 'articles' WHEN 'tags' THEN 'topics' END WHERE "collection_id" IN ('posts', 'tags');

-- safe: free names that other fields of articles take
ALTER TABLE "articles" RENAME COLUMN "b" TO "a__moving";

-- breaking: rename field articles.a to b (test.ts:1)
-- clients read and write b, no longer a
ALTER TABLE "articles" RENAME COLUMN "a" TO "b";

-- breaking: rename field articles.b to a (test.ts:1)
-- clients read and write a, no longer b
ALTER TABLE "articles" RENAME COLUMN "a__moving" TO "a";

-- destructive: change field articles.tag (test.ts:1)
--   tag: references as join to topics
-- refers to topics, no longer to tags
-- many become one: the first of each list stays, the others are lost

-- destructive: change field articles.tags (test.ts:1)
--   tags: references as join to topics
-- refers to topics, no longer to tags
-- many become one: the first of each list stays, the others are lost

-- safe: create index articles__views__headline__idx (test.ts:1)
CREATE INDEX "articles__views__headline__idx" ON "articles" ("views", "headline", "created_at", "id", "status");

-- destructive: drop table notes
-- not needed
DROP TABLE "notes";

-- safe: derive search, content and counts from the rows again
CREATE INDEX "articles__a__idx" ON "articles" ("a", "created_at", "id", "status");
CREATE INDEX "articles__b__idx" ON "articles" ("b", "created_at", "id", "status");
CREATE INDEX "articles__created_at__idx" ON "articles" ("created_at", "id", "status");
CREATE INDEX "articles__created_by__idx" ON "articles" ("created_by", "created_at", "id", "status");
CREATE INDEX "articles__day__idx" ON "articles" ("day", "created_at", "id", "status");
CREATE INDEX "articles__draft__idx" ON "articles" ("created_at", "id") WHERE "status" = 'draft';
CREATE INDEX "articles__headline__idx" ON "articles" ("headline", "created_at", "id", "status");
CREATE INDEX "articles__kind__idx" ON "articles" ("kind", "created_at", "id", "status");
CREATE INDEX "articles__published_at__idx" ON "articles" ("published_at", "created_at", "id", "status");
CREATE INDEX "articles__scheduled_at__idx" ON "articles" ("scheduled_at") WHERE "status" = 'scheduled';
CREATE INDEX "articles__updated_at__idx" ON "articles" ("updated_at", "created_at", "id", "status");
CREATE INDEX "articles__updated_by__idx" ON "articles" ("updated_by", "created_at", "id", "status");
CREATE INDEX "articles__views__idx" ON "articles" ("views", "created_at", "id", "status");
CREATE INDEX "articles__visible__idx" ON "articles" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE UNIQUE INDEX "articles__tag__target" ON "articles__tag" ("target_id", "owner_id");
CREATE UNIQUE INDEX "articles__tags__target" ON "articles__tags" ("target_id", "owner_id");
CREATE INDEX "topics__created_at__idx" ON "topics" ("created_at", "id", "status");
CREATE INDEX "topics__created_by__idx" ON "topics" ("created_by", "created_at", "id", "status");
CREATE INDEX "topics__name__idx" ON "topics" ("name", "created_at", "id", "status");
CREATE INDEX "topics__published_at__idx" ON "topics" ("published_at", "created_at", "id", "status");
CREATE INDEX "topics__updated_at__idx" ON "topics" ("updated_at", "created_at", "id", "status");
CREATE INDEX "topics__updated_by__idx" ON "topics" ("updated_by", "created_at", "id", "status");
CREATE VIRTUAL TABLE "articles_fts" USING fts5("headline", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
INSERT INTO "articles_fts" (rowid, "headline") SELECT rowid, "articles"."headline" FROM "articles";
CREATE TRIGGER "articles__content_delete" AFTER DELETE ON "articles" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "articles__content_insert" AFTER INSERT ON "articles" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'articles', NEW."headline", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "articles__content_update" AFTER UPDATE OF "headline", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "articles" BEGIN
  UPDATE "content" SET "title" = NEW."headline", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "articles__search_delete" AFTER DELETE ON "articles" BEGIN
  DELETE FROM "articles_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "articles__search_insert" AFTER INSERT ON "articles" BEGIN
  INSERT INTO "articles_fts" (rowid, "headline") VALUES (NEW.rowid, NEW."headline");
END;
CREATE TRIGGER "articles__search_update" AFTER UPDATE OF "headline" ON "articles" WHEN NEW."headline" IS NOT OLD."headline" BEGIN
  UPDATE "articles_fts" SET "headline" = NEW."headline" WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER "topics__content_delete" AFTER DELETE ON "topics" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "topics__content_insert" AFTER INSERT ON "topics" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'topics', NEW."name", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "topics__content_update" AFTER UPDATE OF "name", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "topics" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

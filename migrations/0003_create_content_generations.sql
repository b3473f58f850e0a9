-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 428cf3bb17d97a1721af59f479f39364866b0795c59c66f9b0dd745e7cfeeb54
-- schema: d8417e75d0f7693563c597cdfc058cd9751beb0bfb342459876922b69c17e883 -> 2b281a477b3aaaf3db8ef0b74467878c4f9492207f622d4d2614a45e00043315

-- safe: create table content_generations
-- for core-tables
CREATE TABLE "content_generations" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "generation" INTEGER NOT NULL
);

-- safe: derive search, content and counts from the rows again
CREATE TRIGGER "content__generation_delete" AFTER DELETE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (OLD."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_insert" AFTER INSERT ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_update" AFTER UPDATE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

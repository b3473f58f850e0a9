-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: d7759009260a6f43ee6f6308f1714faad447af9d51847b942088703adff39da2
-- schema: 1344b2fda8bbf4ebe653b414767c60982f4c3a8cd33f85adfd8832c0d9f21f9a -> efd27a280f2dc5b3bc491ae73b21934aec3e86899eb9cd5891bc7db99802f03b

-- safe: derive search, content and counts from the rows again
CREATE TRIGGER "media__generation_delete" AFTER DELETE ON "media" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "media__generation_update" AFTER UPDATE OF "alt", "file_id" ON "media" WHEN NEW."alt" IS NOT OLD."alt" OR NEW."file_id" IS NOT OLD."file_id" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "media_files__generation_update" AFTER UPDATE OF "filename", "mime_type", "width", "height", "thumbnail_url" ON "media_files" WHEN NEW."filename" IS NOT OLD."filename" OR NEW."mime_type" IS NOT OLD."mime_type" OR NEW."width" IS NOT OLD."width" OR NEW."height" IS NOT OLD."height" OR NEW."thumbnail_url" IS NOT OLD."thumbnail_url" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

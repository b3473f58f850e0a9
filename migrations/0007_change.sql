-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> 99dee978e99efdb60c7cd4c49814cc507f994be9c620b55daf34fc9bbcb06243

-- op: {"kind":"set-aside","tables":["media"]}
-- safe: set aside triggers, search tables and indexes of media
DROP TRIGGER "media__generation_update";

-- op: {"kind":"derive","tables":["media"]}
-- safe: restore triggers, search tables and indexes of media
CREATE TRIGGER "media__generation_update" AFTER UPDATE OF "alt", "file_id", "focal_x", "focal_y" ON "media" WHEN NEW."alt" IS NOT OLD."alt" OR NEW."file_id" IS NOT OLD."file_id" OR NEW."focal_x" IS NOT OLD."focal_x" OR NEW."focal_y" IS NOT OLD."focal_y" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

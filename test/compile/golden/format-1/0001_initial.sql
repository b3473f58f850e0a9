-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: none
-- schema: none -> 200511a50b85eec36a6a28ccd490b764e5a2fd9f5b3200a6039dcfe778cf260d

-- safe: create table collections
-- for core
CREATE TABLE "collections" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "label" TEXT NOT NULL,
  "description" TEXT,
  "fields" TEXT NOT NULL,
  "drafts" INTEGER NOT NULL,
  "singleton" INTEGER NOT NULL,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);

-- safe: create table content
-- for core
CREATE TABLE "content" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "title" TEXT,
  "slug" TEXT,
  "status" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT
);
CREATE INDEX "content_collection_created_at" ON "content" ("collection_id", "created_at", "id", "status");
CREATE INDEX "content_collection_published_at" ON "content" ("collection_id", "published_at", "id", "status");
CREATE INDEX "content_collection_title" ON "content" ("collection_id", ("title" COLLATE NOCASE), "id", "status");
CREATE INDEX "content_collection_updated_at" ON "content" ("collection_id", "updated_at", "id", "status");
CREATE INDEX "content_created_at" ON "content" ("created_at", "id");
CREATE INDEX "content_published_at" ON "content" ("published_at", "id", "status", "collection_id");
CREATE INDEX "content_scheduled_at" ON "content" ("scheduled_at") WHERE status = 'scheduled';
CREATE INDEX "content_slug" ON "content" ("slug");
CREATE INDEX "content_status_created_at" ON "content" ("status", "created_at", "id");
CREATE INDEX "content_title" ON "content" (("title" COLLATE NOCASE), "id", "status", "collection_id");
CREATE INDEX "content_updated_at" ON "content" ("updated_at", "id", "status", "collection_id");
CREATE TRIGGER "content__counts_delete" AFTER DELETE ON "content" BEGIN
  UPDATE "content_counts" SET "count" = "count" - 1 WHERE "collection_id" = OLD."collection_id" AND "status" = OLD."status";
END;
CREATE TRIGGER "content__counts_insert" AFTER INSERT ON "content" BEGIN
  INSERT INTO "content_counts" ("collection_id", "status", "count") VALUES (NEW."collection_id", NEW."status", 1) ON CONFLICT ("collection_id", "status") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "content__counts_update" AFTER UPDATE OF "collection_id", "status" ON "content" WHEN NEW."collection_id" <> OLD."collection_id" OR NEW."status" <> OLD."status" BEGIN
  UPDATE "content_counts" SET "count" = "count" - 1 WHERE "collection_id" = OLD."collection_id" AND "status" = OLD."status";
  INSERT INTO "content_counts" ("collection_id", "status", "count") VALUES (NEW."collection_id", NEW."status", 1) ON CONFLICT ("collection_id", "status") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "content__generation_delete" AFTER DELETE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (OLD."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_insert" AFTER INSERT ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;
CREATE TRIGGER "content__generation_update" AFTER UPDATE ON "content" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES (NEW."collection_id", CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

-- safe: create table content_counts
-- for core
CREATE TABLE "content_counts" (
  "collection_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  PRIMARY KEY ("collection_id", "status")
);

-- safe: create table content_generations
-- for core
CREATE TABLE "content_generations" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "generation" INTEGER NOT NULL
);

-- safe: create table content_versions
-- for core
CREATE TABLE "content_versions" (
  "document_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "collection_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "data" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "created_by" TEXT,
  PRIMARY KEY ("document_id", "version")
);

-- safe: create table idempotency_keys
-- for core
CREATE TABLE "idempotency_keys" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "body_hash" TEXT NOT NULL,
  "response" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" ("expires_at");

-- safe: create table limited_attempts
-- for core
CREATE TABLE "limited_attempts" (
  "id" TEXT NOT NULL,
  "bucket" TEXT NOT NULL,
  "attempted_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "failed" INTEGER NOT NULL,
  PRIMARY KEY ("id", "bucket")
);
CREATE INDEX "limited_attempts_bucket" ON "limited_attempts" ("bucket", "attempted_at");
CREATE INDEX "limited_attempts_expires_at" ON "limited_attempts" ("expires_at");

-- safe: create table notes
-- for notes
CREATE TABLE "notes" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "size" TEXT,
  "extra" TEXT
);

-- safe: create table plugin_hooks
-- for core
CREATE TABLE "plugin_hooks" (
  "plugin_id" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  PRIMARY KEY ("plugin_id", "event")
);

-- safe: create table plugin_routes
-- for core
CREATE TABLE "plugin_routes" (
  "plugin_id" TEXT NOT NULL,
  "method" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "access" TEXT NOT NULL,
  PRIMARY KEY ("method", "path")
);
CREATE INDEX "plugin_routes_plugin_id" ON "plugin_routes" ("plugin_id");

-- safe: create table plugins
-- for core
CREATE TABLE "plugins" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "description" TEXT,
  "active" INTEGER NOT NULL DEFAULT 1,
  "installed_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);

-- safe: create table system_state
-- for core
CREATE TABLE "system_state" (
  "key" TEXT NOT NULL PRIMARY KEY,
  "value" TEXT NOT NULL,
  "updated_at" INTEGER NOT NULL
);

-- safe: create table team_permissions
-- for core
CREATE TABLE "team_permissions" (
  "user_id" TEXT NOT NULL,
  "team_id" TEXT NOT NULL,
  "permissions" TEXT NOT NULL,
  "updated_at" INTEGER NOT NULL,
  PRIMARY KEY ("user_id", "team_id")
);
CREATE INDEX "team_permissions_team_id" ON "team_permissions" ("team_id", "user_id");

-- safe: create table users
-- for core
CREATE TABLE "users" (
  "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "id" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "username" TEXT NOT NULL,
  "first_name" TEXT,
  "last_name" TEXT,
  "password_hash" TEXT,
  "role" TEXT NOT NULL DEFAULT 'viewer',
  "is_active" INTEGER NOT NULL DEFAULT 1,
  "email_verified" INTEGER NOT NULL DEFAULT 0,
  "second_factor" INTEGER NOT NULL DEFAULT 0,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "users_created_at" ON "users" ("created_at");
CREATE UNIQUE INDEX "users_email" ON "users" ("email");
CREATE UNIQUE INDEX "users_id" ON "users" ("id");
CREATE INDEX "users_role" ON "users" ("role");
CREATE UNIQUE INDEX "users_username" ON "users" ("username");

-- safe: create collection old (test.ts:1)
--   name: string as text
CREATE TABLE "old" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "name" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "old__created_at__idx" ON "old" ("created_at", "id", "status");
CREATE INDEX "old__created_by__idx" ON "old" ("created_by", "created_at", "id", "status");
CREATE INDEX "old__name__idx" ON "old" ("name", "created_at", "id", "status");
CREATE INDEX "old__published_at__idx" ON "old" ("published_at", "created_at", "id", "status");
CREATE INDEX "old__updated_at__idx" ON "old" ("updated_at", "created_at", "id", "status");
CREATE INDEX "old__updated_by__idx" ON "old" ("updated_by", "created_at", "id", "status");
CREATE TRIGGER "old__content_delete" AFTER DELETE ON "old" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "old__content_insert" AFTER INSERT ON "old" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'old', NEW."name", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "old__content_update" AFTER UPDATE OF "name", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "old" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

-- safe: create collection posts (test.ts:1)
--   title: string as text, required
--   views: string as text
--   tag: reference as text to tags
--   tags: references as join to tags
--   a: string as text
--   b: string as text
--   legacy: text as text
--   seo: group as json
--   day: datetime as datetime
CREATE TABLE "posts" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "title" TEXT,
  "views" TEXT,
  "tag" TEXT REFERENCES "tags" ("id"),
  "a" TEXT,
  "b" TEXT,
  "legacy" TEXT,
  "seo" TEXT,
  "day" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "posts__a__idx" ON "posts" ("a", "created_at", "id", "status");
CREATE INDEX "posts__b__idx" ON "posts" ("b", "created_at", "id", "status");
CREATE INDEX "posts__created_at__idx" ON "posts" ("created_at", "id", "status");
CREATE INDEX "posts__created_by__idx" ON "posts" ("created_by", "created_at", "id", "status");
CREATE INDEX "posts__day__idx" ON "posts" ("day", "created_at", "id", "status");
CREATE INDEX "posts__draft__idx" ON "posts" ("created_at", "id") WHERE "status" = 'draft';
CREATE INDEX "posts__published_at__idx" ON "posts" ("published_at", "created_at", "id", "status");
CREATE INDEX "posts__scheduled_at__idx" ON "posts" ("scheduled_at") WHERE "status" = 'scheduled';
CREATE INDEX "posts__tag__idx" ON "posts" ("tag", "created_at", "id", "status");
CREATE INDEX "posts__title__idx" ON "posts" ("title", "created_at", "id", "status");
CREATE INDEX "posts__updated_at__idx" ON "posts" ("updated_at", "created_at", "id", "status");
CREATE INDEX "posts__updated_by__idx" ON "posts" ("updated_by", "created_at", "id", "status");
CREATE INDEX "posts__views__idx" ON "posts" ("views", "created_at", "id", "status");
CREATE INDEX "posts__visible__idx" ON "posts" ("created_at", "id", "status") WHERE "status" IN ('published', 'scheduled');
CREATE TABLE "posts__tags" (
  "owner_id" TEXT NOT NULL REFERENCES "posts" ("id"),
  "target_id" TEXT NOT NULL REFERENCES "tags" ("id"),
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("owner_id", "position")
) WITHOUT ROWID;
CREATE UNIQUE INDEX "posts__tags__target" ON "posts__tags" ("target_id", "owner_id");
CREATE VIRTUAL TABLE "posts_fts" USING fts5("title", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER "posts__content_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "posts__content_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'posts', NEW."title", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "posts__content_update" AFTER UPDATE OF "title", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "posts" BEGIN
  UPDATE "content" SET "title" = NEW."title", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "posts__search_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "posts_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "posts__search_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "posts_fts" (rowid, "title") VALUES (NEW.rowid, NEW."title");
END;
CREATE TRIGGER "posts__search_update" AFTER UPDATE OF "title" ON "posts" WHEN NEW."title" IS NOT OLD."title" BEGIN
  UPDATE "posts_fts" SET "title" = NEW."title" WHERE rowid = NEW.rowid;
END;

-- safe: create collection tags (test.ts:1)
--   name: string as text
CREATE TABLE "tags" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "name" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "tags__created_at__idx" ON "tags" ("created_at", "id", "status");
CREATE INDEX "tags__created_by__idx" ON "tags" ("created_by", "created_at", "id", "status");
CREATE INDEX "tags__name__idx" ON "tags" ("name", "created_at", "id", "status");
CREATE INDEX "tags__published_at__idx" ON "tags" ("published_at", "created_at", "id", "status");
CREATE INDEX "tags__updated_at__idx" ON "tags" ("updated_at", "created_at", "id", "status");
CREATE INDEX "tags__updated_by__idx" ON "tags" ("updated_by", "created_at", "id", "status");
CREATE TRIGGER "tags__content_delete" AFTER DELETE ON "tags" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "tags__content_insert" AFTER INSERT ON "tags" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'tags', NEW."name", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "tags__content_update" AFTER UPDATE OF "name", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "tags" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

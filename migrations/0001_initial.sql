-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: none
-- schema: none -> fc240bcec62854832165d41d5b8ba3a662439a0e52ba2e15584d61eb991de195

-- safe: create table api_tokens
-- for core-auth
CREATE TABLE "api_tokens" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "token_hash" TEXT NOT NULL,
  "scopes" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER,
  "last_used_at" INTEGER,
  "revoked_at" INTEGER
);
CREATE UNIQUE INDEX "api_tokens_token_hash" ON "api_tokens" ("token_hash");
CREATE INDEX "api_tokens_user_id" ON "api_tokens" ("user_id", "created_at");

-- safe: create table collections
-- for core-tables
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
-- for core-tables
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
CREATE INDEX "content_collection_created_at" ON "content" ("collection_id", "created_at", "id");
CREATE INDEX "content_collection_status_created_at" ON "content" ("collection_id", "status", "created_at", "id");
CREATE INDEX "content_created_at" ON "content" ("created_at", "id");
CREATE INDEX "content_scheduled_at" ON "content" ("scheduled_at") WHERE status = 'scheduled';
CREATE INDEX "content_slug" ON "content" ("slug");
CREATE INDEX "content_status_created_at" ON "content" ("status", "created_at", "id");
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

-- safe: create table content_counts
-- for core-tables
CREATE TABLE "content_counts" (
  "collection_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  PRIMARY KEY ("collection_id", "status")
);

-- safe: create table content_versions
-- for core-tables
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
-- for core-tables
CREATE TABLE "idempotency_keys" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "body_hash" TEXT NOT NULL,
  "response" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" ("expires_at");

-- safe: create table login_attempts
-- for core-auth
CREATE TABLE "login_attempts" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "email_hash" TEXT NOT NULL,
  "ip_address" TEXT NOT NULL,
  "attempted_at" INTEGER NOT NULL,
  "failed" INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX "login_attempts_attempted_at" ON "login_attempts" ("attempted_at");
CREATE INDEX "login_attempts_email_hash" ON "login_attempts" ("email_hash", "attempted_at");
CREATE INDEX "login_attempts_ip_address" ON "login_attempts" ("ip_address", "attempted_at");

-- safe: create table magic_links
-- for magic-link-auth
CREATE TABLE "magic_links" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_email" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "used" INTEGER DEFAULT 0,
  "used_at" INTEGER,
  "created_at" INTEGER NOT NULL,
  "ip_address" TEXT,
  "user_agent" TEXT
);
CREATE UNIQUE INDEX "magic_links_token" ON "magic_links" ("token");
CREATE INDEX "magic_links_user_email" ON "magic_links" ("user_email", "created_at");

-- safe: create table media
-- for core-media
CREATE TABLE "media" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "file_id" INTEGER NOT NULL REFERENCES "media_files" ("id"),
  "original_name" TEXT NOT NULL,
  "title" TEXT,
  "alt" TEXT,
  "folder" TEXT NOT NULL DEFAULT '',
  "tags" TEXT,
  "uploaded_by" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "media_created_at" ON "media" ("created_at", "id");
CREATE INDEX "media_file_id" ON "media" ("file_id");
CREATE INDEX "media_folder" ON "media" ("folder", "created_at", "id");

-- safe: create table media_files
-- for core-media
CREATE TABLE "media_files" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "filename" TEXT NOT NULL,
  "original_name" TEXT NOT NULL,
  "mime_type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "url" TEXT NOT NULL,
  "thumbnail_url" TEXT,
  "metadata" TEXT,
  "uploaded_by" INTEGER REFERENCES "users" ("seq"),
  "tags" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER,
  "content_hash" TEXT,
  "width" INTEGER,
  "height" INTEGER
);
CREATE UNIQUE INDEX "media_files_content_hash" ON "media_files" ("content_hash");
CREATE UNIQUE INDEX "media_files_filename" ON "media_files" ("filename");

-- safe: create table plugin_hooks
-- for core-tables
CREATE TABLE "plugin_hooks" (
  "plugin_id" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  PRIMARY KEY ("plugin_id", "event")
);

-- safe: create table plugin_routes
-- for core-tables
CREATE TABLE "plugin_routes" (
  "plugin_id" TEXT NOT NULL,
  "method" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "access" TEXT NOT NULL,
  PRIMARY KEY ("method", "path")
);
CREATE INDEX "plugin_routes_plugin_id" ON "plugin_routes" ("plugin_id");

-- safe: create table plugins
-- for core-tables
CREATE TABLE "plugins" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "description" TEXT,
  "active" INTEGER NOT NULL DEFAULT 1,
  "installed_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);

-- safe: create table sessions
-- for core-auth
CREATE TABLE "sessions" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "last_seen_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "revoked_at" INTEGER,
  "ip_address" TEXT,
  "user_agent" TEXT,
  "refresh_hash" TEXT NOT NULL
);
CREATE INDEX "sessions_expires_at" ON "sessions" ("expires_at");
CREATE UNIQUE INDEX "sessions_refresh_hash" ON "sessions" ("refresh_hash");
CREATE INDEX "sessions_user_id" ON "sessions" ("user_id", "created_at");

-- safe: create table spent_refresh_tokens
-- for core-auth
CREATE TABLE "spent_refresh_tokens" (
  "token_hash" TEXT NOT NULL PRIMARY KEY,
  "session_id" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "spent_refresh_tokens_expires_at" ON "spent_refresh_tokens" ("expires_at");

-- safe: create table system_state
-- for core-tables
CREATE TABLE "system_state" (
  "key" TEXT NOT NULL PRIMARY KEY,
  "value" TEXT NOT NULL,
  "updated_at" INTEGER NOT NULL
);

-- safe: create table users
-- for core-tables
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
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "users_created_at" ON "users" ("created_at");
CREATE UNIQUE INDEX "users_email" ON "users" ("email");
CREATE UNIQUE INDEX "users_id" ON "users" ("id");
CREATE INDEX "users_role" ON "users" ("role");
CREATE UNIQUE INDEX "users_username" ON "users" ("username");

-- safe: create collection authors (collections/authors.ts:3)
--   name: string as text, required
--   slug: slug as text
--   email: string as text
--   website: string as text
--   portrait: media as text to media
--   born: date as text
--   links: list as json
CREATE TABLE "authors" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "name" TEXT,
  "slug" TEXT,
  "email" TEXT,
  "website" TEXT,
  "portrait" TEXT REFERENCES "media" ("id"),
  "born" TEXT,
  "links" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "authors__born__idx" ON "authors" ("born", "created_at", "id", "status");
CREATE INDEX "authors__created_at__idx" ON "authors" ("created_at", "id", "status");
CREATE INDEX "authors__created_by__idx" ON "authors" ("created_by", "created_at", "id", "status");
CREATE INDEX "authors__name__idx" ON "authors" ("name", "created_at", "id", "status");
CREATE INDEX "authors__portrait__idx" ON "authors" ("portrait", "created_at", "id", "status");
CREATE INDEX "authors__published_at__idx" ON "authors" ("published_at", "created_at", "id", "status");
CREATE INDEX "authors__slug__idx" ON "authors" ("slug", "created_at", "id", "status");
CREATE UNIQUE INDEX "authors__slug__unique" ON "authors" ("slug");
CREATE INDEX "authors__updated_at__idx" ON "authors" ("updated_at", "created_at", "id", "status");
CREATE VIRTUAL TABLE "authors_fts" USING fts5("name", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER "authors__content_delete" AFTER DELETE ON "authors" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "authors__content_insert" AFTER INSERT ON "authors" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'authors', NEW."name", NEW."slug", NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "authors__content_update" AFTER UPDATE OF "name", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "authors" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NEW."slug", "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "authors__search_delete" AFTER DELETE ON "authors" BEGIN
  DELETE FROM "authors_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "authors__search_insert" AFTER INSERT ON "authors" BEGIN
  INSERT INTO "authors_fts" (rowid, "name") VALUES (NEW.rowid, NEW."name");
END;
CREATE TRIGGER "authors__search_update" AFTER UPDATE OF "name" ON "authors" WHEN NEW."name" IS NOT OLD."name" BEGIN
  UPDATE "authors_fts" SET "name" = NEW."name" WHERE rowid = NEW.rowid;
END;

-- safe: create collection categories (collections/categories.ts:3)
--   name: string as text, required
--   slug: slug as text
--   parent: reference as text to categories
--   position: number as integer
CREATE TABLE "categories" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "name" TEXT,
  "slug" TEXT,
  "parent" TEXT REFERENCES "categories" ("id"),
  "position" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "categories__created_at__idx" ON "categories" ("created_at", "id", "status");
CREATE INDEX "categories__created_by__idx" ON "categories" ("created_by", "created_at", "id", "status");
CREATE INDEX "categories__name__idx" ON "categories" ("name", "created_at", "id", "status");
CREATE INDEX "categories__parent__idx" ON "categories" ("parent", "created_at", "id", "status");
CREATE INDEX "categories__position__idx" ON "categories" ("position", "created_at", "id", "status");
CREATE INDEX "categories__published_at__idx" ON "categories" ("published_at", "created_at", "id", "status");
CREATE INDEX "categories__slug__idx" ON "categories" ("slug", "created_at", "id", "status");
CREATE UNIQUE INDEX "categories__slug__unique" ON "categories" ("slug");
CREATE INDEX "categories__updated_at__idx" ON "categories" ("updated_at", "created_at", "id", "status");
CREATE TRIGGER "categories__content_delete" AFTER DELETE ON "categories" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "categories__content_insert" AFTER INSERT ON "categories" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'categories', NEW."name", NEW."slug", NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "categories__content_update" AFTER UPDATE OF "name", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "categories" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NEW."slug", "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

-- safe: create collection pages (collections/pages.ts:3)
--   title: string as text, required
--   slug: slug as text
--   sections: blocks as json
--   seo: group as json
--   order: number as integer
CREATE TABLE "pages" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "title" TEXT,
  "slug" TEXT,
  "sections" TEXT,
  "seo" TEXT,
  "order" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "pages__created_at__idx" ON "pages" ("created_at", "id", "status");
CREATE INDEX "pages__created_by__idx" ON "pages" ("created_by", "created_at", "id", "status");
CREATE INDEX "pages__draft__idx" ON "pages" ("created_at", "id") WHERE "status" = 'draft';
CREATE INDEX "pages__order__idx" ON "pages" ("order", "created_at", "id", "status");
CREATE INDEX "pages__published_at__idx" ON "pages" ("published_at", "created_at", "id", "status");
CREATE INDEX "pages__scheduled_at__idx" ON "pages" ("scheduled_at") WHERE "status" = 'scheduled';
CREATE INDEX "pages__slug__idx" ON "pages" ("slug", "created_at", "id", "status");
CREATE UNIQUE INDEX "pages__slug__unique" ON "pages" ("slug");
CREATE INDEX "pages__title__idx" ON "pages" ("title", "created_at", "id", "status");
CREATE INDEX "pages__updated_at__idx" ON "pages" ("updated_at", "created_at", "id", "status");
CREATE INDEX "pages__visible__idx" ON "pages" ("created_at", "id") WHERE "status" IN ('published', 'scheduled');
CREATE VIRTUAL TABLE "pages_fts" USING fts5("title", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER "pages__content_delete" AFTER DELETE ON "pages" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "pages__content_insert" AFTER INSERT ON "pages" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'pages', NEW."title", NEW."slug", NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "pages__content_update" AFTER UPDATE OF "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "pages" BEGIN
  UPDATE "content" SET "title" = NEW."title", "slug" = NEW."slug", "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "pages__search_delete" AFTER DELETE ON "pages" BEGIN
  DELETE FROM "pages_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "pages__search_insert" AFTER INSERT ON "pages" BEGIN
  INSERT INTO "pages_fts" (rowid, "title") VALUES (NEW.rowid, NEW."title");
END;
CREATE TRIGGER "pages__search_update" AFTER UPDATE OF "title" ON "pages" WHEN NEW."title" IS NOT OLD."title" BEGIN
  UPDATE "pages_fts" SET "title" = NEW."title" WHERE rowid = NEW.rowid;
END;

-- safe: create collection posts (collections/posts.ts:3)
--   title: string as text, required
--   slug: slug as text
--   summary: text as text
--   body: richText as json
--   cover: media as text to media
--   author: reference as text to authors
--   category: reference as text to categories
--   tags: references as join to tags
--   kind: select as text
--   featured: boolean as boolean
--   views: number as integer
--   homepage: string as text
--   correspondence: text as text
CREATE TABLE "posts" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "title" TEXT,
  "slug" TEXT,
  "summary" TEXT,
  "body" TEXT,
  "cover" TEXT REFERENCES "media" ("id"),
  "author" TEXT REFERENCES "authors" ("id"),
  "category" TEXT REFERENCES "categories" ("id"),
  "kind" TEXT,
  "featured" INTEGER,
  "views" INTEGER,
  "homepage" TEXT,
  "correspondence" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE INDEX "posts__author__created_at_desc__idx" ON "posts" ("author", "created_at" DESC, "id" DESC, "status");
CREATE INDEX "posts__author__idx" ON "posts" ("author", "created_at", "id", "status");
CREATE INDEX "posts__category__idx" ON "posts" ("category", "created_at", "id", "status");
CREATE INDEX "posts__cover__idx" ON "posts" ("cover", "created_at", "id", "status");
CREATE INDEX "posts__created_at__idx" ON "posts" ("created_at", "id", "status");
CREATE INDEX "posts__created_by__idx" ON "posts" ("created_by", "created_at", "id", "status");
CREATE INDEX "posts__draft__idx" ON "posts" ("created_at", "id") WHERE "status" = 'draft';
CREATE INDEX "posts__featured__idx" ON "posts" ("featured", "created_at", "id", "status");
CREATE INDEX "posts__featured__published_at_desc__idx" ON "posts" ("featured", "published_at" DESC, "created_at" DESC, "id" DESC, "status");
CREATE INDEX "posts__kind__idx" ON "posts" ("kind", "created_at", "id", "status");
CREATE INDEX "posts__published_at__idx" ON "posts" ("published_at", "created_at", "id", "status");
CREATE INDEX "posts__scheduled_at__idx" ON "posts" ("scheduled_at") WHERE "status" = 'scheduled';
CREATE INDEX "posts__slug__idx" ON "posts" ("slug", "created_at", "id", "status");
CREATE UNIQUE INDEX "posts__slug__unique" ON "posts" ("slug");
CREATE INDEX "posts__title__idx" ON "posts" ("title", "created_at", "id", "status");
CREATE INDEX "posts__updated_at__idx" ON "posts" ("updated_at", "created_at", "id", "status");
CREATE INDEX "posts__views__idx" ON "posts" ("views", "created_at", "id", "status");
CREATE INDEX "posts__visible__idx" ON "posts" ("created_at", "id") WHERE "status" IN ('published', 'scheduled');
CREATE TABLE "posts__tags" (
  "owner_id" TEXT NOT NULL REFERENCES "posts" ("id"),
  "target_id" TEXT NOT NULL REFERENCES "tags" ("id"),
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("owner_id", "position")
) WITHOUT ROWID;
CREATE UNIQUE INDEX "posts__tags__target" ON "posts__tags" ("target_id", "owner_id");
CREATE VIRTUAL TABLE "posts_fts" USING fts5("title", "summary", "body", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER "posts__content_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "posts__content_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'posts', NEW."title", NEW."slug", NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "posts__content_update" AFTER UPDATE OF "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "posts" BEGIN
  UPDATE "content" SET "title" = NEW."title", "slug" = NEW."slug", "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;
CREATE TRIGGER "posts__search_delete" AFTER DELETE ON "posts" BEGIN
  DELETE FROM "posts_fts" WHERE rowid = OLD.rowid;
END;
CREATE TRIGGER "posts__search_insert" AFTER INSERT ON "posts" BEGIN
  INSERT INTO "posts_fts" (rowid, "title", "summary", "body") VALUES (NEW.rowid, NEW."title", NEW."summary", (SELECT group_concat(value, ' ') FROM json_tree(NEW."body") WHERE key = 'text'));
END;
CREATE TRIGGER "posts__search_update" AFTER UPDATE OF "title", "summary", "body" ON "posts" WHEN NEW."title" IS NOT OLD."title" OR NEW."summary" IS NOT OLD."summary" OR NEW."body" IS NOT OLD."body" BEGIN
  UPDATE "posts_fts" SET "title" = NEW."title", "summary" = NEW."summary", "body" = (SELECT group_concat(value, ' ') FROM json_tree(NEW."body") WHERE key = 'text') WHERE rowid = NEW.rowid;
END;

-- safe: create collection site (collections/site.ts:3)
--   title: string as text, required
--   tagline: string as text
--   launchedAt: datetime as datetime
--   frontPage: references as join to posts
--   navigation: list as json
--   analytics: json as json
CREATE TABLE "site" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "title" TEXT,
  "tagline" TEXT,
  "launched_at" INTEGER,
  "navigation" TEXT,
  "analytics" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "published_at" INTEGER,
  "scheduled_at" INTEGER,
  "created_by" TEXT,
  "updated_by" TEXT,
  "version" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "site__singleton" ON "site" ((1));
CREATE TABLE "site__front_page" (
  "owner_id" TEXT NOT NULL REFERENCES "site" ("id"),
  "target_id" TEXT NOT NULL REFERENCES "posts" ("id"),
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("owner_id", "position")
) WITHOUT ROWID;
CREATE UNIQUE INDEX "site__front_page__target" ON "site__front_page" ("target_id", "owner_id");
CREATE TRIGGER "site__content_delete" AFTER DELETE ON "site" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "site__content_insert" AFTER INSERT ON "site" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'site', NEW."title", NULL, NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "site__content_update" AFTER UPDATE OF "title", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "site" BEGIN
  UPDATE "content" SET "title" = NEW."title", "slug" = NULL, "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

-- safe: create collection tags (collections/tags.ts:3)
--   name: string as text, required
--   slug: slug as text
CREATE TABLE "tags" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "status" TEXT NOT NULL,
  "name" TEXT,
  "slug" TEXT,
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
CREATE UNIQUE INDEX "tags__name__unique" ON "tags" ("name");
CREATE INDEX "tags__published_at__idx" ON "tags" ("published_at", "created_at", "id", "status");
CREATE INDEX "tags__slug__idx" ON "tags" ("slug", "created_at", "id", "status");
CREATE INDEX "tags__updated_at__idx" ON "tags" ("updated_at", "created_at", "id", "status");
CREATE TRIGGER "tags__content_delete" AFTER DELETE ON "tags" BEGIN
  DELETE FROM "content" WHERE "id" = OLD."id";
END;
CREATE TRIGGER "tags__content_insert" AFTER INSERT ON "tags" BEGIN
  INSERT INTO "content" ("id", "collection_id", "title", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by") VALUES (NEW."id", 'tags', NEW."name", NEW."slug", NEW."status", NEW."created_at", NEW."updated_at", NEW."published_at", NEW."scheduled_at", NEW."created_by");
END;
CREATE TRIGGER "tags__content_update" AFTER UPDATE OF "name", "slug", "status", "created_at", "updated_at", "published_at", "scheduled_at", "created_by" ON "tags" BEGIN
  UPDATE "content" SET "title" = NEW."name", "slug" = NEW."slug", "status" = NEW."status", "created_at" = NEW."created_at", "updated_at" = NEW."updated_at", "published_at" = NEW."published_at", "scheduled_at" = NEW."scheduled_at", "created_by" = NEW."created_by" WHERE "id" = NEW."id";
END;

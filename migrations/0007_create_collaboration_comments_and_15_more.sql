-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> ac84a44a9a5ead84809c99a69b433b88f7710844cf9c9d93a3bf0d5343670c4f

-- op: {"kind":"set-aside","tables":["media"]}
-- safe: set aside triggers, search tables and indexes of media
DROP TRIGGER "media__generation_update";

-- op: {"kind":"create-table","table":"collaboration_comments","owner":"collaboration"}
-- safe: create table collaboration_comments
-- for collaboration
CREATE TABLE "collaboration_comments" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "thread_id" TEXT NOT NULL REFERENCES "collaboration_threads" ("id"),
  "author_id" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL
);
CREATE INDEX "collaboration_comments_author" ON "collaboration_comments" ("author_id", "thread_id");
CREATE INDEX "collaboration_comments_thread" ON "collaboration_comments" ("thread_id", "created_at");

-- op: {"kind":"create-table","table":"collaboration_mentions","owner":"collaboration"}
-- safe: create table collaboration_mentions
-- for collaboration
CREATE TABLE "collaboration_mentions" (
  "comment_id" TEXT NOT NULL REFERENCES "collaboration_comments" ("id"),
  "user_id" TEXT NOT NULL,
  PRIMARY KEY ("comment_id", "user_id")
);
CREATE INDEX "collaboration_mentions_user" ON "collaboration_mentions" ("user_id", "comment_id");

-- op: {"kind":"create-table","table":"collaboration_presence","owner":"collaboration"}
-- safe: create table collaboration_presence
-- for collaboration
CREATE TABLE "collaboration_presence" (
  "document_id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "collection_id" TEXT NOT NULL,
  "seen_at" INTEGER NOT NULL,
  "editing_since" INTEGER,
  "taken_over_by" TEXT,
  PRIMARY KEY ("document_id", "user_id")
);
CREATE INDEX "collaboration_presence_seen_at" ON "collaboration_presence" ("seen_at");

-- op: {"kind":"create-table","table":"collaboration_threads","owner":"collaboration"}
-- safe: create table collaboration_threads
-- for collaboration
CREATE TABLE "collaboration_threads" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "field" TEXT,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "resolved_by" TEXT,
  "resolved_at" INTEGER
);
CREATE INDEX "collaboration_threads_document" ON "collaboration_threads" ("document_id", "created_at");
CREATE INDEX "collaboration_threads_open" ON "collaboration_threads" ("updated_at", "id") WHERE resolved_at IS NULL;

-- op: {"kind":"create-table","table":"content_draft_versions","owner":"core-tables"}
-- safe: create table content_draft_versions
-- for core-tables
CREATE TABLE "content_draft_versions" (
  "document_id" TEXT NOT NULL,
  "revision" INTEGER NOT NULL,
  "collection_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "data" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "created_by" TEXT,
  "name" TEXT,
  PRIMARY KEY ("document_id", "revision")
);

-- op: {"kind":"create-table","table":"content_drafts","owner":"core-tables"}
-- safe: create table content_drafts
-- for core-tables
CREATE TABLE "content_drafts" (
  "document_id" TEXT NOT NULL PRIMARY KEY,
  "collection_id" TEXT NOT NULL,
  "data" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "revision" INTEGER NOT NULL,
  "scheduled_at" INTEGER,
  "refused_at" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "updated_by" TEXT
);
CREATE INDEX "content_drafts_refused_at" ON "content_drafts" ("refused_at") WHERE refused_at IS NOT NULL;
CREATE INDEX "content_drafts_scheduled_at" ON "content_drafts" ("scheduled_at") WHERE scheduled_at IS NOT NULL;
CREATE INDEX "content_drafts_updated_at" ON "content_drafts" ("updated_at", "document_id");

-- op: {"kind":"create-table","table":"invitations","owner":"core-auth"}
-- safe: create table invitations
-- for core-auth
CREATE TABLE "invitations" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "email" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "first_name" TEXT,
  "last_name" TEXT,
  "token_hash" TEXT NOT NULL,
  "invited_by" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "invitations_created_at" ON "invitations" ("created_at", "id");
CREATE UNIQUE INDEX "invitations_email" ON "invitations" ("email");
CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations" ("token_hash");

-- op: {"kind":"create-table","table":"oidc_identities","owner":"core-auth"}
-- safe: create table oidc_identities
-- for core-auth
CREATE TABLE "oidc_identities" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "last_used_at" INTEGER NOT NULL,
  PRIMARY KEY ("issuer", "subject")
);
CREATE INDEX "oidc_identities_user_id" ON "oidc_identities" ("user_id");

-- op: {"kind":"create-table","table":"preview_values","owner":"admin"}
-- safe: create table preview_values
-- for admin
CREATE TABLE "preview_values" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "fields" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "preview_values_expires_at" ON "preview_values" ("expires_at");

-- op: {"kind":"create-table","table":"release_documents","owner":"releases"}
-- safe: create table release_documents
-- for releases
CREATE TABLE "release_documents" (
  "release_id" TEXT NOT NULL REFERENCES "releases" ("id"),
  "collection_id" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "added_at" INTEGER NOT NULL,
  "added_by" TEXT NOT NULL,
  PRIMARY KEY ("release_id", "document_id")
);
CREATE INDEX "release_documents_document" ON "release_documents" ("document_id");

-- op: {"kind":"create-table","table":"releases","owner":"releases"}
-- safe: create table releases
-- for releases
CREATE TABLE "releases" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "title" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "scheduled_at" INTEGER,
  "scheduled_by" TEXT,
  "published_at" INTEGER,
  "published_by" TEXT,
  "failed_at" INTEGER,
  "failure" TEXT,
  "created_at" INTEGER NOT NULL,
  "created_by" TEXT NOT NULL
);
CREATE INDEX "releases_created_at" ON "releases" ("created_at");
CREATE INDEX "releases_status" ON "releases" ("status", "scheduled_at");

-- op: {"kind":"create-index","table":"content","index":"content_own_drafts","unique":false}
-- safe: create index content_own_drafts
CREATE INDEX "content_own_drafts" ON "content" ("created_by", "updated_at") WHERE status = 'draft';

-- op: {"kind":"add-column","table":"content_versions","column":"name"}
-- safe: add column content_versions.name
ALTER TABLE "content_versions" ADD COLUMN "name" TEXT;

-- op: {"kind":"add-column","table":"sessions","column":"place"}
-- safe: add column sessions.place
ALTER TABLE "sessions" ADD COLUMN "place" TEXT;

-- op: {"kind":"add-column","table":"workflow_reviews","column":"draft"}
-- safe: add column workflow_reviews.draft
ALTER TABLE "workflow_reviews" ADD COLUMN "draft" INTEGER;

-- op: {"kind":"add-column","table":"workflow_reviews","column":"reviewer"}
-- safe: add column workflow_reviews.reviewer
ALTER TABLE "workflow_reviews" ADD COLUMN "reviewer" TEXT;

-- op: {"kind":"derive","tables":["media"]}
-- safe: restore triggers, search tables and indexes of media
CREATE TRIGGER "media__generation_update" AFTER UPDATE OF "alt", "file_id", "focal_x", "focal_y" ON "media" WHEN NEW."alt" IS NOT OLD."alt" OR NEW."file_id" IS NOT OLD."file_id" OR NEW."focal_x" IS NOT OLD."focal_x" OR NEW."focal_y" IS NOT OLD."focal_y" BEGIN
  INSERT INTO "content_generations" ("name", "generation") VALUES ('media', CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation");
END;

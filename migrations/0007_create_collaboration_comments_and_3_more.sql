-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> a7382331da73f801e67291bc3070439aef963bb2a641aa1aca7531cd2bce59bb

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

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: be5a9ce0dd2edb367b9135e3bdd107770d7512ab0ff17b234c0160c79dc18867
-- schema: dfd215924a281bc5aab285ddfd1bb98f2fb7751c366985e48eec363235775114 -> 1c08aa58003ffbf04c18512153fdaa984dc0203961729ecfea1812225c12d71e

-- safe: create table audit_log
-- for audit
CREATE TABLE "audit_log" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "at" INTEGER NOT NULL,
  "actor_id" TEXT,
  "actor_email" TEXT,
  "action" TEXT NOT NULL,
  "collection" TEXT,
  "document_id" TEXT,
  "changes" TEXT,
  "details" TEXT,
  "ip_address" TEXT,
  "user_agent" TEXT,
  "request_id" TEXT NOT NULL
);
CREATE INDEX "audit_log_action" ON "audit_log" ("action", "id");
CREATE INDEX "audit_log_actor" ON "audit_log" ("actor_id", "id");
CREATE INDEX "audit_log_document" ON "audit_log" ("collection", "document_id", "id");

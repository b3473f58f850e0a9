-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 0f785ec77f9c3d465362d1dc92801efc753f386d801f528fcb8091c30c3bb657
-- schema: 2b281a477b3aaaf3db8ef0b74467878c4f9492207f622d4d2614a45e00043315 -> a1fec666a8e89e2d4b14f3c9bf863c2f9302ddc46d5ee1867344986f2149e594

-- safe: create table email_messages
-- for email
CREATE TABLE "email_messages" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "template" TEXT NOT NULL,
  "recipient" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "html" TEXT,
  "body" TEXT,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "next_attempt_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "error" TEXT,
  "provider" TEXT,
  "provider_id" TEXT,
  "request_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "sent_at" INTEGER
);
CREATE INDEX "email_messages_created_at" ON "email_messages" ("created_at");
CREATE INDEX "email_messages_recipient" ON "email_messages" ("recipient", "created_at");
CREATE INDEX "email_messages_status" ON "email_messages" ("status", "next_attempt_at");

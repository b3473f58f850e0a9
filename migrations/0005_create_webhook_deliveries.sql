-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: f5a33d58735c859721cab11871a0652db880991216ecf7a1ff8e462726f74a5c
-- schema: a1fec666a8e89e2d4b14f3c9bf863c2f9302ddc46d5ee1867344986f2149e594 -> 481454bd458cc55cc366162fc33f4bd7101edc7979045f5280e73e00f204297e

-- safe: create table webhook_deliveries
-- for webhooks
CREATE TABLE "webhook_deliveries" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "endpoint" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "payload" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" INTEGER NOT NULL,
  "leased_until" INTEGER,
  "last_attempt_at" INTEGER,
  "last_status" INTEGER,
  "last_error" TEXT,
  "last_duration" INTEGER,
  "response_body" TEXT,
  "created_at" INTEGER NOT NULL,
  "delivered_at" INTEGER
);
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("next_attempt_at") WHERE status = 'pending';
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" ("endpoint", "id");
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" ("status", "id");

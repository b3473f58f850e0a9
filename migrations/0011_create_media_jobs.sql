-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: d025a43f5bfef217a9875f0fcbf3c731d5c88edf051cf16b082a6b38f73fd139
-- schema: efd27a280f2dc5b3bc491ae73b21934aec3e86899eb9cd5891bc7db99802f03b -> 77309e03c83b4223ebe34514c8f9b95f1593a092e1b428b249b2ccc51386a7a3

-- safe: create table media_jobs
-- for core-media
CREATE TABLE "media_jobs" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "media_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "operations" TEXT NOT NULL,
  "result_id" TEXT NOT NULL,
  "error" TEXT,
  "created_by" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leased_until" INTEGER,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
);
CREATE INDEX "media_jobs_status" ON "media_jobs" ("status", "updated_at");

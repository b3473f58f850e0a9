-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: a323f8d05387684ec6bd4eee5980581f8cc32075c4f5c87a29e19370bffae4b8
-- schema: 4cd37c1146aef7a5154765037b3cc78271630b38b988e1befd572f2c66624bd7 -> abceebadf10c4d79039b8c5f8f5107c7f8ba3ba7263700a029c7037fe2731158

-- safe: create table seed_records
-- for seed-data-plugin
CREATE TABLE "seed_records" (
  "kind" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "collection" TEXT NOT NULL,
  "seed" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "held" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("kind", "id")
);
CREATE INDEX "seed_records_held" ON "seed_records" ("collection", "held");
CREATE INDEX "seed_records_position" ON "seed_records" ("collection", "seed", "position");

-- safe: create table seed_runs
-- for seed-data-plugin
CREATE TABLE "seed_runs" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "seed" INTEGER NOT NULL,
  "started_at" INTEGER NOT NULL
);
CREATE INDEX "seed_runs_started_at" ON "seed_runs" ("started_at");

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 89b461aa4d70a28a6d3095f3696d6cb6c69e2748c9a0fa401372dbb415f1e111
-- schema: 888de89d52741e0556096fed53281d16d3457de453827698714109c9f03a1fe6 -> 4cd37c1146aef7a5154765037b3cc78271630b38b988e1befd572f2c66624bd7

-- safe: create table database_backup_chunks
-- for database-tools-plugin
CREATE TABLE "database_backup_chunks" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "backup" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "rows" INTEGER NOT NULL,
  "text" TEXT NOT NULL
);

-- safe: create table database_statistics
-- for database-tools-plugin
CREATE TABLE "database_statistics" (
  "hour" INTEGER NOT NULL,
  "route" TEXT NOT NULL,
  "statement" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  "total_ms" REAL NOT NULL,
  "max_ms" REAL NOT NULL,
  "rows_read" INTEGER NOT NULL,
  "rows_written" INTEGER NOT NULL,
  PRIMARY KEY ("hour", "route", "statement")
);
CREATE INDEX "database_statistics_route" ON "database_statistics" ("route", "hour");

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 3799ecc9936fbd56dfb3c0b3e983079c30bcac7aa4a13b7d963d07030c5cf339
-- schema: fc240bcec62854832165d41d5b8ba3a662439a0e52ba2e15584d61eb991de195 -> d8417e75d0f7693563c597cdfc058cd9751beb0bfb342459876922b69c17e883

-- safe: create table limited_attempts
-- for core-tables
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

-- safe: create table one_time_tokens
-- for core-auth
CREATE TABLE "one_time_tokens" (
  "token_hash" TEXT NOT NULL PRIMARY KEY,
  "purpose" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "code_hash" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL,
  "used_at" INTEGER
);
CREATE INDEX "one_time_tokens_expires_at" ON "one_time_tokens" ("expires_at");
CREATE INDEX "one_time_tokens_user_id" ON "one_time_tokens" ("user_id", "purpose");

-- safe: create table team_permissions
-- for core-tables
CREATE TABLE "team_permissions" (
  "user_id" TEXT NOT NULL,
  "team_id" TEXT NOT NULL,
  "permissions" TEXT NOT NULL,
  "updated_at" INTEGER NOT NULL,
  PRIMARY KEY ("user_id", "team_id")
);
CREATE INDEX "team_permissions_team_id" ON "team_permissions" ("team_id", "user_id");

-- safe: add column users.second_factor
ALTER TABLE "users" ADD COLUMN "second_factor" INTEGER NOT NULL DEFAULT 0;

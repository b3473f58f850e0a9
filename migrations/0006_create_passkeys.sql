-- format: 2
-- made-by: cms build
-- parent: 7f3de41dca9867650a22c97536d8f145b1f53ffab36ab6d804cb74134b8afea1
-- schema: a3e3ea04e3978545ee61835be9754a61f9afc96a965f01a373008eaf1048744a -> 9f7e95f8f355bd7057519be6917f56c58387744c55224e3893cc7292fe414eb6

-- op: {"kind":"create-table","table":"passkeys","owner":"core-auth"}
-- safe: create table passkeys
-- for core-auth
CREATE TABLE "passkeys" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "public_key" TEXT NOT NULL,
  "signatures" INTEGER NOT NULL,
  "transports" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "last_used_at" INTEGER
);
CREATE INDEX "passkeys_user_id" ON "passkeys" ("user_id", "created_at");

-- format: 2
-- made-by: cms build
-- parent: f632d8b61eff80e8837fe5fa9afdae3784627fa47dbc2e8a62e17daa46fbfc74
-- schema: 100f305cc4ed71a465e27668142be4ce1e9616d0b10178aa478f5fa99b1b6505 -> 9f7e95f8f355bd7057519be6917f56c58387744c55224e3893cc7292fe414eb6

-- op: {"kind":"create-table","table":"authenticator_apps","owner":"core-auth"}
-- safe: create table authenticator_apps
-- for core-auth
CREATE TABLE "authenticator_apps" (
  "user_id" TEXT NOT NULL PRIMARY KEY,
  "totp_secret" TEXT NOT NULL,
  "last_period" INTEGER NOT NULL,
  "created_at" INTEGER NOT NULL
);

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

-- op: {"kind":"create-table","table":"recovery_codes","owner":"core-auth"}
-- safe: create table recovery_codes
-- for core-auth
CREATE TABLE "recovery_codes" (
  "code_hash" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "used_at" INTEGER
);
CREATE INDEX "recovery_codes_user_id" ON "recovery_codes" ("user_id");

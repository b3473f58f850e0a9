-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> 9ff1a207a3a38d8321c706befdeff4ee6ae7d48065249482173acd2f30e8807a

-- op: {"kind":"create-table","table":"preview_values","owner":"admin"}
-- safe: create table preview_values
-- for admin
CREATE TABLE "preview_values" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "fields" TEXT NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "preview_values_expires_at" ON "preview_values" ("expires_at");

-- format: 2
-- made-by: cms build
-- parent: 5cbea28b68312d0f0c05a07c6ec9bf1fdcedf016bdee924012a7da0d3585da8a
-- schema: b955b6bfbb207a757da6a4c984397146f0e17714009e3ebdae3aa985b3af35a9 -> e7d7aea311f43a9404d63ad4811cc27020211e62ac8d221bde521de46647b08f

-- op: {"kind":"create-table","table":"oidc_identities","owner":"core-auth"}
-- safe: create table oidc_identities
-- for core-auth
CREATE TABLE "oidc_identities" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "last_used_at" INTEGER NOT NULL,
  PRIMARY KEY ("issuer", "subject")
);
CREATE INDEX "oidc_identities_user_id" ON "oidc_identities" ("user_id");

-- format: 2
-- made-by: cms build
-- parent: 7ec7d36170550173810b3f025d291ac5c15ca3f40a2fa06861ca8e473b889e47
-- schema: e7d7aea311f43a9404d63ad4811cc27020211e62ac8d221bde521de46647b08f -> cec240ca7531f09a93dbc2aa63d899754155c70a2c024666f820fc64b3a2f792

-- op: {"kind":"create-table","table":"invitations","owner":"core-auth"}
-- safe: create table invitations
-- for core-auth
CREATE TABLE "invitations" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "email" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "first_name" TEXT,
  "last_name" TEXT,
  "token_hash" TEXT NOT NULL,
  "invited_by" TEXT NOT NULL,
  "created_at" INTEGER NOT NULL,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "invitations_created_at" ON "invitations" ("created_at", "id");
CREATE UNIQUE INDEX "invitations_email" ON "invitations" ("email");
CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations" ("token_hash");

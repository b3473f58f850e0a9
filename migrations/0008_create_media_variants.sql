-- format: 2
-- made-by: cms build
-- parent: 5cf4f82a30f0f43fe3ac209d47f2dded1e476341fbf6bf0366c7d9b59496f4b3
-- schema: ac84a44a9a5ead84809c99a69b433b88f7710844cf9c9d93a3bf0d5343670c4f -> 4b372f6243cd4e82dda02b8589a75f80ee5152ec717e0d1fb829d6a56cf373ea

-- op: {"kind":"create-table","table":"media_variants","owner":"core-media"}
-- safe: create table media_variants
-- for core-media
CREATE TABLE "media_variants" (
  "filename" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "made_at" INTEGER NOT NULL,
  PRIMARY KEY ("filename", "name")
);

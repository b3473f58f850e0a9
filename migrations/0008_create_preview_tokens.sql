-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 3b559832925fe62ee5d7ecca781cf824f61733c0ff1f187f09fa5bfb4e72e118
-- schema: cd74d94df7815191346d93fb1ab53dc125c23ada5b66f519ca7cbb91e94171eb -> 7eb4c5d55d35c0927b7ada59c76882e5f468baefaab554c7b268da88b3e6e8ea

-- safe: create table preview_tokens
-- for admin
CREATE TABLE "preview_tokens" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "collection" TEXT NOT NULL,
  "document_id" TEXT NOT NULL,
  "created_by" TEXT,
  "expires_at" INTEGER NOT NULL
);
CREATE INDEX "preview_tokens_expires_at" ON "preview_tokens" ("expires_at");

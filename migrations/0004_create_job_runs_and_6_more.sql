-- format: 2
-- made-by: cms build
-- parent: 0ab1e366782548f1cf2bde321524f7f591c1cf740b30e8e39e885487019d881d
-- schema: 7eb4c5d55d35c0927b7ada59c76882e5f468baefaab554c7b268da88b3e6e8ea -> 100f305cc4ed71a465e27668142be4ce1e9616d0b10178aa478f5fa99b1b6505

-- op: {"kind":"create-table","table":"job_runs","owner":"core-tables"}
-- safe: create table job_runs
-- for core-tables
CREATE TABLE "job_runs" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "done_for" INTEGER NOT NULL,
  "claimed_until" INTEGER NOT NULL
);

-- op: {"kind":"create-table","table":"media_deletions","owner":"core-media"}
-- safe: create table media_deletions
-- for core-media
CREATE TABLE "media_deletions" (
  "filename" TEXT NOT NULL PRIMARY KEY,
  "due_at" INTEGER NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX "media_deletions_due_at" ON "media_deletions" ("due_at");

-- op: {"kind":"add-column","table":"sessions","column":"previous_hash"}
-- safe: add column sessions.previous_hash
ALTER TABLE "sessions" ADD COLUMN "previous_hash" TEXT;

-- op: {"kind":"add-column","table":"sessions","column":"rotation_nonce"}
-- safe: add column sessions.rotation_nonce
ALTER TABLE "sessions" ADD COLUMN "rotation_nonce" TEXT;

-- op: {"kind":"add-column","table":"sessions","column":"rotated_at"}
-- safe: add column sessions.rotated_at
ALTER TABLE "sessions" ADD COLUMN "rotated_at" INTEGER;

-- op: {"kind":"add-column","table":"webhook_deliveries","column":"subject"}
-- safe: add column webhook_deliveries.subject
ALTER TABLE "webhook_deliveries" ADD COLUMN "subject" TEXT;

-- op: {"kind":"create-index","table":"webhook_deliveries","index":"webhook_deliveries_waiting","unique":false}
-- safe: create index webhook_deliveries_waiting
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" ("endpoint", "subject", "id") WHERE status = 'pending';

-- op: {"kind":"describe-field","collection":"authors","field":"links","facts":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"string","storage":"text","target":null,"required":false}}}},"at":"collections/authors.ts:14"}
-- safe: record what is inside authors.links (collections/authors.ts:14)

-- op: {"kind":"describe-field","collection":"pages","field":"sections","facts":{"kind":"blocks","storage":"json","target":null,"required":false,"inside":{"form":"blocks","parts":{"prose":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"text":{"kind":"richText","storage":"json","target":null,"required":true}}}},"quote":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"text":{"kind":"text","storage":"text","target":null,"required":true},"source":{"kind":"string","storage":"text","target":null,"required":false}}}},"numbers":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"rows":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"label":{"kind":"string","storage":"text","target":null,"required":true},"value":{"kind":"number","storage":"real","target":null,"required":true}}}}}}}}}}}}},"at":"collections/pages.ts:12"}
-- safe: record what is inside pages.sections (collections/pages.ts:12)

-- op: {"kind":"describe-field","collection":"pages","field":"seo","facts":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"title":{"kind":"string","storage":"text","target":null,"required":false},"description":{"kind":"text","storage":"text","target":null,"required":false},"index":{"kind":"boolean","storage":"boolean","target":null,"required":false}}}},"at":"collections/pages.ts:25"}
-- safe: record what is inside pages.seo (collections/pages.ts:25)

-- op: {"kind":"describe-field","collection":"site","field":"navigation","facts":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"label":{"kind":"string","storage":"text","target":null,"required":true},"path":{"kind":"string","storage":"text","target":null,"required":true}}}}}}},"at":"collections/site.ts:14"}
-- safe: record what is inside site.navigation (collections/site.ts:14)

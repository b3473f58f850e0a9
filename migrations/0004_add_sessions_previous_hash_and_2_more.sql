-- format: 2
-- made-by: cms build
-- parent: 0ab1e366782548f1cf2bde321524f7f591c1cf740b30e8e39e885487019d881d
-- schema: 7eb4c5d55d35c0927b7ada59c76882e5f468baefaab554c7b268da88b3e6e8ea -> 0f2ad8ee2a52bf1e0335b8d9c92388ba411189a7eb80a7ea1246fff990809f63

-- op: {"kind":"add-column","table":"sessions","column":"previous_hash"}
-- safe: add column sessions.previous_hash
ALTER TABLE "sessions" ADD COLUMN "previous_hash" TEXT;

-- op: {"kind":"add-column","table":"sessions","column":"rotation_nonce"}
-- safe: add column sessions.rotation_nonce
ALTER TABLE "sessions" ADD COLUMN "rotation_nonce" TEXT;

-- op: {"kind":"add-column","table":"sessions","column":"rotated_at"}
-- safe: add column sessions.rotated_at
ALTER TABLE "sessions" ADD COLUMN "rotated_at" INTEGER;

-- op: {"kind":"describe-field","collection":"authors","field":"links","facts":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"string","storage":"text","target":null,"required":false}}}},"at":"collections/authors.ts:14"}
-- safe: record what is inside authors.links (collections/authors.ts:14)

-- op: {"kind":"describe-field","collection":"pages","field":"sections","facts":{"kind":"blocks","storage":"json","target":null,"required":false,"inside":{"form":"blocks","parts":{"prose":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"text":{"kind":"richText","storage":"json","target":null,"required":true}}}},"quote":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"text":{"kind":"text","storage":"text","target":null,"required":true},"source":{"kind":"string","storage":"text","target":null,"required":false}}}},"numbers":{"kind":"block","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"rows":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"label":{"kind":"string","storage":"text","target":null,"required":true},"value":{"kind":"number","storage":"real","target":null,"required":true}}}}}}}}}}}}},"at":"collections/pages.ts:12"}
-- safe: record what is inside pages.sections (collections/pages.ts:12)

-- op: {"kind":"describe-field","collection":"pages","field":"seo","facts":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"title":{"kind":"string","storage":"text","target":null,"required":false},"description":{"kind":"text","storage":"text","target":null,"required":false},"index":{"kind":"boolean","storage":"boolean","target":null,"required":false}}}},"at":"collections/pages.ts:25"}
-- safe: record what is inside pages.seo (collections/pages.ts:25)

-- op: {"kind":"describe-field","collection":"site","field":"navigation","facts":{"kind":"list","storage":"json","target":null,"required":false,"inside":{"form":"list","parts":{"item":{"kind":"group","storage":"json","target":null,"required":false,"inside":{"form":"object","parts":{"label":{"kind":"string","storage":"text","target":null,"required":true},"path":{"kind":"string","storage":"text","target":null,"required":true}}}}}}},"at":"collections/site.ts:14"}
-- safe: record what is inside site.navigation (collections/site.ts:14)

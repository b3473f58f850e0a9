-- format: 2
-- made-by: cms build
-- parent: 4ff190208170926e7d3b552e00d944b1dce1a5e0eb3d33945f3a73d865833398
-- schema: d3471232d11a0de7d558bb669ea435db15211d17a38f89c468477d1c80f338fd -> 9bb17d5d5f822e6fd42a2371820d33ef2ac31c7c7403ce5c018e50e7585313a1

-- op: {"kind":"add-column","table":"workflow_reviews","column":"draft"}
-- safe: add column workflow_reviews.draft
ALTER TABLE "workflow_reviews" ADD COLUMN "draft" INTEGER;

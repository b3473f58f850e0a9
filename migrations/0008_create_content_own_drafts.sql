-- format: 2
-- made-by: cms build
-- parent: 5f808d8825e628d0d85f6bd6ed1cd006889db25ba2650883b4c2fa76d459494e
-- schema: 49c2e272277be574e10d11c15284a72b6f2452af86afd736dacccfc50fa3f5ae -> a3b104790a101f624772d328cd5d31ab2caa34991804809487857520ae9dc7cb

-- op: {"kind":"create-index","table":"content","index":"content_own_drafts","unique":false}
-- safe: create index content_own_drafts
CREATE INDEX "content_own_drafts" ON "content" ("created_by", "updated_at") WHERE status = 'draft';

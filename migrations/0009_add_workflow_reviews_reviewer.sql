-- format: 2
-- made-by: cms build
-- parent: 18d36f8bf2a83f61351097f3d45c5290cffe7a3ffd08b4fa0be8a052f3a2ea5e
-- schema: a3b104790a101f624772d328cd5d31ab2caa34991804809487857520ae9dc7cb -> 41a71be2501de26f81c30ab96b2fc047b722c5b815ba2935dff865fb8307fb35

-- op: {"kind":"add-column","table":"workflow_reviews","column":"reviewer"}
-- safe: add column workflow_reviews.reviewer
ALTER TABLE "workflow_reviews" ADD COLUMN "reviewer" TEXT;

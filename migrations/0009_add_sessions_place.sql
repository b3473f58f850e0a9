-- format: 2
-- made-by: cms build
-- parent: ca1db21581fa380890f9e15ca0e26e5599ec4b1f51f15343f1119eac1a190507
-- schema: cec240ca7531f09a93dbc2aa63d899754155c70a2c024666f820fc64b3a2f792 -> 30aa32683682dbe594aadbfb649ed2b77d11428796645f458f860395d7645741

-- op: {"kind":"add-column","table":"sessions","column":"place"}
-- safe: add column sessions.place
ALTER TABLE "sessions" ADD COLUMN "place" TEXT;

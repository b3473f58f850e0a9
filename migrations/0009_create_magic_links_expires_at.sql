-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: 297a2b1a12a06d5a6f33a2de86b2bc71e730ca13a7078437c081b29f0e535297
-- schema: 1c08aa58003ffbf04c18512153fdaa984dc0203961729ecfea1812225c12d71e -> 1344b2fda8bbf4ebe653b414767c60982f4c3a8cd33f85adfd8832c0d9f21f9a

-- safe: create index magic_links_expires_at
CREATE INDEX "magic_links_expires_at" ON "magic_links" ("expires_at");

-- Made by `cms build` from cms.config.ts, and rewritten by it until git has it.
-- parent: a914f8c0359ec61683989ed964e93d27c737e5493a5767308c1882301f7b1447
-- schema: abceebadf10c4d79039b8c5f8f5107c7f8ba3ba7263700a029c7037fe2731158 -> 55836b4d3996171f0757b38e537a360b8cbeef8171244e6ae24a98059f1a9f88

-- safe: drop index seed_records_held
DROP INDEX "seed_records_held";

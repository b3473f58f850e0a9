import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupFile } from '../../src/cli/backup/backup-file.ts'
import { restoreBackup } from '../../src/cli/backup/restore-backup.ts'
import { runTask } from '../../src/cli/database/database-task.ts'
import { type ProjectDatabase, projectDatabase } from '../../src/cli/database/project-database.ts'
import { bundleHost } from '../../src/cli/workerd/bundle-host.ts'
import { localDatabaseAt } from '../../src/cli/workerd/local-database.ts'
import { startWorkerd } from '../../src/cli/workerd/start-workerd.ts'
import { rerunOf, type Transaction } from '../../src/compile/schema/proof/replay-proof.ts'
import { WAITING_ROWS } from '../../src/ground/internal-tables.ts'
import { openDatabase } from '../../src/hosts/node/database/node-database.ts'
import { beginDump, replaceRows } from '../../src/runtime/backup/index.ts'
import { CREATE_WAITING_ROWS } from '../../src/runtime/backup/stage.ts'
import { digestDatabase, localDatabase, withoutGenerations } from '../harness/digest-database.ts'
import { checkStages, makeStages } from '../migrations/fuzz/check-pair.ts'
import { drawn } from '../migrations/fuzz/draw.ts'

const PROJECTS = 8
/** The same projects on every run; `FUZZ_SEED` draws others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

/** Tables that a random project seldom has, and every one gets: keys that an index makes unique, rings that may not be empty, odd values. */
const AWKWARD: Transaction = {
  queries: [],
  statements: [
    'PRAGMA defer_foreign_keys = ON',
    'CREATE TABLE "keepers" ("seq" INTEGER PRIMARY KEY AUTOINCREMENT, "id" TEXT NOT NULL)',
    'CREATE UNIQUE INDEX "keepers_id" ON "keepers" ("id")',
    'CREATE TABLE "a_shops" ("id" TEXT PRIMARY KEY, "keeper" TEXT NOT NULL REFERENCES "keepers" ("id"), "best" TEXT NOT NULL REFERENCES "wares" ("id"))',
    'CREATE TABLE "wares" ("id" TEXT PRIMARY KEY, "shop" TEXT NOT NULL REFERENCES "a_shops" ("id"), "next" TEXT NOT NULL REFERENCES "wares" ("id"))',
    'CREATE TABLE "pairs" ("b" TEXT NOT NULL COLLATE NOCASE, "a" TEXT NOT NULL REFERENCES "pairs_of" ("a"), PRIMARY KEY ("a", "b")) WITHOUT ROWID',
    'CREATE TABLE "pairs_of" ("a" TEXT PRIMARY KEY NOT NULL, "note" TEXT) WITHOUT ROWID',
    'CREATE TABLE "odd" ("text" TEXT, "number" INTEGER, "real" REAL, "bytes" BLOB, "any")',
    'CREATE VIEW "seen" AS SELECT "id" FROM "wares"',
    'CREATE TRIGGER "keepers_gone" AFTER DELETE ON "keepers" BEGIN DELETE FROM "odd"; END',
    `INSERT INTO "keepers" ("seq", "id") VALUES (7, 'k'), (3, 'l'), (90, 'm')`,
    'DELETE FROM "keepers" WHERE "seq" = 90',
    `INSERT INTO "a_shops" VALUES ('s', 'k', 'w2'), ('t', 'l', 'w1')`,
    `INSERT INTO "wares" VALUES ('w1', 's', 'w2'), ('w2', 't', 'w1'), ('w3', 's', 'w3')`,
    `INSERT INTO "pairs_of" ("a") VALUES ('x'), ('y')`,
    `INSERT INTO "pairs" VALUES ('B', 'x'), ('a', 'x'), ('C', 'y'), ('b', 'y')`,
    `INSERT INTO "odd" VALUES ('it''s "quoted" \\ 🙂', 9223372036854775807, 0.1, X'00FF', 1), ('a' || char(0) || 'b', -9223372036854775808, 9e999, X'', 1.0),
      (char(10, 13, 9, 8232, 65534), 9007199254740993, 5e-324, randomblob(5000), '1'), (NULL, NULL, -0.0, NULL, X'61'), ('', 0, 123456789012345680.0, zeroblob(9), NULL)`,
  ],
}

let folder: string
let workerd: Awaited<ReturnType<typeof startWorkerd>>
let onWorkerd: ProjectDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-restore-test-'))
  const source = await bundleHost(new URL('../../src/cli/workerd/database-worker.ts', import.meta.url).pathname)
  const storage = { database: 'DB', kv: 'CACHE_KV', bucket: 'MEDIA_BUCKET' }
  workerd = await startWorkerd({ persist: join(folder, 'workerd'), storage, source, onLog: () => {} })
  onWorkerd = localDatabaseAt(() => workerd.controlUrl)
})
afterAll(async () => {
  await workerd.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('a restored database equals the one that was saved, on both hosts and from one to the other', {
  timeout: 300_000,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(drawn(makeStages), async (stages) => {
      run += 1
      const own = join(folder, String(run))
      mkdirSync(own)
      const saved = join(own, 'saved.db')
      fill(saved, [...rerunOf(await checkStages(stages)).transactions, AWKWARD])
      const original = digestDatabase(saved)

      const first = await withNode(saved, (database) => save(database, join(own, 'first.sql')))
      await restoreBackup({ database: onWorkerd, file: first }) // in place of the project before
      const found = digestDatabase(localDatabase(join(folder, 'workerd')))
      expect(withoutGenerations(found)).toEqual(withoutGenerations(original))

      const second = await save(onWorkerd, join(own, 'second.sql'))
      const onNode = join(own, 'node.db')
      await withNode(onNode, (database) => restoreBackup({ database, file: second }))
      expect(digestDatabase(onNode)).toEqual(found)

      empty(onNode)
      expect(digestDatabase(onNode)).not.toEqual(found)
      await withNode(onNode, async (database) => {
        await database.query(CREATE_WAITING_ROWS) // the plugin's own
        await replaceRows(database, backupFile(second), new Set())
        await database.query(`DROP TABLE ${WAITING_ROWS}`)
      })
      expect(withoutGenerations(digestDatabase(onNode))).toEqual(withoutGenerations(original))
    }),
    { seed, numRuns: PROJECTS, endOnFailure: true },
  )
})

function fill(path: string, transactions: readonly Transaction[]): void {
  const db = new DatabaseSync(path)
  for (const { statements } of transactions) {
    db.exec('BEGIN')
    for (const sql of statements) db.exec(sql)
    db.exec('COMMIT')
  }
  db.close()
}

/** Takes every row away, and lets triggers do what they do. */
function empty(path: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const tables = db
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
  for (const { name } of tables) if (name !== 'content_generations') db.exec(`DELETE FROM "${name}"`)
  db.close()
}

async function withNode<Result>(path: string, use: (database: ProjectDatabase) => Promise<Result>): Promise<Result> {
  const db = openDatabase(path, { synchronous: 'normal' })
  try {
    return await use(projectDatabase((task) => runTask(task, db.withSession())))
  } finally {
    await db.close()
  }
}

async function save(database: ProjectDatabase, path: string): Promise<string> {
  const dump = await beginDump(database, { project: 'test', environment: 'development' }, 0)
  const pieces: string[] = []
  for await (const piece of dump.text()) pieces.push(piece)
  await dump.dispose()
  writeFileSync(path, pieces.join(''))
  return path
}

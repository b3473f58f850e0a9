import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlEffect } from '../../../src/compile/branches/verdict.ts'
import { checksumOf } from '../../../src/compile/schema/files/migration-file.ts'
import { Service } from './service.ts'

/** Handwritten migration under a harmless label, and the effects that `cms check` finds in its SQL. */
interface Deception {
  readonly what: string
  readonly sql: string
  readonly effects: readonly Partial<SqlEffect>[]
}

const destructive = (message: string) => ({ class: 'destructive', message }) as const
const opens = (message: string) => ({ class: 'opens', message }) as const
const caution = (message: string) => ({ class: 'caution', message }) as const
const WRITES_USERS = 'which controls who may do what, or what is sent'

const DECEPTIONS: readonly Deception[] = [
  {
    what: 'raises a role and deletes history under a label that says safe',
    sql: `-- safe: tidy up\nUPDATE "users" SET "role" = 'admin' WHERE "email" = 'me@example.com';\nDELETE FROM "content_versions";`,
    effects: [opens(`writes users.role, ${WRITES_USERS}`), destructive('removes rows from content_versions')],
  },
  {
    what: 'writes accounts through a common table expression, in other letters, with comments in between',
    sql: `WITH "me" AS (SELECT 'x' AS email) UPDATE/* */[USERS] SET\n"RoLe"='admin' WHERE email IN (SELECT email FROM "me");`,
    effects: [opens(`writes users.role, ${WRITES_USERS}`)],
  },
  {
    what: 'updates where it claims to insert',
    sql: `INSERT INTO "posts" ("id", "title", "status", "created_at", "updated_at", "version") SELECT "id", '', 'draft', 1, 1, 1 FROM "posts" WHERE true ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title";`,
    effects: [destructive('overwrites posts.title'), caution('adds rows to posts')],
  },
  {
    what: 'looks as if it filled what is empty',
    sql: `UPDATE "posts" SET "summary" = '' WHERE "summary" IS NULL OR 1;`,
    effects: [destructive('overwrites posts.summary')],
  },
  {
    what: 'asks whether another column is empty',
    sql: `UPDATE "posts" SET "title" = '' WHERE "summary" IS NULL;`,
    effects: [destructive('overwrites posts.title')],
  },
  {
    what: 'makes an account',
    sql: `INSERT INTO "users" ("id", "email", "username", "first_name", "last_name", "role", "is_active", "email_verified", "created_at", "updated_at") SELECT 'x', 'x', 'x', 'x', 'x', 'admin', 1, 1, 1, 1 WHERE 0;`,
    effects: [opens(`writes users, ${WRITES_USERS}`)],
  },
  {
    what: 'ends sessions',
    sql: 'DELETE FROM "sessions";',
    effects: [destructive('removes rows from sessions'), opens(`writes sessions, ${WRITES_USERS}`)],
  },
  {
    what: 'copies what lets people in to where everybody reads',
    sql: 'UPDATE "posts" SET "summary" = (SELECT "password_hash" FROM "users" LIMIT 1) WHERE "summary" IS NULL;',
    effects: [
      caution('fills posts.summary where it is empty'),
      opens('copies users.password_hash, which is restricted'),
    ],
  },
  {
    what: 'hides a statement behind a comment that ends early',
    sql: `/* -- safe: nothing\n*/ DELETE FROM "posts" -- WHERE 0\n;`,
    effects: [destructive('removes rows from posts')],
  },
  {
    what: 'replaces rows',
    sql: `INSERT OR REPLACE INTO "posts" ("id", "title", "status", "created_at", "updated_at", "version") SELECT "id", '', 'draft', 1, 1, 1 FROM "posts";`,
    effects: [destructive('removes rows from posts'), caution('adds rows to posts')],
  },
  {
    what: 'changes how the database works',
    sql: 'PRAGMA recursive_triggers = ON;',
    effects: [opens('changes how the database works: PRAGMA recursive_triggers')],
  },
]

/** Statements that a handwritten migration may never contain. */
const REFUSED: readonly (readonly [what: string, sql: string, said: string])[] = [
  [
    'writes accounts while they have another name',
    `ALTER TABLE users RENAME TO u2;\nUPDATE u2 SET role = 'admin';\nALTER TABLE u2 RENAME TO users;`,
    'ALTER TABLE users RENAME TO u2',
  ],
  [
    'empties a column while it has another name',
    'ALTER TABLE posts RENAME COLUMN summary TO ss;\nUPDATE posts SET ss = NULL;\nALTER TABLE posts RENAME COLUMN ss TO summary;',
    'ALTER TABLE posts RENAME COLUMN summary TO ss',
  ],
  [
    'carries secrets by way of a table of its own',
    `CREATE TABLE "aside" AS SELECT "refresh_hash" FROM "sessions";\nDROP TABLE "aside";`,
    'CREATE TABLE "aside" AS SELECT "refresh_hash"',
  ],
  [
    'writes accounts through a trigger that it takes away again',
    `/* */ create trigger t AFTER UPDATE ON posts BEGIN UPDATE users SET role = 'admin'; END;\nDROP TRIGGER t;`,
    'create trigger t AFTER UPDATE ON posts',
  ],
  ['takes an index away', 'REINDEX posts;', 'REINDEX posts'],
  ['ends its transaction', 'COMMIT;', 'COMMIT'],
  ['opens another database', `ATTACH ':memory:' AS other;`, 'ATTACH'],
  ['cleans up', 'VACUUM;', 'VACUUM'],
  [
    'writes to a table of SQLite itself',
    'UPDATE OR IGNORE main."sqlite_sequence" SET seq = 0;',
    'UPDATE OR IGNORE main',
  ],
  ['empties a table of SQLite itself', 'DELETE FROM sqlite_sequence;', 'DELETE FROM sqlite_sequence'],
  ['fills a table of SQLite itself', `INSERT INTO "sqlite_stat1" VALUES ('posts', NULL, '1');`, 'INSERT INTO'],
  [
    'makes the ledger',
    'CREATE TABLE IF NOT EXISTS d1_migrations (name TEXT);',
    'CREATE TABLE IF NOT EXISTS d1_migrations',
  ],
]

let service: Service
let migrations: { readonly name: string; readonly effects: readonly SqlEffect[] }[]
const paths: string[] = []

/** Adds all migrations to one branch; `cms check` judges each separately. */
beforeAll(async () => {
  service = await Service.create()
  for (const [index, { sql }] of DECEPTIONS.entries()) paths.push(service.addByHand(`tidy up ${index}`, sql))
  service.commit()
  const { code, stdout, stderr } = await service.cms('check', '--json')
  const { migrations: judged, proof } = JSON.parse(stdout)
  // Replacing rows bypasses the triggers that count them, which the proof detects.
  const replacing = paths[DECEPTIONS.findIndex(({ what }) => what === 'replaces rows')]
  const found = { migration: replacing?.slice('migrations/'.length), table: 'content_counts' }
  expect({ code, stderr, failure: proof.failures[0] }).toMatchObject({ code: 1, stderr: '', failure: found })
  migrations = judged
})

afterAll(() => service.remove())

describe('cms check judges by its SQL a migration that', () => {
  it.for(DECEPTIONS.map((deception, index) => ({ ...deception, index })))('$what', ({ effects, index }) => {
    const migration = migrations.find(({ name }) => `migrations/${name}` === paths[index])
    expect(migration).toMatchObject({ kind: 'judged-by-sql', origin: 'by-hand', reason: null })
    expect(migration?.effects.map(({ class: of, message }) => ({ class: of, message }))).toEqual(effects)
  })
})

describe('cms build, check and diff refuse a migration by hand that', () => {
  it('says more than which rows change, and name the statement', async () => {
    const copy = await Service.create()
    try {
      const added = REFUSED.map(([what, sql]) => copy.addByHand(what.replaceAll(' ', '_'), `SELECT 1;\n${sql}`))
      const built = await copy.cms('build', '--json')
      copy.commit()
      for (const run of [built, await copy.cms('check', '--json'), await copy.cms('diff', '--json')]) {
        const { diagnostics } = JSON.parse(run.stdout)
        expect(run.code).toBe(1)
        expect(diagnostics).toMatchObject(
          REFUSED.map(([, , said], index) => ({
            code: 'migration-reshapes',
            message: expect.stringContaining(`is handwritten and says ${said}`),
            file: added[index],
            line: 8,
          })),
        )
      }
    } finally {
      copy.remove()
    }
  })
})

describe('cms diff shows', () => {
  it('what SQL by hand does in place of what it says, and ends with the code of what opens', async () => {
    const copy = await Service.create()
    try {
      const sql = `UPDATE "users" SET "role" = 'admin' WHERE "email" = 'me@example.com';`
      const path = copy.addByHand('tidy up', `-- safe: nothing to see\n${sql}`)
      copy.commit()
      const { code, stdout } = await copy.cms('diff', '--json')
      const [, change] = JSON.parse(stdout).database
      expect({ code, ...change }).toMatchObject({ code: 9, class: 'opens', subject: 'users.role', source: `${path}:8` })
      copy.edit(copy.migration(4), (text) => `${text}DELETE FROM "posts";\n`)
      copy.edit(path, (text) =>
        text.replace(/^-- parent: .*$/m, `-- parent: ${checksumOf(copy.read(copy.migration(4)))}`),
      )
      copy.commit()
      const altered = await copy.cms('diff', '--format', 'md')
      expect(altered).toMatchObject({ code: 3, stdout: expect.stringContaining('+DELETE FROM "posts";') })
    } finally {
      copy.remove()
    }
  })
})

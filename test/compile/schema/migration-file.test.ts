import { describe, expect, it, test } from 'vitest'
import { parseMigration, printMigration, toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { makeStep, type Step } from '../../../src/compile/schema/steps/step.ts'

const TRIGGER = `CREATE TRIGGER "t" AFTER UPDATE ON "posts" WHEN NEW."a" <> ';' BEGIN
  UPDATE "posts" SET "b" = CASE WHEN NEW."a" = 1 THEN 'x;' ELSE 'END' END; -- not the end;
  DELETE FROM "posts" WHERE "id" = 'it''s';
END`

const steps: Step[] = [
  makeStep(
    {
      kind: 'add-field',
      collection: 'posts',
      field: 'summary',
      facts: { kind: 'text', storage: 'text', target: null, required: true },
      demanded: true,
      at: 'collections/posts.ts:14',
    },
    ['ALTER TABLE "posts" ADD COLUMN "summary" TEXT', `UPDATE "posts" SET "summary" = 'a -- b; c'`],
  ),
  makeStep({ kind: 'drop-table', table: 'notes', reason: 'no longer\n-- op: {}; DROP TABLE "users";' }, [TRIGGER]),
]

const header = { origin: 'build', parent: 'a'.repeat(64), before: 'b'.repeat(64), after: 'c'.repeat(64) } as const

test('what is printed is read back', () => {
  const file = parseMigration('0012_add_posts_summary.sql', printMigration(header, steps))
  expect(file).toMatchObject({ number: 12, header: { format: 2, ...header }, steps })
  expect(toMigration(file)).toMatchObject({
    name: '0012_add_posts_summary.sql',
    destructive: true,
    statements: steps.flatMap((step) => step.statements),
  })
})

test('words for people mean nothing when a file is read', () => {
  const text = printMigration(header, steps)
  const reworded = text.replace(/^-- (?!format|made-by|parent|schema|op:).*$/gm, '-- safe: drop collection posts')
  expect(parseMigration('0012_a.sql', reworded).steps).toEqual(parseMigration('0012_a.sql', text).steps)
})

test('a file that another tool wrote is statements without steps', () => {
  const text = `/* Made elsewhere; */\nCREATE TABLE a (x); -- after\n${TRIGGER};\n\nSELECT ';' AS "a;b", [c;d], \`e;f\``
  expect(toMigration(parseMigration('0001_elsewhere.sql', text)).statements).toEqual([
    'CREATE TABLE a (x)',
    TRIGGER,
    `SELECT ';' AS "a;b", [c;d], \`e;f\``,
  ])
  expect(parseMigration('0001_elsewhere.sql', text).header).toBeNull()
})

test.each([
  ['', []],
  ['-- nothing at all', []],
  [';;;', []],
  [`SELECT 'never closed; SELECT 2`, [`SELECT 'never closed`, 'SELECT 2']],
  ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;', ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;']],
])('odd text never breaks the reader: %j', (text, statements) => {
  expect(toMigration(parseMigration('0001_odd.sql', text)).statements).toEqual(statements)
})

describe('a migration by hand is held by services that migrate themselves', () => {
  const isHeld = (sql: string) => {
    const file = parseMigration('0002_tidy.sql', `-- format: 2\n-- made-by: hand\n\n-- safe: tidy up\n${sql};\n`)
    return toMigration(file).destructive
  }

  it.each([
    `UPDATE "posts" SET "summary" = "title" WHERE "summary" IS NULL`,
    `INSERT INTO "posts" ("id") VALUES ('a')`,
    `INSERT INTO "posts" ("id") VALUES ('a') ON CONFLICT DO NOTHING`,
    'PRAGMA defer_foreign_keys = on',
  ])('not for %s', (sql) => expect(isHeld(sql)).toBe(false))

  it.each([
    `DELETE FROM "posts"`,
    `UPDATE "posts" SET "summary" = ''`,
    `UPDATE "posts" SET "summary" = '', "title" = 'x' WHERE "summary" IS NULL`,
    `UPDATE "posts" SET "summary" = '' WHERE "summary" IS NULL OR 1`,
    `WITH "x" AS (SELECT 1) UPDATE "posts" SET "summary" = '' WHERE "summary" IS NULL`,
    `REPLACE INTO "posts" ("id") VALUES ('a')`,
    `INSERT INTO "posts" ("id") VALUES ('a') ON CONFLICT ("id") DO UPDATE SET "summary" = ''`,
    `CREATE TRIGGER "t" AFTER INSERT ON "posts" BEGIN DELETE FROM "posts"; END`,
    'DROP TABLE "posts"',
    'PRAGMA writable_schema = on',
  ])('for %s', (sql) => expect(isHeld(sql)).toBe(true))
})

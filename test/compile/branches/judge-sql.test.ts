import { expect, test } from 'vitest'
import { judgeSql } from '../../../src/compile/branches/judge-sql.ts'
import { EMPTY_LOCK, type Lock } from '../../../src/compile/lock/read-lock.ts'
import { type MigrationFile, parseMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { classOfSql } from '../../../src/compile/schema/steps/class-of-sql.ts'

/** Files that say `cms build` made them, which may hold any statement, and which nobody can plan again. */
const MADE = '-- format: 2\n-- made-by: cms build\n\n'

const BASE = parseMigration(
  '0001_initial.sql',
  `${MADE}CREATE TABLE "users" ("id" TEXT PRIMARY KEY, "role" TEXT);
CREATE TABLE "posts" ("id" TEXT PRIMARY KEY, "title" TEXT, "homepage" TEXT);
CREATE TABLE "pages" ("id" TEXT PRIMARY KEY, "title" TEXT, "published_locales" TEXT);
CREATE TABLE "content_drafts" ("document_id" TEXT PRIMARY KEY, "data" TEXT, "scheduled_at" INTEGER);`,
)

/** A lock with a collection whose documents are in several languages. */
const HEAD: Lock = {
  ...EMPTY_LOCK,
  collections: {
    pages: {
      access: { read: 'public' },
      fields: { title: { type: 'string' }, publishedLocales: { type: 'list' } },
      drafts: false,
      indexes: [],
      search: [],
      singleton: false,
      slugField: null,
      titleField: null,
      trash: null,
      versions: 0,
    },
  },
}

/** Effects of SQL after others since the base. */
function told(sql: string, earlier: readonly MigrationFile[] = []): string[] {
  const effects = judgeSql({
    file: parseMigration('0009_tidy_up.sql', MADE + sql),
    base: replay([BASE]).schema,
    before: replay([BASE, ...earlier]).schema,
    earlier,
    guarded: { accessTables: new Set(['users']), secretColumns: new Set() },
    sides: { head: HEAD, base: null },
  })
  return effects.map((effect) => `${effect.line} ${effect.class} ${effect.message}`)
}

const DECIDES = 'which controls who may do what, or what is sent'

test('a table is told under the name that it had, whatever it is called meanwhile', () => {
  const sql = `ALTER TABLE users RENAME TO u2;\nALTER TABLE u2 RENAME TO u3;\nUPDATE U3 SET role = 'admin';\nALTER TABLE u3 RENAME TO users;`
  expect(told(sql)).toContain(`6 opens writes users.role, ${DECIDES}`)
})

test('so is a table that changes places with another', () => {
  const sql = `ALTER TABLE users RENAME TO aside;\nALTER TABLE posts RENAME TO users;\nALTER TABLE aside RENAME TO posts;\nUPDATE posts SET role = 'admin';`
  expect(told(sql)).toContain(`7 opens writes users.role, ${DECIDES}`)
})

test('a column is told under the name that it had, and is not taken for a new one', () => {
  const sql = `ALTER TABLE posts RENAME COLUMN homepage TO hh;\nUPDATE posts SET hh = NULL;\nALTER TABLE posts RENAME COLUMN hh TO homepage;`
  expect(told(sql)).toContain('5 destructive overwrites posts.homepage')
})

test('what was renamed since the base still holds what it held', () => {
  const renamed = parseMigration(
    '0002_rename.sql',
    `${MADE}ALTER TABLE posts RENAME TO articles;\nALTER TABLE articles RENAME COLUMN homepage TO website;\nALTER TABLE articles ADD COLUMN mood TEXT;`,
  )
  const sql = `UPDATE articles SET website = NULL;\nUPDATE articles SET mood = 'glad';\nDELETE FROM articles;`
  expect(told(sql, [renamed])).toEqual([
    '4 destructive overwrites articles.website',
    '5 caution fills articles.mood where it is empty',
    '6 destructive removes rows from articles',
  ])
})

test.each(['rowid', 'oid', '_rowid_'])('numbers of rows are none that were empty: %s', (name) => {
  expect(told(`UPDATE posts SET ${name} = rowid + 9;`)).toEqual(['4 destructive overwrites posts.ROWID'])
})

test.each([
  'UPDATE content_drafts SET scheduled_at = 1;',
  `INSERT INTO content_drafts (document_id, data, scheduled_at) VALUES ('a', '{}', 1);`,
  `INSERT INTO content_drafts VALUES ('a', '{}', 1);`,
])('pending changes that become due are published: %s', (sql) => {
  expect(told(sql)).toContain('4 opens writes content_drafts.scheduled_at, which controls what is published')
})

test('pending changes without a time are not published', () => {
  expect(told(`INSERT INTO content_drafts (document_id, data) VALUES ('a', '{}');`)).toEqual([
    '4 caution adds rows to content_drafts',
  ])
})

const LANGUAGES = 'it writes pages.published_locales, the languages in which they see a document (empty: all)'
const SHOWS = `4 opens may show visitors hidden translations: ${LANGUAGES}`
const HIDES = `4 destructive may hide documents from visitors: ${LANGUAGES}`

test.each<[sql: string, told: readonly string[]]>([
  ['UPDATE pages SET published_locales = NULL;', [SHOWS]],
  ['UPDATE pages SET published_locales = null WHERE published_locales IS NULL;', [SHOWS]],
  [`UPDATE pages SET published_locales = '[]';`, [HIDES]],
  [`UPDATE pages SET published_locales = '["en"]' WHERE published_locales IS NULL;`, [HIDES]],
  [`UPDATE pages SET published_locales = '["en"]';`, [SHOWS, HIDES]],
  [`UPDATE pages SET (title, published_locales) = (title, NULL);`, [SHOWS, HIDES]],
  [`INSERT INTO pages (id) VALUES ('a') ON CONFLICT (id) DO UPDATE SET published_locales = NULL;`, [SHOWS, HIDES]],
  [`INSERT OR REPLACE INTO pages (id) VALUES ('a');`, [SHOWS, HIDES]],
  [`UPDATE pages SET title = 'a';`, []],
  [`INSERT INTO pages (id, published_locales) VALUES ('a', NULL);`, []],
])('the languages in which visitors see documents are told: %s', (sql, lines) => {
  expect(told(sql).filter((line) => line.includes('visitors'))).toEqual(lines)
  if (lines.length > 0) expect(classOfSql([sql])).toBe('destructive')
})

test('rows are restricted that visitors do not see in each language', () => {
  expect(told('UPDATE posts SET homepage = (SELECT title FROM pages) WHERE homepage IS NULL;')).toContain(
    '4 opens copies rows of pages, some of which are restricted, such as drafts and hidden translations',
  )
})

test('what comes out of a table that the migration makes may be anything', () => {
  const sql = `CREATE TABLE "xx" AS SELECT "title" FROM "posts";\nUPDATE posts SET homepage = (SELECT title FROM xx);`
  expect(told(sql)).toContain('5 opens copies xx.title, which is restricted')
  const anew = `CREATE TABLE "posts__copy" AS SELECT * FROM "posts";\nINSERT INTO posts SELECT * FROM posts__copy;`
  expect(told(anew)).toEqual(['5 caution adds rows to posts'])
})

test('what happens through a trigger reads as one sentence', () => {
  const sql = `CREATE TRIGGER tt AFTER UPDATE ON posts BEGIN UPDATE users SET role = 'admin'; END;\nUPDATE posts SET title = title;\nDROP TRIGGER tt;`
  expect(told(sql)).toContain(`5 opens writes users.role, ${DECIDES}, through the trigger tt`)
})

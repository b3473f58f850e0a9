import type { Subject } from './subject.ts'

/** Number of rows that a statement inserts. */
const CHUNK = 20_000
const AUTHORS = 200
const CATEGORIES = 20
const TAGS = 200

/** Number of posts that contain the same word of `groupWord`. */
export const GROUP = 25
/** One of this many summaries contains `COMMON_WORD`. */
export const COMMON_EVERY = 20
export const COMMON_WORD = 'harbour'

/**
 * Returns the word that the posts of a group contain. All words have the same length, because a search treats its last
 * word as a prefix.
 */
export function groupWord(group: number): string {
  return `dossier${String(group).padStart(7, '0')}`
}

/**
 * Fills the newsroom with posts, inside the worker: nine in ten are published and one in twenty is featured, each with
 * author, category, two tags, a summary, a body, and a first version. Triggers run as usual; indexes are dropped first
 * and created again at the end.
 * @param progress receives the number of posts so far
 */
export async function fill(
  subject: Pick<Subject, 'sql'>,
  rows: number,
  progress: (posts: number) => void,
): Promise<void> {
  const [indexes = []] = await subject.sql(
    `SELECT "name", "sql" FROM sqlite_schema WHERE "type" = 'index' AND "sql" IS NOT NULL
      AND "tbl_name" IN ('posts', 'posts__tags', 'content', 'content_versions')`,
  )
  await subject.sql(...indexes.map(({ name }) => `DROP INDEX "${name}"`))
  await subject.sql(...vocabulary(), ...targets())
  for (let from = 1; from <= rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK - 1)
    await subject.sql(...posts(from, to, rows))
    progress(to)
  }
  await subject.sql('DROP TABLE "bench_sentences"')
  for (const { sql } of indexes) await subject.sql(String(sql))
}

const WORDS = `city council river bridge election market school teacher winter storm budget court judge police festival
  music theatre painter novel author kitchen recipe football match goal season coach stadium doctor hospital vaccine patient
  climate forest farmer harvest engine railway station ticket airport island ferry lighthouse village museum archive letter
  protest strike union factory worker wage price energy solar turbine battery satellite rocket planet telescope laboratory
  student professor library language dictionary translation border passport embassy minister parliament senate vote party
  campaign reform pension insurance bank loan interest currency export import tariff border coast desert mountain glacier`
  .split(/\s+/)
  .filter((word) => word !== '')
const SENTENCES = 1000
/** Number of sentences in a statement, since D1 limits the length of statements. */
const AT_ONCE = 200

/** Returns the statements that create the sentences of the posts: the same in every run. */
function vocabulary(): string[] {
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  const sentences = Array.from({ length: SENTENCES }, (_, index) => {
    const words = Array.from({ length: 12 }, () => WORDS[random(WORDS.length)])
    return `(${index}, '${words.join(' ')}.')`
  })
  const inserts = Array.from({ length: SENTENCES / AT_ONCE }, (_, part) => {
    const rows = sentences.slice(part * AT_ONCE, (part + 1) * AT_ONCE)
    return `INSERT INTO "bench_sentences" VALUES ${rows.join(', ')}`
  })
  return ['CREATE TABLE "bench_sentences" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL)', ...inserts]
}

/** Returns the statements that create the documents that posts refer to. */
function targets(): string[] {
  const system = `'published', 1400000000000 + n, 1400000000000 + n, 1400000000000 + n, 1`
  const columns = '"id", "status", "created_at", "updated_at", "published_at", "version"'
  const made = (collection: string, word: string, count: number) =>
    `${numbers(1, count)} INSERT INTO "${collection}" (${columns}, "name", "slug")
      SELECT ${idSql('1400000000000 + n', word)}, ${system}, '${word} ' || n, '${word}-' || n FROM numbers`
  return [made('authors', 'author', AUTHORS), made('categories', 'category', CATEGORIES), made('tags', 'tag', TAGS)]
}

/** Time of the newest post, whatever the number of posts. Each earlier post is five minutes older. */
const NEWEST = Date.UTC(2026, 0, 1)
const STEP = 300_000

function posts(from: number, to: number, rows: number): string[] {
  const time = `${NEWEST} - (${rows} - n) * ${STEP}`
  const [year, month] = [365 * 24 * 3600 * 1000, 30 * 24 * 3600 * 1000]
  return [
    `${numbers(from, to)}
    INSERT INTO "posts" ("id", "status", "title", "slug", "summary", "body", "author", "category", "kind", "featured",
      "views", "created_at", "updated_at", "published_at", "scheduled_at", "version")
    SELECT ${idSql(time, 'post')},
      CASE WHEN n % 10 = 3 THEN 'draft' ELSE 'published' END,
      ${sentence(17)} || ' ' || n,
      'post-' || n,
      ${sentence(29)} || ' dossier' || printf('%07d', n / ${GROUP}) || CASE WHEN n % ${COMMON_EVERY} = 1 THEN ' ${COMMON_WORD}' ELSE '' END,
      json_object('type', 'doc', 'content', json_array(
        json_object('type', 'paragraph', 'content', json_array(json_object('type', 'text', 'text', ${sentence(53)}))),
        json_object('type', 'paragraph', 'content', json_array(json_object('type', 'text', 'text', ${sentence(71)}))))),
      (SELECT "id" FROM "authors" WHERE "slug" = 'author-' || (1 + n * 7 % ${AUTHORS})),
      (SELECT "id" FROM "categories" WHERE "slug" = 'category-' || (1 + n * 3 % ${CATEGORIES})),
      CASE n / 3 % 4 WHEN 0 THEN 'news' WHEN 1 THEN 'feature' WHEN 2 THEN 'opinion' ELSE 'review' END,
      n % 20 = 0, n * 7919 % 100000, ${time}, ${time} + n * 7919 % ${month},
      CASE WHEN n % 10 = 3 THEN NULL ELSE ${time} + n * 104729 % ${year} / 12 END, NULL, 1
    FROM numbers`,
    `INSERT INTO "posts__tags" ("owner_id", "target_id", "position")
      SELECT posts."id", tags."id", spot."value" FROM "posts"
        JOIN json_each('[0,1]') AS spot
        JOIN "tags" ON "tags"."slug" = 'tag-' || (1 + (posts.rowid * 11 + spot."value" * 37) % ${TAGS})
      WHERE posts.rowid BETWEEN ${from} AND ${to}`,
    `INSERT INTO "content_versions" ("document_id", "version", "collection_id", "status", "data", "created_at")
      SELECT "id", 1, 'posts', "status", json_object('title', "title", 'slug', "slug", 'summary', "summary"), "created_at"
      FROM "posts" WHERE rowid BETWEEN ${from} AND ${to}`,
  ]
}

function numbers(from: number, to: number): string {
  return `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`
}

/** Returns an SQL expression for a UUIDv7 of a time in milliseconds; `kind` keeps ids of the same moment apart. */
function idSql(time: string, kind: string): string {
  const tail = Buffer.from(kind.padEnd(4)).toString('hex').slice(0, 8)
  return `printf('%08x-%04x-7%03x-8%03x-${tail}%04x', (${time}) >> 16, (${time}) & 65535, n & 4095, n >> 12, n & 65535)`
}

function sentence(factor: number): string {
  return `(SELECT "text" FROM "bench_sentences" WHERE "id" = n * ${factor} % ${SENTENCES})`
}

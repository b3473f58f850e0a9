import { DatabaseSync } from 'node:sqlite'

/** A post as each system gets it. */
export interface Post {
  readonly title: string
  readonly slug: string
  readonly body: string
  /** One of `CATEGORIES` words. */
  readonly category: string
  /** A number that no other post has. */
  readonly views: number
}

/** Number of documents that every list asks for. */
export const PAGE = 20

const CATEGORIES = 20
/** Number of posts that share the word which full text looks for: one page. */
const GROUP = PAGE
const BODY_WORDS = 60
/** Newest post, in milliseconds since 1970; each one before is a minute older. */
const NEWEST = Date.UTC(2026, 0, 1)
const STEP = 60_000

const WORDS = `city council river bridge election market school teacher winter storm budget court judge police festival
  music theatre painter novel author kitchen recipe football match goal season coach stadium doctor hospital patient
  climate forest farmer harvest engine railway station ticket airport island ferry lighthouse village museum archive
  letter strike union factory worker wage price energy solar turbine battery satellite rocket planet professor library`
  .split(/\s+/)
  .filter((word) => word !== '')

/** The post with a number from 1 on: the same on every run, and for every system. */
export function postNumber(number: number): Post {
  const word = (index: number) => WORDS[(number * 31 + index * 17 + ((number * index) % 13)) % WORDS.length]
  const words = Array.from({ length: BODY_WORDS }, (_, index) => word(index))
  return {
    title: `Post ${number} of the ${word(3)} and the ${word(5)}`,
    slug: `post-${number}`,
    body: `${words.join(' ')} ${groupWord(number)}.`,
    category: categoryOf(number),
    views: (number * 7919) % 1_000_003,
  }
}

/** A post that is created while others are read: in a category of its own. */
export function madePost(index: number): Post {
  const slug = `made-${Date.now()}-${index}`
  return { ...postNumber(1), title: `Post ${slug}`, slug, body: 'Made while others were read.', category: 'made' }
}

/** The first post of a system, made through its API: rows of all others are as its own. */
export const FIRST: Post = { ...postNumber(1), title: 'First of all', slug: 'first-of-all' }

/** Answers that are right, of so many posts. */
export interface Expected {
  readonly category: string
  readonly word: string
  /** Titles in their order. */
  readonly newest: readonly string[]
  readonly filtered: readonly string[]
  /** Titles in any order. */
  readonly search: ReadonlySet<string>
}

export function expectedOf(total: number): Expected {
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  const middle = Math.floor(total / 2 / GROUP) * GROUP + 1
  const category = categoryOf(middle)
  const titles = (some: readonly number[]) => some.map((number) => postNumber(number).title)
  const views = (number: number) => postNumber(number).views
  const matches = numbers.filter((number) => categoryOf(number) === category)
  return {
    category,
    word: groupWord(middle),
    newest: titles(numbers.slice(-PAGE).reverse()),
    filtered: titles(
      matches
        .map((number) => ({ number, views: views(number) }))
        .sort((a, b) => b.views - a.views)
        .slice(0, PAGE)
        .map(({ number }) => number),
    ),
    search: new Set(titles(numbers.slice(middle - 1, middle - 1 + GROUP))),
  }
}

/** Writes so many posts to a database of their own, as `posts(n, title, slug, body, category, views, at)`. */
export function writePosts(path: string, total: number): void {
  const database = new DatabaseSync(path)
  database.exec(`CREATE TABLE posts (n INTEGER PRIMARY KEY, title TEXT, slug TEXT, body TEXT, category TEXT, views INTEGER,
    at INTEGER); BEGIN`)
  const insert = database.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (let number = 1; number <= total; number += 1) {
    const { title, slug, body, category, views } = postNumber(number)
    insert.run(number, title, slug, body, category, views, NEWEST - (total - number) * STEP)
  }
  database.exec('COMMIT')
  database.close()
}

function categoryOf(number: number): string {
  return `desk${(number * 3) % CATEGORIES}`
}

/** A word of one length, because some systems take the last word of a search as a beginning. */
function groupWord(number: number): string {
  return `dossier${String(Math.floor((number - 1) / GROUP)).padStart(6, '0')}`
}

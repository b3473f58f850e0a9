import { DatabaseSync } from 'node:sqlite'

/** Post that is stored in each system. */
export interface Post {
  readonly title: string
  readonly slug: string
  readonly body: string
  /** One of `CATEGORIES` names. */
  readonly category: string
  /** Number that orders the posts of a category. */
  readonly views: number
}

/** Number of documents that every list requests. */
export const PAGE = 20

const CATEGORIES = 20
/** Number of posts that contain the word that the search looks for: one page. */
const GROUP = PAGE
const BODY_WORDS = 60
/** Time of the newest post, in milliseconds since the epoch. Each earlier post is a minute older. */
const NEWEST = Date.UTC(2026, 0, 1)
const STEP = 60_000

const WORDS = `city council river bridge election market school teacher winter storm budget court judge police festival
  music theatre painter novel author kitchen recipe football match goal season coach stadium doctor hospital patient
  climate forest farmer harvest engine railway station ticket airport island ferry lighthouse village museum archive
  letter strike union factory worker wage price energy solar turbine battery satellite rocket planet professor library`
  .split(/\s+/)
  .filter((word) => word !== '')

/** Returns the post with a number, from 1: the same in every run and for every system. */
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

/** Returns a post to create during a measurement, in a category of its own. */
export function madePost(index: number): Post {
  const slug = `made-${Date.now()}-${index}`
  return { ...postNumber(1), title: `Post ${slug}`, slug, body: 'Made while others were read.', category: 'made' }
}

/** The first post of a system, created through its API. The rows of all other posts are modeled on it. */
export const FIRST: Post = { ...postNumber(1), title: 'First of all', slug: 'first-of-all' }

/** Expected results for a number of posts. */
export interface Expected {
  readonly category: string
  readonly word: string
  /** Titles of the newest posts, in order. */
  readonly newest: readonly string[]
  /** Titles of the posts in the category, in order. */
  readonly filtered: readonly string[]
  /** Titles of the posts that contain the word. */
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

/** Writes a number of posts to a separate database, as `posts(n, title, slug, body, category, views, at)`. */
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

/**
 * Returns the word that the posts of a group contain. All words have the same length, because some systems treat the
 * last word of a search as a prefix.
 */
function groupWord(number: number): string {
  return `dossier${String(Math.floor((number - 1) / GROUP)).padStart(6, '0')}`
}

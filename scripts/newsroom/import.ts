/**
 * Fills a running server with real prose through its API: each package below `node_modules` becomes a post, its author
 * an author, and its keywords tags. A further run leaves unchanged documents alone.
 *
 *   npm run newsroom                      # http://localhost:8787, the administrator of .dev.vars
 *   npm run newsroom -- --url http://localhost:9000 --email me@example.com --password …
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { slugify } from 'lintel'
import { fromMarkdown } from 'lintel/rich-text/parse'
import { progressBar } from '../progress.ts'
import { type Api, connect } from './api.ts'
import { findPackages, type Package } from './packages.ts'

/** Maximum length of a README, in characters: JSON bodies are limited to 1 MiB, and a tree is larger than its text. */
const LONGEST_README = 100_000

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8787' },
    email: { type: 'string' },
    password: { type: 'string' },
    from: { type: 'string', default: 'node_modules' },
  },
})

const local = existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {}
const email = values.email ?? process.env.ADMIN_EMAIL ?? local.ADMIN_EMAIL ?? 'admin@localhost'
const password = values.password ?? process.env.ADMIN_PASSWORD ?? local.ADMIN_PASSWORD

try {
  if (!password) throw new Error('There is no password. Start `npm run dev` once, or pass --email and --password.')
  await importPackages(await connect(values.url, email, password), await findPackages(values.from))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function importPackages(api: Api, packages: readonly Package[]): Promise<void> {
  const tags = await eachOnce(
    'tags   ',
    packages.flatMap(({ keywords }) => keywords.map(asTag)).filter((name) => name !== ''),
    (name) => name,
    (name) => api.put('tags', { name }, { name, slug: slugify(name) || null }),
  )
  const authors = await eachOnce(
    'authors',
    packages.flatMap(({ author }) => (author ? [author] : [])),
    authorKey,
    (author) =>
      api.put(
        'authors',
        { slug: authorKey(author) },
        {
          name: author.name.slice(0, 200),
          slug: authorKey(author),
          email: author.email,
          website: author.url,
        },
      ),
  )
  await eachOnce(
    'posts  ',
    packages,
    ({ name }) => slugify(name),
    (found) => api.put('posts', { slug: slugify(found.name) }, post(found, tags, authors)),
  )
  console.log(`${api.created} created, ${api.changed} changed, ${api.unchanged} unchanged`)
}

function post(found: Package, tags: ReadonlyMap<string, string>, authors: ReadonlyMap<string, string>) {
  const shortened = found.readme.length > LONGEST_README
  const words = [...new Set(found.keywords.map(asTag))].flatMap((name) => tags.get(name) ?? [])
  return {
    status: 'published',
    title: `${found.name} ${found.version}`.slice(0, 200),
    slug: slugify(found.name),
    summary: found.description.slice(0, 1000) || null,
    body: found.readme === '' ? null : fromMarkdown(found.readme.slice(0, LONGEST_README)).document,
    author: found.author ? (authors.get(authorKey(found.author)) ?? null) : null,
    tags: [...new Set(words)].slice(0, 100),
    homepage: found.homepage?.slice(0, 2000) ?? null,
    correspondence: shortened
      ? `The README has ${found.readme.length} characters; the first ${LONGEST_README} are here.`
      : null,
  }
}

/** Saves each distinct item with a progress bar, and returns the ids by key. */
async function eachOnce<T>(
  label: string,
  items: readonly T[],
  keyOf: (item: T) => string,
  save: (item: T) => Promise<string>,
): Promise<Map<string, string>> {
  const distinct = new Map(items.map((item) => [keyOf(item), item]))
  const ids = new Map<string, string>()
  const bar = progressBar(label, distinct.size)
  for (const [key, item] of distinct) {
    ids.set(key, await save(item))
    bar.show(ids.size, key)
  }
  bar.end()
  return ids
}

function asTag(keyword: string): string {
  return keyword.trim().slice(0, 100)
}

/** Returns a slug for an author. A name without Latin letters gets one made from its bytes. */
function authorKey({ name }: { readonly name: string }): string {
  return slugify(name) || `author-${Buffer.from(name).toString('hex').slice(0, 40)}`
}

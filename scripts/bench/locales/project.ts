import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildServer } from '../build-server.ts'
import { type Running, run } from '../node/running.ts'

const FOLDER = resolve('.wrangler/bench-locales')
const LOCALES = ['de', 'fr']
const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(10)

/** Creates a project of posts with text in one language or in three, builds it for Node, fills it, and starts it. */
export async function start(locales: 'one' | 'three', documents: number): Promise<Running> {
  const root = join(FOLDER, locales)
  const dataFolder = join(root, 'data')
  const isLocalized = locales === 'three'
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'collections'), { recursive: true })
  mkdirSync(dataFolder)
  const localized = isLocalized ? ', localized: true' : ''
  writeFileSync(
    join(root, 'cms.config.ts'),
    `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'bench',
  ${isLocalized ? `locales: { default: 'en', others: ${JSON.stringify(LOCALES)} },` : ''}
  collections: [posts],
  plugins: [],
  environments: { development: {} },
})
`,
  )
  writeFileSync(
    join(root, 'collections/posts.ts'),
    `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  search: ['title'],
  access: { read: 'public' },
  fields: {
    title: field.string({ required: true${localized} }),
    slug: field.slug({ from: 'title'${localized} }),
    body: field.text({ max: 10000${localized} }),
    rating: field.number({ required: true }),
  },
})
`,
  )
  execFileSync(process.execPath, [resolve('src/cli/cms.js'), 'build'], { cwd: root, stdio: 'inherit' })
  await buildServer(root)
  const main = join(root, 'dist/server/start.js')
  const options = { main, path: '/api/posts', processes: 1, dataFolder }
  await (await run(options)).stop() // creates the tables
  fill(join(dataFolder, 'lintel.db'), documents, isLocalized ? LOCALES : [])
  return run(options)
}

/**
 * Writes the documents directly into the table; triggers update search and counts. One document in five has no
 * translation.
 */
function fill(path: string, documents: number, locales: readonly string[]): void {
  const told = (what: string, locale: string) => `CASE WHEN n % 5 THEN ${what} || '-${locale}' END`
  const values: Readonly<Record<string, string>> = {
    id: `printf('doc-%08d', n)`,
    status: `'published'`,
    title: `'word' || (n * 7919 % 1000003)`,
    slug: `'slug-' || n`,
    body: `'${TEXT}'`,
    rating: 'n % 6',
    ...Object.fromEntries(
      locales.flatMap((locale) => [
        [`title__${locale}`, told(`'word' || (n * 7919 % 1000003)`, locale)],
        [`slug__${locale}`, told(`'slug-' || n`, locale)],
        [`body__${locale}`, `CASE WHEN n % 5 THEN '${TEXT}' END`],
      ]),
    ),
    created_at: '1700000000000 + n',
    updated_at: '1700000000000 + n',
    published_at: '1700000000000 + n',
    version: '1',
  }
  const database = new DatabaseSync(path)
  database.exec(
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${documents})
    INSERT INTO posts (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} FROM counted;
    ANALYZE`,
  )
  database.close()
}

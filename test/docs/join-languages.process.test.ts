import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cms, createProject, type Project } from '../cli/cms.ts'
import { idOf } from '../cli/transfer.ts'

const config = (locales: string) => `import { defineConfig } from 'lintel'
import pages from './collections/pages.ts'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  ${locales}
  collections: [pages, posts],
  environments: { development: {} },
})
`
const posts = (localized: string) => `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  fields: {
    title: field.string({ required: true${localized} }),
    slug: field.slug({ from: 'title'${localized} }),
    body: field.text(${localized === '' ? '' : '{ localized: true }'}),
    views: field.number(),
    language: field.select({ options: ['en', 'de', 'fr'], default: 'en' }),
    translationOf: field.reference('posts', { onDelete: 'nullify' }),
  },
})
`
const PAGES = `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'pages', fields: { post: field.reference('posts'), related: field.references('posts') } })
`
const WRANGLER = `name = "site"
main = "worker.ts"
compatibility_date = "2026-10-20"
[[d1_databases]]
binding = "DB"
database_id = "local-site"
`

const post = (n: number, language: string, translationOf: number | null, more: object) => ({
  collection: 'posts',
  document: {
    id: idOf(n),
    status: 'published',
    language,
    translationOf: translationOf === null ? null : idOf(translationOf),
    ...more,
  },
})
const GIVEN = [
  post(1, 'en', null, { title: 'Tides', slug: 'tides', body: 'Sea', views: 7, createdAt: '2020-01-02T03:04:05.000Z' }),
  post(2, 'de', 1, { title: 'Gezeiten', slug: 'gezeiten', body: 'Meer', views: 3 }),
  post(3, 'fr', 1, { title: 'Marées', slug: 'marees', body: 'Mer', status: 'draft' }),
  post(4, 'en', null, { title: 'Alone', slug: 'alone' }),
  post(5, 'de', null, { title: 'Verwaist', slug: 'verwaist' }),
  { collection: 'pages', document: { id: idOf(9), post: idOf(2), related: [idOf(4), idOf(3)] } },
]

let project: Project
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await cms(args, { cwd: project.root })
  expect(code, stderr).toBe(0)
  return stdout
}

beforeEach(() => {
  project = createProject({
    'cms.config.ts': config(''),
    'collections/posts.ts': posts(''),
    'collections/pages.ts': PAGES,
    'wrangler.toml': WRANGLER,
    'worker.ts': 'export default {}\n',
  })
  project.write('.cms/pending', '')
})
afterEach(() => project.remove())

/** The part of the guide in a language, from this text on. */
function guided(language: string, beginning: string): string {
  const guide = readFileSync(resolve('docs/localization.md'), 'utf8')
  return new RegExp(`\`\`\`${language}\\n(${beginning}[\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''
}

/** The site as it was, with its languages declared. */
async function declared(): Promise<void> {
  await run('build')
  await run('migrate', 'apply')
  writeFileSync(join(project.root, 'given.ndjson'), GIVEN.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await run('import', 'given.ndjson')
  project.write('cms.config.ts', config(`locales: { default: 'en', others: ['de', 'fr'] },`))
  project.write('collections/posts.ts', posts(', localized: true'))
  await run('build')
}

/** Holds what is stored against what the guide promises. */
async function expectJoined(): Promise<void> {
  const stored = (await run('export'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).document)
  const held = (n: number) => stored.find(({ id }) => id === idOf(n))
  expect(held(1)).toMatchObject({
    title: 'Tides',
    'title@de': 'Gezeiten',
    'title@fr': 'Marées',
    'slug@de': 'gezeiten',
    'body@fr': 'Mer',
    views: 7,
    createdAt: '2020-01-02T03:04:05.000Z',
  })
  expect(held(1).publishedLocales.toSorted()).toEqual(['de', 'en'])
  expect(held(4)).toMatchObject({ title: 'Alone', 'title@de': null, publishedLocales: null })
  expect(held(5)).toMatchObject({ title: 'Verwaist', language: 'de' })
  expect(held(9)).toMatchObject({ post: idOf(1), related: [idOf(4), idOf(1)] })
}

it('the migration of the guide joins documents of one language each, and loses nothing', async () => {
  await declared()
  await run('migrate', 'create', '--name', 'join languages')
  const file = readdirSync(join(project.root, 'migrations')).find((name) => name.includes('join_languages'))
  const header = readFileSync(join(project.root, 'migrations', String(file)), 'utf8')
  project.write(`migrations/${file}`, `${header}${guided('sql', 'UPDATE')}`)
  await run('build')
  await run('migrate', 'apply')
  await expectJoined()
  expect((await run('check')).includes('destructive')).toBe(false)
})

it('the script of the guide joins documents of one language each, and loses nothing', async () => {
  await declared()
  await run('migrate', 'apply')
  await run('export', '--out', 'before.ndjson')
  writeFileSync(join(project.root, 'join.mjs'), guided('js', 'import \\{ readFileSync'))
  const said = execFileSync('sh', ['-c', 'node join.mjs 2>&1'], { cwd: project.root, encoding: 'utf8' })
  expect(said).toBe(`${idOf(5)} has no original in en: it stays a document of its own\n`)
  await run('import', 'after.ndjson', '--on-conflict', 'replace')
  await expectJoined()
  const joined = readFileSync(join(project.root, 'joined.txt'), 'utf8').trim().split('\n')
  expect(joined.sort()).toEqual([idOf(2), idOf(3)])
})

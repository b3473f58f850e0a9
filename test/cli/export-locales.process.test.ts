import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cms, createProject, type Project } from './cms.ts'
import { idOf } from './transfer.ts'
import { wranglerFiles } from './wrangler-files.ts'

const FILES = {
  'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  locales: { default: 'en', others: ['de'] },
  collections: [posts],
  environments: { development: {} },
})
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  search: ['title'],
  fields: {
    title: field.string({ required: true, localized: true }),
    slug: field.slug({ from: 'title', localized: true, unique: true }),
    sections: field.blocks({ of: { quote: { text: field.string({ localized: true }), author: field.string() } } }),
  },
})
`,
  ...wranglerFiles(),
}

const GIVEN = {
  collection: 'posts',
  document: {
    id: idOf(1),
    status: 'published',
    title: 'Tides',
    'title@de': 'Gezeiten',
    slug: 'tides',
    'slug@de': 'gezeiten',
    sections: [{ type: 'quote', text: 'Hello', 'text@de': 'Hallo', author: 'Anna' }],
    publishedLocales: ['en'],
  },
}

const projects: Project[] = []

async function begin(): Promise<Project> {
  const project = createProject(FILES)
  projects.push(project)
  project.seal()
  await cms(['build'], { cwd: project.root })
  await cms(['migrate', 'apply'], { cwd: project.root })
  return project
}

let first: Project
let second: Project

beforeAll(async () => {
  first = await begin()
  second = await begin()
})
afterAll(() => {
  for (const project of projects) project.remove()
})

it('brings every language of a document into another project, and out again as it was', async () => {
  writeFileSync(join(first.root, 'given.ndjson'), `${JSON.stringify(GIVEN)}\n`)
  const given = await cms(['import', 'given.ndjson'], { cwd: first.root })
  expect(given.code, given.stderr).toBe(0)
  await cms(['export', '--out', 'all.ndjson'], { cwd: first.root })
  const text = readFileSync(join(first.root, 'all.ndjson'), 'utf8')
  expect(JSON.parse(text).document).toMatchObject(GIVEN.document)
  writeFileSync(join(second.root, 'all.ndjson'), text)
  const taken = await cms(['import', 'all.ndjson'], { cwd: second.root })
  expect(taken.code, taken.stderr).toBe(0)
  await cms(['export', '--out', 'again.ndjson'], { cwd: second.root })
  expect(JSON.parse(readFileSync(join(second.root, 'again.ndjson'), 'utf8')).document).toEqual(
    JSON.parse(text).document,
  )
})

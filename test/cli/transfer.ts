import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collection, createProject, type Project } from './cms.ts'
import { wranglerFiles } from './wrangler-files.ts'

const ARTICLES = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'articles',
  drafts: true,
  search: ['title'],
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    summary: field.text(),
    body: field.richText(),
    views: field.number({ integer: true, default: 0, readOnly: true }),
    rating: field.number(),
    featured: field.boolean({ default: false }),
    day: field.date(),
    startsAt: field.datetime(),
    kind: field.select({ options: ['news', 'review'], default: 'news' }),
    extra: field.json(),
    cover: field.media(),
    author: field.reference('people', { onDelete: 'restrict' }),
    before: field.reference('articles', { onDelete: 'nullify' }),
    tags: field.references('tags'),
    related: field.references('articles'),
    links: field.list({ of: field.string() }),
    seo: field.group({ fields: { title: field.string() } }),
    parts: field.blocks({ of: { quote: { text: field.text({ required: true }), source: field.reference('people') } } }),
    secret: field.string({ hidden: true }),
    value: field.string(),
  },
})
`

const CONFIG = `import { defineConfig } from 'lintel'
import articles from './collections/articles.ts'
import people from './collections/people.ts'
import tags from './collections/tags.ts'
import files from './plugins/files/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [articles, people, tags],
  plugins: [files()],
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`

/** Minimal plugin that provides `media` as a target of references. */
const FILES = `import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { definePlugin } from 'lintel'
import * as z from 'zod'

export const media = sqliteTable('media', { id: text('id').primaryKey() })

const target = { schema: z.object({ id: z.string() }), read: async () => new Map(), shows: { media: ['id'] } }

export default definePlugin({ name: 'files', version: '1.0.0', data: { tables: { media }, targets: { media: target } } })
`

/** Creates a project with many types of fields, and collections that refer to each other. */
export function createTransferProject(): Project & {
  lines(path: string, lines: readonly (object | string)[]): string
} {
  const project = createProject({
    'cms.config.ts': CONFIG,
    ...wranglerFiles({ production: 'db-production' }),
    'collections/articles.ts': ARTICLES,
    'plugins/files/plugin.ts': FILES,
    'collections/people.ts': collection(
      'people',
      "name: field.string({ required: true }), email: field.string({ unique: true }), best: field.reference('articles', { onDelete: 'nullify' })",
    ),
    'collections/tags.ts': collection('tags', 'name: field.string({ required: true })'),
  })
  return {
    ...project,
    lines(path, lines) {
      const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
      writeFileSync(join(project.root, path), `${text}\n`)
      return path
    },
  }
}

/** Returns the id of a document that was created n milliseconds after `2026-01-01T00:00:00.000Z`. */
export function idOf(n: number): string {
  const time = (Date.parse('2026-01-01T00:00:00.000Z') + n).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** Returns a line of an import. */
export function line(collection: string, n: number, fields: object): object {
  return { collection, document: { id: idOf(n), ...fields } }
}

/** Returns lines of articles that refer to each other in a ring and to people, who refer to an article. */
export function ring(count: number): object[] {
  const people = [0, 1].map((n) =>
    line('people', n, { name: `Person ${n}`, email: `p${n}@x.com`, best: idOf(100 + count - 1) }),
  )
  const tags = [0, 1].map((n) => line('tags', 10 + n, { name: `Tag ${n}` }))
  const articles = Array.from({ length: count }, (_, index) => {
    const next = 100 + ((index + 1) % count)
    return line('articles', 100 + index, {
      status: index % 3 === 0 ? 'published' : 'draft',
      title: `Article ${index} "quoted" 🙂`,
      slug: `article-${index}`,
      summary: index % 2 === 0 ? null : `Line\nand tab\t${index}`,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Text ${index}` }] }] },
      views: index,
      rating: index / 7,
      featured: index % 2 === 0,
      day: '2026-02-03',
      startsAt: '2026-02-03T04:05:06.789Z',
      kind: 'review',
      extra: { deep: [1, 2.5, null, { x: 'y' }] },
      author: idOf(index % 2),
      before: idOf(next),
      tags: [idOf(11), idOf(10)],
      related: [idOf(next), idOf(100)].filter((id, position, all) => all.indexOf(id) === position),
      links: ['a', 'b'],
      seo: { title: 'Seo' },
      parts: [{ type: 'quote', text: 'Said' }],
      secret: 'hidden',
      value: 'a field called value',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
      createdBy: 'user-1',
      updatedBy: 'user-2',
      version: 1 + (index % 5),
      // Was published on schedule.
      ...(index === 0 && { publishedAt: '2026-01-02T00:00:00.000Z', scheduledAt: '2026-01-02T00:00:00.000Z' }),
    })
  })
  const scheduled = line('articles', 99, {
    status: 'scheduled',
    title: 'Planned',
    scheduledAt: '2020-01-01T00:00:00.000Z',
  })
  return [scheduled, ...articles, ...people, ...tags]
}

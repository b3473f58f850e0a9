import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlEffect } from '../../../src/compile/branches/verdict.ts'
import { collection } from '../cms.ts'
import { Service } from './service.ts'

/** Handwritten migration, and the most serious effects that `cms check` reports about where its values go. */
interface Flow {
  readonly what: string
  readonly sql: string
  readonly grave: readonly string[]
}

const READ = 'which is restricted'
const DECIDES = 'which controls who may do what, or what is sent'
const KEPT = 'which only triggers should write'
const ROW = `"id", "status", "created_at", "updated_at", "version"`

const FLOWS: readonly Flow[] = [
  {
    what: 'copies a field that few read into one that all read',
    sql: 'UPDATE posts SET summary = correspondence WHERE summary IS NULL;',
    grave: [`opens copies posts.correspondence, ${READ}`],
  },
  {
    what: 'copies one of another collection',
    sql: 'UPDATE authors SET website = (SELECT email FROM authors AS other LIMIT 1) WHERE website IS NULL;',
    grave: [`opens copies authors.email, ${READ}`],
  },
  {
    what: 'makes documents of it',
    sql: `INSERT INTO tags (${ROW}, "name") SELECT id, 'published', 1, 1, 1, email FROM authors;`,
    grave: [`opens copies authors.email, ${READ}`],
  },
  {
    what: 'copies out of versions',
    sql: `UPDATE tags SET name = (SELECT data FROM content_versions LIMIT 1) WHERE name IS NULL;`,
    grave: [`opens copies content_versions.data, ${READ}`],
  },
  {
    what: 'copies out of the audit log',
    sql: `UPDATE tags SET name = (SELECT changes FROM audit_log LIMIT 1) WHERE name IS NULL;`,
    grave: [`opens copies audit_log.changes, ${READ}`],
  },
  {
    what: 'copies out of answers',
    sql: `UPDATE tags SET name = (SELECT response FROM idempotency_keys LIMIT 1) WHERE name IS NULL;`,
    grave: [`opens copies idempotency_keys.response, ${READ}`],
  },
  {
    what: 'copies out of what is sent',
    sql: `UPDATE tags SET name = (SELECT payload FROM webhook_deliveries LIMIT 1) WHERE name IS NULL;`,
    grave: [`opens copies webhook_deliveries.payload, ${READ}`],
  },
  {
    what: 'makes public documents of drafts',
    sql: `INSERT INTO tags (${ROW}, "name") SELECT id, 'published', 1, 1, 1, title FROM posts;`,
    grave: ['opens copies rows of posts, some of which are restricted, such as drafts and hidden translations'],
  },
  {
    what: 'publishes drafts',
    sql: `UPDATE posts SET status = 'published' WHERE status = 'draft';`,
    grave: ['destructive overwrites posts.status', 'opens writes posts.status, which controls what is published'],
  },
  {
    what: 'gives documents away',
    sql: 'UPDATE tags SET created_by = NULL;',
    grave: ['destructive overwrites tags.created_by', `opens writes tags.created_by, ${DECIDES}`],
  },
  {
    what: 'writes a column that a rule asks for',
    sql: `UPDATE authors SET team = 'all' WHERE team IS NULL;`,
    grave: [`opens writes authors.team, ${DECIDES}`],
  },
  {
    what: 'sends something out',
    sql: `UPDATE webhook_deliveries SET status = 'pending';`,
    grave: [`opens writes webhook_deliveries.status, ${DECIDES}`],
  },
  {
    what: 'empties full text',
    sql: `INSERT INTO posts_fts(posts_fts) VALUES ('delete-all');`,
    grave: [`destructive writes posts_fts, ${KEPT}`],
  },
  {
    what: 'makes counts up',
    sql: 'UPDATE content_counts SET count = 0;',
    grave: [`destructive writes content_counts.count, ${KEPT}`],
  },
  {
    what: 'fills an empty field of a collection with full text',
    sql: 'UPDATE posts SET summary = title WHERE summary IS NULL;',
    grave: [],
  },
]

const CONFIG = `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import webhooks from 'lintel/plugins/webhooks'
import links from './links.ts'
import authors from './collections/authors.ts'
import posts from './collections/posts.ts'
import tags from './collections/tags.ts'

export default defineConfig({
  name: 'site',
  collections: [authors, posts, tags],
  plugins: [coreAuth(), webhooks(), links()],
  environments: { development: {} },
})
`

/** Plugin with a table in which each row refers to another one, so that no first row can be generated. */
const LINKS = `import { type AnySQLiteColumn, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { definePlugin } from 'lintel'

const links = sqliteTable('links', {
  id: text('id').primaryKey(),
  after: text('after').notNull().references((): AnySQLiteColumn => links.id),
})

export default definePlugin({ name: 'links', version: '1.0.0', description: 'Links.', data: { tables: { links } } })
`

function withOptions(name: string, options: string, fields: string): string {
  return collection(name, fields).replace('  fields:', `  ${options},\n  fields:`)
}

let service: Service
let migrations: { readonly name: string; readonly effects: readonly SqlEffect[] }[]
const paths: string[] = []

beforeAll(async () => {
  service = await Service.create()
  service.write('cms.config.ts', CONFIG)
  service.write('links.ts', LINKS)
  const few = `access: { read: ['admin'] }`
  const posts = `title: field.string({ required: true }), summary: field.text(), rating: field.number(), correspondence: field.text({ ${few} })`
  service.write('collections/tags.ts', withOptions('tags', `access: { read: 'public' }`, 'name: field.string()'))
  service.write(
    'collections/authors.ts',
    withOptions(
      'authors',
      `access: { read: 'public', update: [{ roles: ['author'], where: { team: 'all' } }] }`,
      `website: field.string(), team: field.string(), email: field.string({ ${few} })`,
    ),
  )
  service.write(
    'collections/posts.ts',
    withOptions('posts', `access: { read: 'public' },\n  drafts: true,\n  search: ['title', 'summary']`, posts),
  )
  await service.build()
  service.commit()
  for (const [index, { sql }] of FLOWS.entries()) paths.push(service.addByHand(`tidy up ${index}`, sql))
  const { stdout, stderr } = await service.cms('check', '--base', 'HEAD', '--json')
  expect(stderr).toBe('')
  migrations = JSON.parse(stdout).migrations
})

afterAll(() => service.remove())

describe('cms check tells of a migration by hand that', () => {
  it.for(FLOWS.map((flow, index) => ({ ...flow, index })))('$what', ({ grave, index }) => {
    const migration = migrations.find(({ name }) => `migrations/${name}` === paths[index])
    const told = migration?.effects.map((effect) => `${effect.class} ${effect.message}`)
    expect(told?.filter((line) => !line.startsWith('caution'))).toEqual(grave)
    expect(told?.filter((line) => line.includes('through the trigger'))).toEqual([])
  })
})

describe('the proof of a migration by hand', () => {
  const prove = async (sql: string) => {
    for (const path of paths.splice(0)) rmSync(join(service.root, path))
    paths.push(service.addByHand('only this', sql))
    const { stdout, stderr } = await service.cms('check', '--base', 'HEAD')
    const { proof } = JSON.parse((await service.cms('check', '--base', 'HEAD', '--json')).stdout)
    return { text: stdout + stderr, proof }
  }

  it('is made on rows, also of two collections of which one lists the other', async () => {
    const { text, proof } = await prove(`UPDATE tags SET name = 'x';\nUPDATE posts SET title = NULL;`)
    expect(proof).toMatchObject({ failures: [], unproven: [] })
    expect(text).toMatch(/over \d+ sample rows in \d tables: nothing is lost except what they declare/)
    const one = await prove(`UPDATE tags SET name = 'x';`)
    expect(one.text).toContain('over 3 sample rows in 1 table: nothing')
  })

  it('says of which rows there were none', async () => {
    const reason = 'no sample row can be created from its columns alone'
    const { text, proof } = await prove('DELETE FROM links;')
    expect(proof).toMatchObject({ rows: 0, unproven: [{ table: 'links', reason }] })
    expect(text).toContain(`note 1 new migration, run on D1's engine, not tested on rows: links (${reason})`)
    expect(text).not.toContain('nothing is lost')
    const reviews = await Promise.all(
      ['text', 'md'].map((form) => service.cms('diff', '--base', 'HEAD', '--format', form)),
    )
    for (const { stdout } of reviews) expect(stdout).toContain(`not tested on rows: links (${reason})`)
    const { stdout } = await service.cms('diff', '--base', 'HEAD', '--json')
    expect(JSON.parse(stdout).proven).toMatchObject({ rows: 0, unproven: [{ table: 'links', reason }] })
  })

  it('names the line of the statement', async () => {
    const emptied = await prove(`SELECT 1;\nINSERT INTO posts_fts(posts_fts) VALUES ('delete-all');\nSELECT 2;`)
    expect(emptied.proof.failures).toMatchObject([{ message: 'posts_fts does not match the rows', line: 8 }])
    const refused = await prove(`SELECT 1;\nSELECT 2;\nUPDATE tags SET name = sqlite_source_id();`)
    expect(refused.proof.failures).toMatchObject([{ message: expect.stringContaining('D1 refuses it'), line: 9 }])
  })
})

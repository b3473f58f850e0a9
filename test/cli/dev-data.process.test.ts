import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrift } from '../../src/compile/drift/find-drift.ts'
import { schemaAfter, schemaRows } from '../../src/compile/drift/schema-after.ts'
import { parseMigration } from '../../src/compile/schema/files/migration-file.ts'
import { CONFIG, collection, createProject, type Project } from './cms.ts'
import { type DevProcess, startDev } from './dev-server.ts'

/** Returns a collection that anyone may write to, so that the tests do not need to sign in. */
const posts = (fields: string): string =>
  collection('posts', `title: field.string({ required: true }), ${fields}`).replace(
    'fields:',
    "access: { read: 'public', create: 'public', update: 'public' }, fields:",
  )

let project: Project
let dev: DevProcess

const save = (fields: string) => saveFile('collections/posts.ts', posts(fields))
const saveConfig = (text: string) => saveFile('cms.config.ts', text)

/** Writes a file, waits until the change is served, and returns the notices shown until then. */
const saveFile = async (path: string, text: string) => {
  const mark = dev.mark()
  project.write(path, text)
  await dev.next('served', mark)
  return dev.events.slice(mark).flatMap(({ event, message }) => (event === 'notice' ? [String(message)] : []))
}

const created: string[] = []

const create = async (document: Record<string, unknown>, name = 'posts'): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${dev.url}/api/${name}`, { method: 'POST', headers, body: JSON.stringify(document) })
  created.push(answer.headers.get('location') ?? '')
  return answer.status
}

/** Returns the title of each created document, or the status if it cannot be read. */
const titles = () =>
  Promise.all(
    created.map(async (path) => {
      const answer = await fetch(dev.url + path)
      return answer.status === 200 ? ((await answer.json()) as { data: { title: string } }).data.title : answer.status
    }),
  )

/** Reads the local database from its file. */
function onDisk<Result>(read: (database: DatabaseSync) => Result): Result {
  const [path] = globSync('.wrangler/state/v3/d1/**/*.sqlite', { cwd: project.root }).filter(
    (name) => !name.includes('metadata'),
  )
  const database = new DatabaseSync(join(project.root, path ?? ''), { readOnly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

const rows = (sql: string) =>
  onDisk((database) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })),
  )
const chain = () =>
  readdirSync(join(project.root, 'migrations'))
    .sort()
    .map((name) => parseMigration(name, readFileSync(join(project.root, 'migrations', name), 'utf8')))

/** Expects the schema and the ledger that applying the migration files would create. */
const expectSameEngine = () => {
  expect(onDisk((database) => findDrift(schemaRows(database), schemaAfter(chain())))).toEqual([])
  expect(rows('SELECT name, checksum FROM d1_migrations ORDER BY id')).toEqual(
    chain().map(({ name, text }) => ({ name, checksum: createHash('sha256').update(text).digest('hex') })),
  )
}

beforeAll(async () => {
  project = createProject({ 'collections/posts.ts': posts('') })
  dev = await startDev(project)
})
afterAll(async () => {
  await dev?.stop()
  project.remove()
})

describe('a save in cms dev', () => {
  it('moves the local database and keeps its rows, by what the migrations say', async () => {
    expect(await create({ title: 'First' })).toBe(201)
    expect(await save('lead: field.string()')).toEqual([])
    expect(await create({ title: 'Second', lead: 'words that matter' })).toBe(201)
    expect(await titles()).toEqual(['First', 'Second'])
    expectSameEngine()
  })

  it('that loses values says so, keeps them in an archive table, and is served', async () => {
    const [notice, ...others] = await save('views: field.number()')
    expect(others).toEqual([expect.stringMatching(/^content_versions loses 1 value of lead\. A copy/)])
    const archive = /^posts loses 1 value of lead\. A copy of the table is kept as (archive__posts__\w+)\.$/.exec(
      notice ?? '',
    )?.[1]
    expect(rows(`SELECT title, lead FROM "${archive}" ORDER BY title`)).toEqual([
      { title: 'First', lead: null },
      { title: 'Second', lead: 'words that matter' },
    ])
    expect(await titles()).toEqual(['First', 'Second'])
    expect(await create({ title: 'Third', views: 3 })).toBe(201)
    expectSameEngine()
  })

  it('does the same after a restart, when nobody remembers how the database got there', async () => {
    await dev.stop()
    project.write('collections/posts.ts', posts('note: field.string()'))
    dev = await startDev(project)
    const notices = dev.events.flatMap(({ event, message }) => (event === 'notice' ? [String(message)] : []))
    const archive = /kept as (archive__posts__\w+)\./.exec(notices.join('\n'))?.[1]
    expect(rows(`SELECT title, views FROM "${archive}" WHERE views IS NOT NULL`)).toEqual([
      { title: 'Third', views: 3 },
    ])
    expect(await titles()).toEqual(['First', 'Second', 'Third'])
    expectSameEngine()
  })

  it('that takes a whole collection away keeps its rows too', async () => {
    const tags = collection('tags', 'name: field.string()').replace('fields:', "access: { create: 'public' }, fields:")
    project.write('collections/tags.ts', tags)
    await saveConfig(
      CONFIG.replace('\n\n', "\nimport tags from './collections/tags.ts'\n\n").replace('[posts]', '[posts, tags]'),
    )
    expect(await create({ name: 'blue' }, 'tags')).toBe(201)
    const notices = await saveConfig(CONFIG)
    const archive = /^tags loses 1 row\. .* (archive__tags__\w+)\.$/m.exec(notices.join('\n'))?.[1]
    expect(rows(`SELECT name FROM "${archive}"`)).toEqual([{ name: 'blue' }])
    created.pop()
    expectSameEngine()
  })

  it('that takes back a field nobody has filled says nothing', async () => {
    await save('note: field.string(), empty: field.string()')
    expect(await titles()).toHaveLength(3)
    expectSameEngine()
  })
})

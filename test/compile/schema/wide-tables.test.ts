import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import type { Manifest, Migration } from '../../../src/manifest/index.ts'
import { startDatabase, type TestDatabase } from '../../runtime/migrations/database.ts'
import { makeProject, type TestProject } from '../project.ts'

/** As many as `too-many-fields` lets through. */
const FIELDS = 80
/** Of them, lists of references: they have a table of their own, and a place in every row that is read. */
const LISTS = 8

let project: TestProject
let database: TestDatabase

beforeAll(async () => {
  project = makeProject()
  database = await startDatabase()
})
afterAll(async () => {
  project.dispose()
  await database.dispose()
})

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const declare = (fields: readonly string[], type: string) => fields.map((name) => `${name}: field.${type}`)
const lists = declare(names('list', LISTS), "references('posts')")

const posts = (fields: readonly string[], more = '') => `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'posts', search: ['title'], ${more} fields: { ${fields.join(', ')} } })
`

/** Builds the collection, seals what was built before, and migrates the database. */
async function migrate(text: string): Promise<Manifest> {
  project.write({ 'collections/posts.ts': text, '.cms/pending': '' })
  const compilation = await compile({ root: project.root })
  expect(compilation.diagnostics).toEqual([])
  writeOutputs(project.root, compilation)
  const { outputs, manifest } = compilation
  const migrations = JSON.parse(outputs.get('.cms/migrations.json') ?? '[]') as Migration[]
  await database.apply(migrations)
  expect((await database.status(migrations)).pending).toEqual([])
  if (!manifest) throw new Error('the project has mistakes')
  return manifest
}

/** Reads the row as the service does. */
async function read(manifest: Manifest): Promise<Record<string, unknown> | undefined> {
  const statement = manifest.collections.find(({ name }) => name === 'posts')?.statements.byId ?? ''
  const [rows] = await database.sql(statement.replace('?1', "'p1'"))
  return rows?.[0]
}

describe('a collection with as many fields as there may be', () => {
  const numbers = names('number', FIELDS - LISTS - 1)
  const wide = (...fields: readonly string[]) => ['title: field.string()', ...fields, ...lists]

  it('is taken, and one more is not', async () => {
    const fields = wide(...declare(numbers, 'number({ integer: true })'))
    expect(fields).toHaveLength(FIELDS)
    project.write({ 'collections/posts.ts': posts([...fields, 'more: field.string()']) })
    const { diagnostics } = await compile({ root: project.root })
    expect(diagnostics.map(({ code }) => code)).toEqual(['too-many-fields'])
    await migrate(posts(fields))
    const columns = ['id', 'title', 'status', 'created_at', 'updated_at', 'version', ...numbers]
    const row = [`'p1'`, `'One'`, `'published'`, 1, 1, 1, ...numbers.keys()]
    await database.sql(
      `INSERT INTO posts (${columns.join(', ')}) VALUES (${row.join(', ')})`,
      ...names('list', LISTS).map((name) => `INSERT INTO posts__${name} VALUES ('p1', 'p1', 0)`),
    )
  })

  it('is made anew, with a type changed in every column', async () => {
    const manifest = await migrate(posts(wide(...declare(numbers, 'string()'))))
    expect(await read(manifest)).toMatchObject({ number2: '2', number70: '70', list7: '["p1"]' })
  })

  it('gives every field another name', async () => {
    const renamed = numbers.map((name) => `re${name}: field.string({ renamedFrom: '${name}' })`)
    const manifest = await migrate(posts(wide(...renamed)))
    expect(await read(manifest)).toMatchObject({ renumber2: '2', renumber70: '70', list7: '["p1"]' })
  })

  it.each([
    ['few', 10],
    ['as many as it cannot hold beside the old ones', 40],
  ])('loses fields and gets new ones in one migration: %s', async (what, count) => {
    const held = await currentNames()
    const dropped = held.slice(0, count)
    const added = names(`added${what.length}x`, count)
    const acknowledged = `dropped: { ${dropped.map((name) => `${name}: 'not needed'`).join(', ')} },`
    const filled = added.map((name) => `${name}: field.string({ required: true, backfill: { field: 'title' } })`)
    const manifest = await migrate(posts(wide(...declare(held.slice(count), 'string()'), ...filled), acknowledged))
    const row = await read(manifest)
    expect(row).toMatchObject({
      [added[0] ?? '']: 'One',
      [added.at(-1) ?? '']: 'One',
      renumber70: '70',
      list7: '["p1"]',
    })
    expect(Object.keys(row ?? {}).filter((name) => dropped.includes(name))).toEqual([])
  })

  it('gets another name', async () => {
    const { collections } = await currentManifest()
    expect(collections).toHaveLength(1)
    const text = posts(wide(...declare(await currentNames(), 'string()')))
    const manifest = await migrate(
      text.replaceAll("'posts'", "'articles'").replace("name: 'articles',", "name: 'articles', renamedFrom: 'posts',"),
    )
    const [rows] = await database.sql('SELECT title, renumber70 FROM articles')
    expect(rows).toEqual([{ title: 'One', renumber70: '70' }])
    expect(manifest.collections.map(({ name }) => name)).toEqual(['articles'])
  })

  /** Of the fields of text but the title. */
  async function currentNames(): Promise<string[]> {
    const { collections } = await currentManifest()
    return (collections[0]?.fields ?? [])
      .filter(({ name, join }) => join === null && name !== 'title')
      .map(({ name }) => name)
  }

  async function currentManifest(): Promise<Manifest> {
    const { manifest } = await compile({ root: project.root })
    if (!manifest) throw new Error('the project has mistakes')
    return manifest
  }
})

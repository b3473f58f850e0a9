import { expect, test } from 'vitest'
import { type MigrationFile, parseMigration } from '../../../../src/compile/schema/files/migration-file.ts'
import { describeFailure } from '../../../../src/compile/schema/proof/blame.ts'
import { proveChain } from '../../../../src/compile/schema/proof/prove-chain.ts'
import { type Collection, defineCollection, type Fields, field, fieldTypes } from '../../../../src/config/index.ts'
import { lowered } from '../lowered.ts'
import { ProjectHistory } from '../project.ts'

const tags = defineCollection({ name: 'tags', fields: { name: field.string({ required: true }) } })

/** Every field type, and every kind of reference. */
const fields: Fields = {
  title: field.string({ required: true, max: 80 }),
  slug: field.slug({ unique: true }),
  lead: field.text(),
  body: field.richText(),
  views: field.number({ integer: true }),
  rating: field.number(),
  held: field.boolean(),
  day: field.date(),
  aired: field.datetime(),
  mood: field.select({ options: ['calm', 'loud'] }),
  extra: field.json(),
  names: field.list({ of: field.string() }),
  seo: field.group({ fields: { title: field.string(), words: field.text() } }),
  parts: field.blocks({ of: { quote: { words: field.text() } } }),
  tag: field.reference('tags', { required: true }),
  tags: field.references('tags'),
  parent: field.reference('posts'),
  owner: field.reference('users'),
}
const posts = (changed: Fields = fields, spec: Partial<Collection> = {}): Collection =>
  ({
    ...defineCollection({ name: 'posts', fields: changed }),
    drafts: true,
    search: ['title', 'body'],
    ...spec,
  }) as Collection

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

function chainOf(...stages: Collection[][]): MigrationFile[] {
  const project = new ProjectHistory()
  for (const stage of stages) {
    expect(project.build(stage).findings).toEqual([])
    project.seal()
  }
  return project.files
}

const prove = (files: readonly MigrationFile[], collections: Collection[]) =>
  proveChain({ files, collections: lowered(...collections), types: fieldTypes })

const CHANGED = { ...without('rating'), rating: field.string() }
const REBUILD = chainOf([tags, posts()], [tags, posts(CHANGED)])

/** The last migration with its text changed. */
function tampered(files: readonly MigrationFile[], change: (text: string) => string): MigrationFile[] {
  const last = files.at(-1)
  if (!last) throw new Error('there is no migration')
  const text = change(last.text)
  expect(text).not.toBe(last.text)
  return [...files.slice(0, -1), parseMigration(last.name, text)]
}

test('an honest chain passes, with rows of every field type and reference in it', () => {
  const { failures, stages } = prove(REBUILD, [tags, posts()])
  expect(failures).toEqual([])
  const rows = stages[1]?.before.rows.get('posts') ?? []
  expect(rows).toHaveLength(3)
  const filled = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null)
  expect(filled.map(([column]) => column)).toEqual(
    expect.arrayContaining(
      'title slug lead body views rating held day aired mood extra names seo parts tag parent'.split(' '),
    ),
  )
  const ids = rows.map((row) => row.id)
  expect(rows[0]?.parent).toBe(ids[0])
  expect(ids).toContain(rows[1]?.parent)
  expect(rows[2]).toMatchObject({ lead: null, views: null, parent: null })
  expect(stages[1]?.before.rows.get('posts__tags')?.length).toBeGreaterThan(0)
  // Of six documents, of as many in the trash, and two of each of four.
  expect(stages[1]?.before.rows.get('content_versions')).toHaveLength(6 + 6 + 4)
  expect(stages[1]?.before.rows.get('content_trash')).toHaveLength(6)
  expect(stages[1]?.before.rows.get('content')).toHaveLength(6)
})

test('a rebuild that forgets a column is found, with its step and the rows', () => {
  const forgetful = tampered(REBUILD, (text) => text.replace(/(SELECT "__rowid", "id", "status", )"title"/, '$1NULL'))
  const { failures } = prove(forgetful, [tags, posts(CHANGED)])
  expect(failures.map(describeFailure)[0]).toBe(
    '0002_rebuild_posts_and_change_posts_rating.sql, step "rebuild table posts": rows of posts lose their value of title (sample rows posts-1-1, posts-1-2, posts-1-3)',
  )
})

test('a list that becomes one reference keeps its first, and no other', () => {
  const one = posts({ ...fields, tags: field.reference('tags') }, { lossy: { tags: 'one is enough' } })
  const files = chainOf([tags, posts()], [tags, one])
  expect(prove(files, [tags, one]).failures).toEqual([])
  const other = tampered(files, (text) =>
    text.replace('ORDER BY "position" LIMIT 1', 'ORDER BY "position" DESC LIMIT 1'),
  )
  expect(prove(other, [tags, one]).failures.map(({ message }) => message)).toEqual([
    'rows of posts lose their value of tags',
  ])
})

test('rebuilding without care for what refers to the table is refused', () => {
  const careless = tampered(REBUILD, (text) => text.replace('PRAGMA defer_foreign_keys = ON;', ''))
  expect(prove(careless, [tags, posts(CHANGED)]).failures.map(describeFailure)).toEqual([
    expect.stringMatching(/step "rebuild table posts": refuses rows: FOREIGN KEY constraint failed/),
  ])
})

test('what an early migration puts at risk shows when a late one loses it', () => {
  const files = chainOf(
    [tags, posts()],
    [tags, posts({ ...fields, late: field.string() })],
    [tags, posts({ ...CHANGED, late: field.string() })],
  )
  const broken = tampered(files, (text) => `${text}\n-- safe: tidy up\nUPDATE "posts" SET "late" = NULL;\n`)
  expect(prove(files, [tags]).failures).toEqual([])
  // Only rows that were put in after the second migration have a value to lose.
  expect(prove(broken, [tags]).failures).toMatchObject([{ field: 'late', ids: ['posts-2-1', 'posts-2-2'] }])
})

test('a check that a migration makes on purpose is met with rows that satisfy it', () => {
  const needy = {
    ...fields,
    lead: field.text({ required: true }),
    mood: field.select({ options: ['calm', { value: 'loud', replacedBy: 'calm' }], unique: true }),
  }
  const files = chainOf([tags, posts()], [tags, posts(needy)])
  const { failures, stages } = prove(files, [tags, posts(needy)])
  expect(failures).toEqual([])
  expect(stages[1]?.before.rows.get('posts')?.length).toBeGreaterThan(0)
})

test('what becomes required in another type is met with values that read as it', () => {
  const needy = { ...fields, lead: field.number({ required: true }), held: field.string() }
  const changed = posts(needy, { lossy: { lead: 'a number from now on' } })
  const { failures, stages } = prove(chainOf([tags, posts()], [tags, changed]), [tags, changed])
  expect(failures).toEqual([])
  expect(stages[1]?.after.rows.get('posts')).toMatchObject([{ lead: 1 }, { lead: 0 }, { held: 'false' }])
})

test('a type whose sample fails, and a table that refuses what its columns say, stop nobody', () => {
  const files = chainOf([tags, posts()], [tags, posts(CHANGED)])
  const [first, ...rest] = files
  if (!first) throw new Error('there is no migration')
  const picky = `${first.text}\nCREATE TABLE "picky" ("id" TEXT NOT NULL PRIMARY KEY, "size" INTEGER CHECK ("size" < 0));\n`
  const failing = {
    ...fieldTypes,
    text: {
      ...fieldTypes.text,
      sample: () => {
        throw new Error('no sample')
      },
    },
  } as typeof fieldTypes
  const { failures, stages } = proveChain({
    files: [parseMigration(first.name, picky), ...rest],
    collections: lowered(tags, posts()),
    types: failing,
  })
  expect(failures).toEqual([])
  expect(stages[1]?.before.rows.get('picky')).toEqual([])
  expect(stages[1]?.before.rows.get('posts')).toHaveLength(3)
  expect(stages[1]?.before.rows.get('posts')?.[0]?.lead).toEqual(expect.any(String))
})

const KINDS: Readonly<Record<string, Fields[string]>> = {
  string: field.string(),
  text: field.text(),
  richText: field.richText(),
  whole: field.number({ integer: true }),
  number: field.number(),
  boolean: field.boolean(),
  date: field.date(),
  datetime: field.datetime(),
  select: field.select({ options: ['1', '2020-01-02'] }),
}

/** Changes of type whose results are known for every value. */
const KNOWN = [
  ...['whole', 'number', 'boolean', 'date', 'datetime'].map((to) => ['string', to] as const),
  ...['string', 'text', 'date'].map((to) => ['whole', to] as const),
  ['number', 'string'],
  ['whole', 'number'],
] as const

/** A collection whose one field has a type in its first migration, and another in its second. */
function retyped(from: string, to: string) {
  const before = defineCollection({ name: 'notes', fields: { value: KINDS[from] as Fields[string] } })
  const after = defineCollection({
    name: 'notes',
    fields: { value: KINDS[to] as Fields[string] },
    lossy: { value: 'it is of another type' },
  })
  return { files: chainOf([before], [after]), after }
}

test.each(KNOWN)('a value of %s that becomes another one as %s is found', (from, to) => {
  const { files, after } = retyped(from, to)
  const broken = tampered(files, (text) => `${text}\n-- safe: tidy up\nUPDATE "notes" SET "value" = 77;\n`)
  expect(prove(broken, [after]).failures.map(({ field }) => field)).toEqual(['value'])
})

test('a collection of one document has one sample row, whatever comes before', () => {
  const home = (changed: Fields) => defineCollection({ name: 'home', singleton: true, fields: changed })
  const [first, second] = [{ title: field.string() }, { title: field.string(), lead: field.text() }]
  const files = chainOf([home(first)], [home(second)], [home({ ...second, body: field.text() })])
  const { failures, stages } = prove(files, [home(second)])
  expect(failures).toEqual([])
  expect(stages.map(({ before }) => before.rows.get('home')?.length ?? 0)).toEqual([0, 1, 1])
})

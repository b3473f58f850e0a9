import { type SQLiteTable, sqliteTable, text as sqlText } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { defineCollection, definePlugin, type Fields, field } from '../../../src/config/index.ts'
import { allLinesOf, linesOf, reviewOf, reviewOfFields } from './review-of.ts'

const text = field.string()

interface Case {
  readonly title: string
  readonly before: Fields
  readonly after: Fields
  readonly options?: { readonly dropped?: Record<string, string>; readonly lossy?: Record<string, string> }
  readonly old: readonly string[]
  readonly new: readonly string[]
  readonly order: string
}

const cases: readonly Case[] = [
  { title: 'nothing', before: {}, after: {}, old: [], new: [], order: 'any' },
  {
    title: 'a field more',
    before: {},
    after: { b: text },
    old: [],
    new: ['it needs orders.b, which does not exist yet'],
    order: 'migrate-then-deploy',
  },
  {
    title: 'a field less',
    before: { b: text },
    after: {},
    options: { dropped: { b: 'unused' } },
    old: ['it uses orders.b, which is dropped'],
    new: [],
    order: 'deploy-then-migrate',
  },
  {
    title: 'another name',
    before: { firstName: text },
    after: { givenName: field.string({ renamedFrom: 'firstName' }) },
    old: ['it uses orders.first_name, which is renamed to givenName'],
    new: ['it needs orders.given_name, which does not exist yet'],
    order: 'two-steps',
  },
  {
    title: 'another type',
    before: { b: text },
    after: { b: field.number() },
    options: { lossy: { b: 'unused' } },
    old: ['it reads orders.b in its former form'],
    new: ['it reads orders.b in its new form'],
    order: 'two-steps',
  },
  {
    title: 'another type of text',
    before: { b: text },
    after: { b: field.text() },
    old: [],
    new: [],
    order: 'migrate-then-deploy',
  },
  {
    title: 'values that may not repeat',
    before: { b: text },
    after: { b: field.string({ unique: true }) },
    old: [],
    new: [],
    order: 'migrate-then-deploy',
  },
]

const MODES = 'production: data routes return 503 until the migration is applied (migrations: check)'

describe('old and new worker on new and old schema', () => {
  it.each(cases)('$title', ({ before, after, options = {}, old, new: next, order }) => {
    const { compatibility } = reviewOfFields({ title: text, ...before }, { title: text, ...after }, options)
    const { oldWorkerNewSchema, newWorkerOldSchema } = compatibility
    expect({ order: compatibility.order, old: oldWorkerNewSchema.works, new: newWorkerOldSchema.works }).toEqual({
      order,
      old: old.length === 0,
      new: next.length === 0,
    })
    expect(oldWorkerNewSchema.reasons).toEqual(expect.arrayContaining([...old]))
    expect(newWorkerOldSchema.reasons).toEqual(order === 'any' ? [] : [...next, MODES])
  })

  it('warns of a unique index that the worker that runs does not know', () => {
    const { compatibility } = reviewOfFields({ b: text }, { b: field.string({ unique: true }) })
    expect(compatibility.oldWorkerNewSchema.reasons).toEqual([
      'its writes to orders are refused if orders__b__unique finds a repeated value',
    ])
  })

  it('prints the one command that does it in order', () => {
    const { compatibility } = reviewOfFields({ a: text, b: text }, { a: text }, { dropped: { b: 'unused' } })
    expect(compatibility.commands).toEqual(['npx cms deploy --env production'])
  })

  it('of a first build, everything is new and nothing breaks', () => {
    const orders = defineCollection({ name: 'orders', fields: { a: text } })
    const review = reviewOf(null, { collections: [orders] })
    expect(allLinesOf(review).join('\n')).not.toMatch(/breaking|destructive/)
    expect(linesOf(review.api)).toContain('safe: the collection orders is new, at /api/orders')
    expect(review.compatibility).toMatchObject({ oldWorkerNewSchema: { works: true }, order: 'migrate-then-deploy' })
  })
})

/** Columns of a plugin's table. A worker writes every column that it knows: null as well where that is allowed. */
const COLUMNS = {
  none: {},
  optional: { body: sqlText('body') },
  needed: { body: sqlText('body').notNull() },
  'with a default': { body: sqlText('body').notNull().default('') },
} as const
type Column = keyof typeof COLUMNS
const columns = Object.keys(COLUMNS) as Column[]

/** Kinds of column with which a worker that knows one of another kind works. */
const WRITABLE: Readonly<Record<Column, readonly Column[]>> = {
  none: ['none', 'optional', 'with a default'],
  optional: ['optional'],
  needed: ['optional', 'needed', 'with a default'],
  'with a default': ['optional', 'needed', 'with a default'],
}

describe('a column of a plugin', () => {
  const keeping = (column: Column) => {
    const notes: SQLiteTable = sqliteTable('notes', { id: sqlText('id').primaryKey(), ...COLUMNS[column] })
    return {
      collections: [defineCollection({ name: 'orders', fields: {} })],
      plugins: [definePlugin({ name: 'notes', version: '1.0.0', data: { tables: { notes } } })()],
    }
  }
  const isRefused = (from: Column, to: Column) => to === 'none' || (from === 'none' && to === 'needed')
  const changes = columns.flatMap((from) =>
    columns.filter((to) => to !== from && !isRefused(from, to)).map((to) => ({ from, to })),
  )

  it.each(changes)('$from becomes $to', ({ from, to }) => {
    const { oldWorkerNewSchema, newWorkerOldSchema, order } = reviewOf(keeping(from), keeping(to)).compatibility
    const [old, next] = [WRITABLE[from].includes(to), WRITABLE[to].includes(from)]
    const expected = old ? 'migrate-then-deploy' : next ? 'deploy-then-migrate' : 'two-steps'
    expect([oldWorkerNewSchema.works, newWorkerOldSchema.works, order]).toEqual([old, next, expected])
  })

  it.each<[Column, Column, 'newWorkerOldSchema' | 'oldWorkerNewSchema', string]>([
    ['needed', 'optional', 'newWorkerOldSchema', 'it may write null to notes.body, which is refused'],
    ['optional', 'needed', 'oldWorkerNewSchema', 'it may write null to notes.body'],
    ['none', 'optional', 'newWorkerOldSchema', 'it needs notes.body, which does not exist yet'],
  ])('%s becomes %s: says why', (from, to, which, reason) => {
    expect(reviewOf(keeping(from), keeping(to)).compatibility[which].reasons).toContain(reason)
  })
})

describe('changes of the database', () => {
  it('with class, place and SQL, in the order of the steps', () => {
    const { database } = reviewOfFields({ a: text, b: text }, { a: text, c: text }, { dropped: { b: 'unused' } })
    expect(database.filter(({ sql }) => sql.some((line) => line.includes('COLUMN')))).toEqual([
      expect.objectContaining({
        class: 'safe',
        kind: 'add-field',
        subject: 'orders.c',
        source: 'test.ts:1',
        migration: expect.stringMatching(/^migrations\/0002_\w+\.sql$/),
        sql: expect.arrayContaining(['ALTER TABLE "orders" ADD COLUMN "c" TEXT']),
      }),
      expect.objectContaining({
        class: 'destructive',
        kind: 'drop-field',
        subject: 'orders.b',
        notes: ['unused'],
        sql: ['ALTER TABLE "orders" DROP COLUMN "b"'],
      }),
    ])
  })

  it('says where a step without SQL of its own is done', () => {
    const { database } = reviewOfFields({ a: text }, { a: field.number() }, { lossy: { a: 'unused' } })
    expect(database.find(({ kind }) => kind === 'change-field')?.notes).toContain('part of the rebuild of orders')
  })
})

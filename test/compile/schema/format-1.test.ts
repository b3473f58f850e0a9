import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factsAfter } from '../../../src/compile/schema/files/facts-after.ts'
import { parseMigration, toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { isSameSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { factsOf } from '../../../src/compile/schema/steps/facts.ts'
import { classOfStep, headingOf } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, type Field, field } from '../../../src/config/index.ts'
import { coreTables, lowered } from './lowered.ts'
import { ProjectHistory } from './project.ts'

/** A chain as the version before operations wrote it, with every kind of step that it knew. */
const FOLDER = new URL('../golden/format-1/', import.meta.url)
const chain = readdirSync(FOLDER)
  .sort()
  .map((name) => parseMigration(name, readFileSync(new URL(name, FOLDER), 'utf8')))

const topics = defineCollection({ name: 'topics', fields: { name: field.string() } })
const toTopics = () => field.references('topics' as 'users')

/** Schema that the chain leads to. */
const fields = (seo: Record<string, Field>): Record<string, Field> => ({
  headline: field.string({ required: true }),
  views: field.number(),
  tag: toTopics(),
  a: field.string(),
  b: field.string(),
  tags: toTopics(),
  seo: field.group({ fields: seo }),
  day: field.datetime(),
  kind: field.select({ options: ['x', 'y'], required: true }),
})
const SEO = { title: field.string(), robots: field.string() }
const articles = (seo: Record<string, Field> = SEO, options: Partial<Collection> = {}): Collection =>
  defineCollection({
    name: 'articles',
    drafts: true,
    search: ['headline'],
    indexes: [['views', 'headline']],
    fields: fields(seo),
    ...options,
  })

/** As the lock of that version showed it. */
const LOCK = JSON.stringify({
  collections: {
    articles: {
      fields: {
        seo: { type: 'group' },
        'seo.fields.title': { type: 'string' },
        'seo.fields.robots': { type: 'string' },
      },
    },
  },
})

function project(lock: string | null): ProjectHistory {
  const history = new ProjectHistory()
  history.files = [...chain]
  history.lock = lock
  history.seal()
  return history
}

test('a chain of format 1 says what it always said', () => {
  const described = factsOf(lowered(articles(), topics))
  const told = factsAfter(chain)
  expect([...told.keys()].sort()).toEqual(['articles', 'topics'])
  for (const [name, own] of told) {
    for (const [key, facts] of own)
      expect({ ...described.get(name)?.get(key), inside: undefined }).toEqual({ ...facts, inside: undefined })
    expect([...own.keys()].sort()).toEqual([...(described.get(name)?.keys() ?? [])].sort())
  }
  expect(chain.map((file) => [file.header?.format, file.header?.origin, toMigration(file).destructive])).toEqual([
    [1, 'build', false],
    [1, 'build', true],
    [1, 'build', true],
  ])
  expect(
    chain.flatMap(({ steps }) => steps).filter(({ operation }) => operation === null || operation.kind === 'by-hand'),
  ).toEqual([])
})

test('a field that it added as breaking is one that clients must send', () => {
  const added = chain.flatMap(({ steps }) => steps).filter((step) => headingOf(step).startsWith('add field '))
  const [kind] = added.filter((step) => headingOf(step) === 'add field posts.kind')
  expect(kind && classOfStep(kind)).toBe('breaking')
  expect(kind?.operation).toMatchObject({ demanded: true, facts: { kind: 'select', required: true } })
})

test('a build on top of it finds nothing to do, or just what has changed', () => {
  const built = project(LOCK).build([articles(), topics])
  expect(built.findings).toEqual([])
  // What the runtime's own tables need brings along a description of what format 1 did not record.
  const changing = built.steps.filter(({ operation }) => operation && operation.kind !== 'describe-field')
  expect(changing.filter(({ operation }) => operation && 'collection' in operation)).toEqual([])
  const { headline: _headline, ...others } = fields(SEO)
  const renamed = { title: field.string({ renamedFrom: 'headline', required: true }), ...others }
  const plan = project(LOCK).build([articles(SEO, { fields: renamed, search: ['title'], indexes: [] }), topics])
  expect(plan.findings).toEqual([])
  expect(plan.steps.map(({ operation }) => operation?.kind)).toContain('rename-field')
})

test('fields inside fields, which it does not record, are taken from the lock that was committed with it', () => {
  const lost = project(LOCK).build([articles({ title: field.string() }), topics])
  expect(lost.findings).toMatchObject([
    { code: 'drop-unacknowledged', message: expect.stringContaining('articles.seo.robots') },
  ])
  const history = project(LOCK)
  const plan = history.build([
    articles({ heading: field.string({ renamedFrom: 'title' }), robots: field.string() }),
    topics,
  ])
  expect(plan.findings).toEqual([])
  history.seal()
  history.lock = null
  expect(history.build([articles({ heading: field.string() }), topics]).findings).toMatchObject([
    { code: 'drop-unacknowledged' },
  ])
})

test('what it did not record is recorded with the next change, and is no change', () => {
  const plan = project(LOCK).build([articles(SEO, { fields: { ...fields(SEO), note: field.string() } }), topics])
  expect(plan.findings).toEqual([])
  const kinds = new Set(
    plan.steps.filter(({ statements }) => statements.length === 0).map(({ operation }) => operation?.kind),
  )
  expect([...kinds]).toEqual(['describe-field'])
  const changes = plan.steps.filter((step) => classOfStep(step) !== 'safe').map(headingOf)
  expect(changes.filter((heading) => /seo/.test(heading))).toEqual([])
  expect([...plan.files.keys()].join()).not.toMatch(/seo/)
})

test('the schema that it makes is the one that the config declares', () => {
  const target = modelSchema(lowered(articles(), topics), coreTables)
  const made = replay(chain).schema
  const own = (name: string) => /^(?:articles|topics)/.test(name)
  const only = (schema: typeof made) => ({
    tables: schema.tables.filter(({ name }) => own(name)),
    triggers: schema.triggers.filter(({ table }) => own(table)),
  })
  expect(isSameSchema(only(made), only(target))).toBe(true)
})

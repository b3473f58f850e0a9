import { expect, test } from 'vitest'
import { factsAfter } from '../../../../src/compile/schema/files/facts-after.ts'
import { parseMigration } from '../../../../src/compile/schema/files/migration-file.ts'
import { replay } from '../../../../src/compile/schema/files/replay.ts'
import { proveHistory } from '../../../../src/compile/schema/proof/prove-history.ts'
import { proveMigration } from '../../../../src/compile/schema/proof/prove-migration.ts'
import { type Collection, defineCollection, type Fields, field, fieldTypes } from '../../../../src/config/index.ts'
import { lowered } from '../lowered.ts'
import { ProjectHistory } from '../project.ts'

const many = (count: number, extra: Fields): Collection[] =>
  Array.from({ length: count }, (_, index) =>
    defineCollection({
      name: `c${index}`,
      search: ['title'],
      fields: {
        title: field.string(),
        next: field.reference(`c${(index + 1) % count}` as 'users'),
        owner: field.reference('users'),
        ...(index === 1 ? extra : {}),
      },
      lossy: { size: 'sizes are numbers' },
    }),
  )

/** A project of two migrations, the text of the last one changed. */
function projectOf(count: number, change: (text: string) => string) {
  const project = new ProjectHistory()
  for (const extra of [{ size: field.string() }, { size: field.number() }]) {
    expect(project.build(many(count, extra)).findings).toEqual([])
    project.seal()
  }
  const [first, second] = project.files
  if (!first || !second) throw new Error('there are two migrations')
  const collections = lowered(...many(count, { size: field.number() }))
  return { first, second: parseMigration(second.name, change(second.text)), collections }
}

/** Proves the last of two migrations of a project, with its text changed. */
function prove(count: number, change: (text: string) => string) {
  const { first, second, collections } = projectOf(count, change)
  const base = { schema: replay([first]).schema, facts: factsAfter([first]) }
  return proveMigration(second, { chain: [first], base, collections, types: fieldTypes })
}

const forgetTitles = (text: string) => text.replace(/(SELECT "__rowid", "id", "status", )"title"/, '$1NULL')

test('what a migration would lose is an error at the declaration that its step names', () => {
  expect(prove(3, (text) => text)).toEqual([])
  expect(prove(3, forgetTitles)).toMatchObject([
    {
      code: 'migration-loses-rows',
      message: expect.stringMatching(
        /^0002_\w+\.sql, step "rebuild table c1": rows of c1 lose their value of title \(sample rows c1-1-1, c1-1-2\)$/,
      ),
      hint: expect.stringContaining('nothing was written'),
      at: { file: 'test.ts', line: 1 },
    },
  ])
})

test('in a large schema, the part that a migration touches is tried all the same', () => {
  expect(prove(160, (text) => text)).toEqual([])
  expect(prove(160, forgetTitles)).toMatchObject([
    { code: 'migration-loses-rows', message: expect.stringContaining('rows of c1 lose their value of title') },
  ])
})

const LISTED = { tags: field.references('users'), other: field.references('users') }

test.each<[string, Fields, Partial<Collection>]>([
  ['a list that is renamed', { labels: field.references('users', { renamedFrom: 'tags' }), other: LISTED.other }, {}],
  ['a list that goes', { other: LISTED.other }, { dropped: { tags: 'nobody uses them' } }],
  ['a list that is new', { ...LISTED, more: field.references('users') }, {}],
  ['a search that goes', LISTED, { search: [] }],
  ['an index', LISTED, { indexes: [['title', '-createdAt']] }],
])('in a large schema, %s alone is proven with its collection', (_change, fields, options) => {
  const project = new ProjectHistory()
  expect(project.build(many(160, LISTED)).findings).toEqual([])
  project.seal()
  const changed = many(160, fields).map((one) => (one.name === 'c1' ? { ...one, ...options } : one))
  const { findings, files } = project.build(changed)
  expect(findings).toEqual([])
  expect(files.size).toBe(1)
})

test('in a large schema, each migration of the whole history is tried on what it touches', () => {
  const { first, second, collections } = projectOf(160, forgetTitles)
  const { failures, stages } = proveHistory({ files: [first, second], collections, types: fieldTypes })
  expect(stages).toEqual([])
  expect(failures).toMatchObject([{ field: 'title', ids: ['c1-0-1', 'c1-0-2'] }])
})

import { expect, test } from 'vitest'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { replayInParts } from '../../../src/compile/schema/files/replay-in-parts.ts'
import { canonicalSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { headingOf } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'

const collection = (name: string, fields: Fields, spec: Partial<Collection> = {}): Collection =>
  ({ ...defineCollection({ name, fields }), drafts: true, ...spec }) as Collection

const to = (name: string) => field.reference(name as 'posts')
const toMany = (name: string) => field.references(name as 'posts')

/** A project over time: renames, rebuilds, toggles and drops, with collections that refer to each other. */
const stages: Collection[][] = [
  [
    collection(
      'posts',
      { title: field.string(), rating: field.string(), tag: to('tags'), tags: toMany('tags') },
      { search: ['title'] },
    ),
    collection('tags', { name: field.string({ unique: true }), parent: to('tags') }),
    collection('pages', { title: field.string(), front: to('posts') }),
  ],
  [
    collection(
      'articles',
      {
        headline: field.string({ renamedFrom: 'title' }),
        rating: field.number(),
        tag: to('tags'),
        tags: toMany('tags'),
      },
      { renamedFrom: 'posts', search: ['headline'], lossy: { rating: 'stars became points' } },
    ),
    collection('tags', { name: field.string(), parent: to('tags') }),
    collection('pages', { title: field.string(), front: to('articles') }, { search: ['title'] }),
  ],
  [
    collection(
      'articles',
      { headline: field.string(), rating: field.number(), tag: toMany('tags') },
      { dropped: { tags: 'x' }, drafts: { off: 'trash' } },
    ),
    collection('tags', { name: field.string(), parent: to('tags'), articles: toMany('articles') }),
    collection('pages', { title: field.string() }, { dropped: { front: 'x' }, singleton: true }),
  ],
]

test('replayed in parts, a chain makes the same schema as in one database', () => {
  const project = new ProjectHistory()
  for (const stage of stages) {
    expect(project.build(stage).findings).toEqual([])
    project.seal()
  }
  const parts = replayInParts({ tables: [], triggers: [] }, project.files)
  expect(project.files).toHaveLength(3)
  expect(JSON.parse(canonicalSchema(parts))).toEqual(JSON.parse(canonicalSchema(replay(project.files).schema)))
})

test('a project of 200 collections is planned, and planned again, in parts', () => {
  const project = new ProjectHistory()
  const many = (extra: Fields) =>
    Array.from({ length: 200 }, (_, index) =>
      collection(
        `c${index}`,
        { title: field.string(), next: to(`c${(index + 1) % 200}`), ...(index === 7 ? extra : {}) },
        { search: ['title'] },
      ),
    )
  project.build(many({}))
  project.seal()
  expect(project.build(many({})).files.size).toBe(0)
  const plan = project.build(many({ rating: field.number() }))
  expect(plan.steps.map(headingOf)).toEqual(['add field c7.rating'])
})

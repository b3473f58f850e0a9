import { describe, expect, it } from 'vitest'
import { type Collection, defineCollection, field } from '../../../src/config/index.ts'
import { reviewOf, type State } from './review-of.ts'

const posts = (options: Partial<Collection> = {}): Collection =>
  defineCollection({ name: 'posts', fields: { title: field.string({ required: true }) }, ...options } as Collection)

const WITHOUT_DRAFTS = 'status accepts published only, scheduledAt is refused, and documents no longer have hasDraft'

interface Case {
  readonly title: string
  readonly before: Partial<Collection>
  readonly after: Partial<Collection>
  readonly told: readonly string[]
  readonly notes?: readonly string[]
}

const cases: readonly Case[] = [
  { title: 'the same options', before: { drafts: true }, after: { drafts: true }, told: [] },
  { title: 'more endpoints', before: { trash: false }, after: { drafts: true }, told: [] },
  {
    title: 'drafts off',
    before: { drafts: true },
    after: { drafts: { off: 'publish' } },
    told: [
      'clients can no longer call DELETE /api/posts/:id/draft and POST /api/posts/:id/publish, or send the query parameter draft to /api/posts',
    ],
    notes: [WITHOUT_DRAFTS],
  },
  {
    title: 'trash off',
    before: {},
    after: { trash: false },
    told: [
      'clients can no longer call GET /api/posts/trash, DELETE /api/posts/trash/:id and POST /api/posts/trash/:id/restore',
    ],
  },
  {
    title: 'one document only',
    before: {},
    after: { singleton: true },
    told: ['clients can no longer call POST /api/posts/bulk'],
  },
  {
    title: 'no previews',
    before: { drafts: true, preview: 'https://example.com/{id}' },
    after: { drafts: true },
    told: ['clients can no longer send the query parameter preview to /api/posts'],
  },
  {
    title: 'fewer versions, which remove no endpoint',
    before: { versions: 20 },
    after: { versions: 5, lossy: { versions: 'enough' } },
    told: [],
  },
]

describe('endpoints and parameters that an option removes', () => {
  it.each(cases)('$title', ({ before, after, told, notes }) => {
    const { api } = reviewOf({ collections: [posts(before)] }, { collections: [posts(after)] })
    const removed = api.filter(({ kind }) => kind === 'endpoints-removed')
    expect(removed.map(({ message }) => message)).toEqual(told)
    expect(removed.every((change) => change.class === 'breaking')).toBe(true)
    if (notes) expect(removed.flatMap((change) => change.notes ?? [])).toEqual(notes)
  })

  it('reports parameters for languages with the last localized field', () => {
    const locales: State['locales'] = { default: 'en', others: ['de'] }
    const localized = posts({ fields: { title: field.string({ required: true, localized: true }) } })
    const plain = posts({
      dropped: { 'title@de': 'English only', publishedLocales: 'English only', translatedAt: 'English only' },
    })
    const { api } = reviewOf({ locales, collections: [localized] }, { locales, collections: [plain] })
    expect(api.map(({ message }) => message)).toContain(
      'clients can no longer send the query parameters translation, locale and fallback to /api/posts',
    )
  })

  it('compares a renamed collection under its new name', () => {
    const before = posts({ drafts: true })
    const after = { ...posts({ drafts: { off: 'publish' } }), name: 'articles', renamedFrom: 'posts' }
    const { api } = reviewOf({ collections: [before] }, { collections: [after as Collection] })
    expect(api.filter(({ kind }) => kind === 'endpoints-removed').map(({ message }) => message)).toEqual([
      'clients can no longer call DELETE /api/articles/:id/draft and POST /api/articles/:id/publish, or send the query parameter draft to /api/articles',
    ])
  })
})

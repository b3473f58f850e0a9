import { expect, it } from 'vitest'
import { countedRows, withDocuments } from '../../../src/compile/review/rows.ts'
import { type CollectionAccess, defineCollection, field } from '../../../src/config/index.ts'
import { reportOn } from './review-of.ts'

const NOTHING = { migrations: [], rules: [], rowsRead: 0, rowsWritten: 0, failing: 0 }
const rows = withDocuments(countedRows('production', NOTHING), new Map([['orders', { published: 5, draft: 2 }]]))

const state = (access: CollectionAccess) => ({
  collections: [defineCollection({ name: 'orders', drafts: true, access, fields: { number: field.string() } })],
})

it.each<[title: string, before: CollectionAccess, after: CollectionAccess, words: readonly string[]]>([
  [
    'a wider rule for reading',
    { read: ['editor'] },
    { read: ['editor', 'viewer'] },
    ['affects documents of orders: 5 published and 2 draft'],
  ],
  ['a wider rule for new documents: none', { create: ['editor'] }, { create: 'public' }, []],
  ['a narrower rule: none', { read: ['editor', 'viewer'] }, { read: ['editor'] }, []],
])('counts the documents that are concerned by %s', (_title, before, after, words) => {
  const { opens, breaks } = reportOn(state(before), state(after), { rows })
  expect([...opens, ...breaks].flatMap((item) => item.rows.map((found) => found.words))).toEqual(words)
})

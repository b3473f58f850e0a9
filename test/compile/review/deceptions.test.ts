import { describe, expect, it } from 'vitest'
import { defineCollection, field } from '../../../src/config/index.ts'
import { allLinesOf, reviewOfCommitted, type State } from './review-of.ts'

/** A change that reads like less than it is, with the lines that a review must show. */
interface Deception {
  readonly what: string
  readonly before: State
  readonly after: State
  readonly lines: readonly string[]
}

type Posts = Omit<Parameters<typeof defineCollection>[0], 'name'>

const posts = (options: Posts): State => ({
  collections: [defineCollection({ name: 'posts', ...options } as Parameters<typeof defineCollection>[0])],
})

/** Posts that viewers read if this field has this value. */
const read = (where: object, fields: Posts['fields']) =>
  posts({ access: { read: ['editor', { roles: ['viewer'], where }] }, fields })

const readBoth = (...kinds: readonly string[]) =>
  posts({
    access: { read: ['editor', ...kinds.map((kind) => ({ roles: ['viewer' as const], where: { kind } }))] },
    fields: { kind: kind(...kinds, 'internal') },
  })

const shown = (from?: string) => field.boolean(from === undefined ? {} : { renamedFrom: from })
const user = (from?: string) => field.reference('users', from === undefined ? {} : { renamedFrom: from })
const kind = (...options: readonly (string | object)[]) =>
  field.select({ options: options as [string], required: true, default: 'internal' })

/** Posts that authors change if they are public. */
const editable = (...options: readonly (string | object)[]) =>
  posts({
    access: { update: [{ permission: 'content.publish' }, { roles: ['author'], where: { kind: 'public' } }] },
    fields: { kind: field.select({ options: options as [string], required: true }) },
  })

const DECEPTIONS: readonly Deception[] = [
  {
    what: 'fields that swap their names below a rule that stays the same',
    before: read({ listed: true }, { listed: shown(), checked: shown() }),
    after: read({ listed: true }, { listed: shown('checked'), checked: shown('listed') }),
    lines: [
      'opens: viewer gains read on posts where listed is true',
      'breaking: viewer loses read on posts where checked is true',
    ],
  },
  {
    what: 'owners that swap their names below a rule for updates',
    before: posts({
      access: { update: ['editor', { roles: ['author'], where: { owner: '$user.id' } }] },
      fields: { owner: user(), reader: user() },
    }),
    after: posts({
      access: { update: ['editor', { roles: ['author'], where: { owner: '$user.id' } }] },
      fields: { owner: user('reader'), reader: user('owner') },
    }),
    lines: [
      'opens: author gains update on posts where owner is themselves',
      'breaking: author loses update on posts where reader is themselves',
    ],
  },
  {
    what: 'choices that swap their names below a rule that stays the same',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read(
      { kind: 'public' },
      { kind: kind({ value: 'public', renamedFrom: 'internal' }, { value: 'internal', renamedFrom: 'public' }) },
    ),
    lines: [
      'opens: viewer gains read on posts where kind is public',
      'breaking: viewer loses read on posts where kind is internal',
    ],
  },
  {
    what: 'a choice that a public one replaces',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal', 'secret') }),
    after: read({ kind: 'public' }, { kind: kind('public', 'internal', { value: 'secret', replacedBy: 'public' }) }),
    lines: ['opens: viewer gains read on posts where kind is public'],
  },
  {
    what: 'a choice that one replaces that authors may edit, beside those that may edit everything',
    before: editable('public', 'internal'),
    after: editable('public', { value: 'internal', replacedBy: 'public' }),
    lines: ['opens: author gains update on posts where kind is public'],
  },
  {
    what: 'a default that makes new documents public',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read(
      { kind: 'public' },
      { kind: field.select({ options: ['public', 'internal'], required: true, default: 'public' }) },
    ),
    lines: ['opens: the default of posts.kind is public; previously internal'],
  },
]

/** Changes that open nothing, although their names change. */
const HONEST: readonly Omit<Deception, 'lines'>[] = [
  {
    what: 'a field and the rule that compares it',
    before: read({ listed: true }, { listed: shown() }),
    after: read({ visible: true }, { visible: shown('listed') }),
  },
  {
    what: 'a choice and the rule that compares it',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read({ kind: 'open' }, { kind: kind({ value: 'open', renamedFrom: 'public' }, 'internal') }),
  },
  {
    what: 'choices that become one, both of which a rule allowed',
    before: readBoth('public', 'listed'),
    after: read({ kind: 'public' }, { kind: kind('public', { value: 'listed', replacedBy: 'public' }, 'internal') }),
  },
]

describe('a review names what is behind', () => {
  it.each(DECEPTIONS)('$what', ({ before, after, lines }) => {
    expect(allLinesOf(reviewOfCommitted(before, after))).toEqual(expect.arrayContaining([...lines]))
  })
})

describe('a review says of nobody that access is gained by', () => {
  it.each(HONEST)('$what', ({ before, after }) => {
    expect(allLinesOf(reviewOfCommitted(before, after)).filter((line) => line.startsWith('opens'))).toEqual([])
  })
})

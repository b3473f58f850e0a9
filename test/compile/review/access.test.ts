import { describe, expect, it } from 'vitest'
import type { AccessChange } from '../../../src/compile/review/change.ts'
import { foldAccess } from '../../../src/compile/review/fold-access.ts'
import {
  type CollectionAccess,
  type Config,
  defineCollection,
  definePlugin,
  defineRoute,
  field,
} from '../../../src/config/index.ts'
import { linesOf, reviewOf } from './review-of.ts'

type Access = CollectionAccess
type Permissions = NonNullable<Config['roles']>[string]['permissions']
type FieldRules = NonNullable<Parameters<typeof field.number>[0]>

const orders = (access: Access, total: FieldRules = {}, renamed: { readonly renamedFrom?: string } = {}) =>
  defineCollection({
    name: 'orders',
    access,
    fields: { number: field.string(), total: field.number(total) },
    ...renamed,
  })

function toldOf(before: Access, after: Access, roles: Config['roles'] = {}): string[] {
  return linesOf(reviewOf({ collections: [orders(before)], roles }, { collections: [orders(after)], roles }).access)
}

function toldOfTotal(before: FieldRules, after: FieldRules, access: Access = { read: 'public' }): string[] {
  const state = (rules: FieldRules) => ({ collections: [orders(access, rules)] })
  return linesOf(reviewOf(state(before), state(after)).access)
}

const OWN = { roles: ['author'], where: { createdBy: '$user.id' } } as const
/** A role of the config: a project's generated types name it. */
const CLERK = 'clerk' as 'author'
const OWN_CLERK = { roles: [CLERK], where: { createdBy: '$user.id' } } as const
const CLERK_DRAFTS = { roles: [CLERK], where: { status: 'draft' } } as const
const OWN_DRAFTS = { roles: ['author'], where: { createdBy: '$user.id', status: 'draft' } } as const

interface Case {
  readonly title: string
  readonly before: Access
  readonly after: Access
  readonly told: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'the same in other words',
    before: { read: ['editor', 'viewer'] },
    after: { read: ['viewer', 'editor'] },
    told: [],
  },
  {
    title: 'a role more',
    before: { read: ['editor'] },
    after: { read: ['editor', 'viewer'] },
    told: ['opens: viewer gains read on orders'],
  },
  {
    title: 'a role less',
    before: { create: ['editor', 'author'] },
    after: { create: ['author'] },
    told: ['breaking: editor loses create on orders'],
  },
  {
    title: 'open to everyone',
    before: { read: 'authenticated' },
    after: { read: 'public' },
    told: ['opens: anonymous gains read on orders'],
  },
  {
    title: 'closed to everyone but admins',
    before: { read: 'authenticated' },
    after: { read: ['admin'] },
    told: [
      'breaking: author loses read on orders',
      'breaking: editor loses read on orders',
      'breaking: editor loses read versions on orders',
      'breaking: viewer loses read on orders',
    ],
  },
  {
    title: 'even to admins',
    before: { delete: ['admin'] },
    after: { delete: 'nobody' },
    told: ['breaking: admin loses delete on orders'],
  },
  {
    title: 'with a condition',
    before: { update: ['editor'] },
    after: { update: ['editor', OWN] },
    told: ['opens: author gains update on orders where createdBy is themselves'],
  },
  {
    title: 'a condition where there was none',
    before: { update: ['author'] },
    after: { update: OWN },
    told: ['breaking: author loses update on orders except where createdBy is themselves'],
  },
  {
    title: 'no condition any more',
    before: { update: OWN },
    after: { update: ['author'] },
    told: ['opens: author gains update on orders without any condition, no longer only where createdBy is themselves'],
  },
  {
    title: 'another condition',
    before: { update: OWN },
    after: { update: OWN_DRAFTS },
    told: ['breaking: author loses update on orders where createdBy is themselves'],
  },
  {
    title: 'a condition that asks for less',
    before: { update: OWN_DRAFTS },
    after: { update: OWN },
    told: [
      'opens: author gains update on orders where createdBy is themselves, no longer only where createdBy is themselves and status is draft',
    ],
  },
  {
    title: 'a condition on something else',
    before: { update: OWN },
    after: { update: { roles: ['author'], where: { status: 'draft' } } },
    told: [
      'breaking: author loses update on orders where createdBy is themselves',
      'opens: author gains update on orders where status is draft',
    ],
  },
  {
    title: 'a function',
    before: { delete: ['editor'] },
    after: { delete: ({ user }) => user?.role === 'editor' },
    told: ['opens: the access rule for delete on orders is now a function; it previously admitted admin, editor'],
  },
  {
    title: 'another function',
    before: { delete: ({ user }) => user?.role === 'editor' },
    after: { delete: ({ user }) => user?.role === 'author' },
    told: ['opens: the access function for delete on orders has changed'],
  },
  {
    title: 'no function any more',
    before: { delete: ({ user }) => user?.role === 'editor' },
    after: { delete: 'authenticated' },
    told: ['opens: the access rule for delete on orders is no longer a function, and now admits everyone signed in'],
  },
  {
    title: 'a condition that became empty',
    before: { update: ['editor', { roles: ['author'], where: { createdBy: '$user.id' } }] },
    after: { update: ['editor', { roles: ['author'], where: {} }] },
    told: ['opens: author gains update on orders without any condition, no longer only where createdBy is themselves'],
  },
  {
    title: 'an empty condition beside others',
    before: { update: ['editor', { roles: ['author'], where: { status: 'draft' } }] },
    after: {
      update: ['editor', { roles: ['author'], where: { status: 'draft' } }, { roles: ['author', 'viewer'], where: {} }],
    },
    told: [
      'opens: author gains update on orders without any condition, no longer only where status is draft',
      'opens: viewer gains update on orders',
    ],
  },
  {
    title: 'a permission instead of those who hold it',
    before: { create: ['editor', 'author'] },
    after: { create: { permission: 'content.create' } },
    told: ['opens: the access rule for create on orders now checks the permission content.create, no longer roles'],
  },
  {
    title: 'roles instead of a permission',
    before: { create: { permission: 'content.create' } },
    after: { create: ['editor', 'author'] },
    told: ['breaking: the access rule for create on orders now checks roles, no longer the permission content.create'],
  },
]

describe('changes of access', () => {
  it.each(cases)('$title', ({ before, after, told }) => {
    expect(toldOf(before, after).sort()).toEqual([...told].sort())
  })

  it('of a field, for those who may read the collection', () => {
    expect(toldOfTotal({ access: { read: ['editor'] } }, {})).toEqual([
      'opens: anonymous gains read on orders.total',
      'opens: author gains read on orders.total',
      'opens: viewer gains read on orders.total',
    ])
    expect(toldOfTotal({ access: { read: ['editor'] } }, {}, { read: ['editor', 'viewer'] })).toEqual([
      'opens: viewer gains read on orders.total',
    ])
    expect(toldOfTotal({}, { hidden: true }, { read: ['editor'] })).toEqual([
      'breaking: admin loses read on orders.total',
      'breaking: editor loses read on orders.total',
    ])
    expect(toldOfTotal({}, { access: { write: ['admin'] } }, { create: ['editor'], update: ['editor'] })).toEqual([
      'breaking: editor loses write on orders.total',
    ])
  })

  it('of a field, not where it only follows its collection', () => {
    const rules = { access: { read: ['editor', 'viewer'] } } as const
    const before = { collections: [orders({ read: ['editor'] }, rules)] }
    const after = { collections: [orders({ read: ['editor', 'viewer'] }, rules)] }
    expect(linesOf(reviewOf(before, after).access)).toEqual(['opens: viewer gains read on orders'])
  })

  it('of a field that loses its rule with its name', () => {
    const access = { read: 'public' } as const
    const before = defineCollection({
      name: 'orders',
      access,
      fields: { number: field.string(), total: field.number({ access: { read: ['editor', 'author', 'viewer'] } }) },
    })
    const after = defineCollection({
      name: 'orders',
      access,
      fields: { number: field.string(), sum: field.number({ renamedFrom: 'total' }) },
    })
    const { access: changes } = reviewOf({ collections: [before] }, { collections: [after] })
    expect(linesOf(changes)).toEqual(['opens: anonymous gains read on orders.sum'])
  })

  it('of a collection that is new', () => {
    const notes = defineCollection({ name: 'notes', access: { read: ['editor'] }, fields: { a: field.string() } })
    const told = linesOf(reviewOf({ collections: [orders({})] }, { collections: [orders({}), notes] }).access)
    expect(told).toContain('safe: editor gains read on notes')
    expect(told).toContain('safe: author gains update on notes where createdBy is themselves')
    expect(told.join('\n')).not.toMatch(/orders|anonymous|admin|opens/)
  })

  it('of a collection that is new and read by everybody', () => {
    const notes = defineCollection({ name: 'notes', fields: { a: field.string() } })
    const told = linesOf(reviewOf({ collections: [orders({})] }, { collections: [orders({}), notes] }).access)
    expect(told.filter((line) => line.startsWith('opens'))).toEqual(['opens: anonymous gains read on notes'])
  })

  it('of a service that is new: nobody gains what nobody kept', () => {
    const told = linesOf(reviewOf(null, { collections: [orders({})] }).access)
    expect(told).toContain('safe: anonymous gains read on orders')
    expect(told.join('\n')).not.toContain('opens')
  })

  it('of roles and their permissions', () => {
    const of = (roles: NonNullable<Config['roles']>) => ({
      collections: [orders({ create: { permission: 'content.create' } })],
      roles,
    })
    const before = of({ clerk: { permissions: ['content.create'] }, guest: { permissions: [] } })
    const after = of({ clerk: { permissions: ['media.upload'] }, temp: { permissions: ['content.create'] } })
    expect(linesOf(reviewOf(before, after).access)).toEqual([
      'opens: clerk gains the permission media.upload',
      'opens: temp gains create on orders',
      'opens: the role temp is new, with content.create',
      'breaking: clerk loses the permission content.create',
      'breaking: the role guest is removed',
      'breaking: clerk loses create on orders',
    ])
  })

  it('of permissions, with what they let a role do', () => {
    const state = (...permissions: Permissions) => ({
      collections: [
        { ...orders({ create: ['editor'], update: ['editor', OWN_CLERK, CLERK_DRAFTS] }), drafts: true } as const,
        defineCollection({ name: 'notes', access: { create: [CLERK] }, fields: { a: field.string() } }),
      ],
      roles: { clerk: { permissions } },
    })
    const notesOf = (...gained: Permissions) =>
      reviewOf(state(), state(...gained)).access.find(({ kind }) => kind === 'permission-gained')?.notes
    expect(notesOf('content.publish')).toEqual([
      'content.publish: clerk may create published documents, and publish, schedule and unpublish those that the role may change, in orders (change where createdBy is themselves)',
    ])
    expect(notesOf('content.delete')).toEqual([
      'content.delete: these rules require it: delete on notes and delete on orders',
    ])
    expect(notesOf('content.*')).toHaveLength(4)
    expect(notesOf('lists.print')).toEqual([])
  })

  it('of routes that plugins have', () => {
    const stats = (access: 'public' | { readonly roles: readonly ['editor'] }) =>
      definePlugin({
        name: 'stats',
        version: '1.0.0',
        http: {
          routes: { read: defineRoute({ method: 'GET', path: '/api/stats', access, handler: () => new Response('') }) },
        },
      })()
    const state = (access: Parameters<typeof stats>[0]) => ({ collections: [orders({})], plugins: [stats(access)] })
    expect(linesOf(reviewOf(state({ roles: ['editor'] }), state('public')).access)).toEqual([
      'opens: anonymous gains GET on /api/stats',
      'opens: author gains GET on /api/stats',
      'opens: viewer gains GET on /api/stats',
    ])
  })

  it('as data', () => {
    const { access } = reviewOf(
      { collections: [orders({ update: ['editor'] })] },
      { collections: [orders({ update: ['editor', OWN] })] },
    )
    expect(access).toEqual([
      {
        class: 'opens',
        kind: 'access-gained',
        subject: 'orders',
        message: 'author gains update on orders where createdBy is themselves',
        source: 'test.ts:1',
        role: 'author',
        effect: 'gains',
        action: 'update',
        limit: ' where createdBy is themselves',
        where: [{ createdBy: '$user.id' }],
      },
    ])
  })
})

it('changes to several collections that are told together keep all of their notes', () => {
  const changes = ['a', 'b', 'c', 'd'].map(
    (subject): AccessChange => ({
      class: 'opens',
      kind: 'access',
      subject,
      message: `anonymous gains read on ${subject}`,
      source: null,
      role: 'anonymous',
      effect: 'gains',
      action: 'read',
      notes: [`note about ${subject}`, 'note about all'],
    }),
  )
  const folded = foldAccess(changes)
  expect(folded.map(({ message }) => message)).toEqual(['anonymous gains read on a, b, c and d'])
  expect(folded[0]?.notes).toEqual(['note about a', 'note about all', 'note about b', 'note about c', 'note about d'])
})

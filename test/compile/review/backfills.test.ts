import { describe, expect, it } from 'vitest'
import {
  type AccessRule,
  type Collection,
  defineCollection,
  type Fields,
  field,
  sql,
} from '../../../src/config/index.ts'
import { linesOf, reviewOf } from './review-of.ts'

const internal = field.string({ access: { read: ['editor'] } })
const orders = (fields: Fields, options: Partial<Collection> = {}) =>
  defineCollection({ name: 'orders', fields: { title: field.string(), ...fields }, ...options } as Collection)

/** Notes about the backfill of a field, `public` to everybody unless it says otherwise. */
function told(copy: Fields[string], before: Fields = { internal }, after: Fields = before, options = {}) {
  const review = reviewOf({ collections: [orders(before)] }, { collections: [orders({ ...after, copy }, options)] })
  return linesOf(review.api.filter(({ kind }) => kind === 'backfill'))
}

describe('a backfill', () => {
  it('from a field with fewer readers opens it', () => {
    expect(told(field.string({ backfill: { field: 'internal' } }))).toEqual([
      'opens: orders.copy is filled from orders.internal, which admin and editor could read; the new values are read by everybody',
    ])
  })

  it('by SQL is judged by the columns that SQLite reads', () => {
    const [line] = told(field.string({ backfill: sql`upper("title" || coalesce(orders."internal", ''))` }))
    expect(line).toMatch(
      /^opens: .*orders\.title, which everybody could read.*orders\.internal, which admin and editor/,
    )
    expect(told(field.string({ backfill: sql`upper("title") || ' internal'` }))).toEqual([
      'safe: orders.copy is filled from orders.title, which everybody could read; the new values are read by everybody',
    ])
  })

  it('from a table of a plugin reads what is for administrators, and secrets are for nobody', () => {
    expect(told(field.string({ backfill: sql`(SELECT "email" FROM "users" LIMIT 1)` }))[0]).toMatch(
      /^opens: .*users\.email, which admin could read/,
    )
    expect(told(field.string({ backfill: sql`(SELECT "password_hash" FROM "users" LIMIT 1)` }))[0]).toMatch(
      /^opens: .*users\.password_hash, which nobody may read/,
    )
  })

  it('into a field that no more people read is safe, and so is a constant', () => {
    expect(told(field.string({ access: { read: ['editor'] }, backfill: { field: 'internal' } }))[0]).toMatch(/^safe: /)
    expect(told(field.string({ backfill: 'x' }))).toEqual([])
  })

  it('is read by a role that is new as by everybody else', () => {
    const notes = (access: { readonly read: AccessRule }) => {
      const internal = field.string({ access })
      const copy = field.string({ access: { read: 'authenticated' }, backfill: { field: 'internal' } })
      const after = { collections: [orders({ internal, copy })], roles: { author: { permissions: [] } } }
      const { api } = reviewOf({ collections: [orders({ internal })] }, after)
      return linesOf(api.filter(({ kind }) => kind === 'backfill')).map((line) => line.split(':', 1)[0])
    }
    expect(notes({ read: 'public' })).toEqual(['safe'])
    expect(notes({ read: 'authenticated' })).toEqual(['safe'])
    expect(notes({ read: ['editor'] })).toEqual(['opens'])
  })

  it('says that a function decides who reads the source, and who reads the copy', () => {
    const decided = { access: { read: () => true } }
    const state = (fields: Fields) => ({ collections: [orders(fields, decided)] })
    const copy = field.string({ access: { read: ['editor'] }, backfill: { field: 'source' } })
    const source = field.string()
    expect(linesOf(reviewOf(state({ source }), state({ source, copy })).api)).toContain(
      'safe: orders.copy is filled from orders.source, which those whom a function admits could read; the new values are read by admin and editor, if a function admits them',
    )
  })

  it('is not read before by a role that gains its permission in the same change', () => {
    const access = { read: { permission: 'content.edit' } } as const
    const internal = field.string({ access })
    const copy = field.string({ access, backfill: { field: 'internal' } })
    const state = (fields: Fields, permissions: readonly ['content.edit'] | readonly []) => ({
      collections: [orders(fields)],
      roles: { clerk: { permissions } },
    })
    const lines = (before: readonly ['content.edit'] | readonly []) => {
      const { api } = reviewOf(state({ internal }, before), state({ internal, copy }, ['content.edit']))
      return linesOf(api.filter(({ kind }) => kind === 'backfill')).map((line) => line.split(':', 1)[0])
    }
    expect([lines([]), lines(['content.edit'])]).toEqual([['opens'], ['safe']])
  })

  it('goes by who could read the source before, not by who may from now on', () => {
    const copy = field.string({ backfill: { field: 'internal' } })
    expect(told(copy, { internal }, { internal: field.string() })[0]).toMatch(/^opens: /)
    expect(told(copy, { internal }, {}, { dropped: { internal: 'moved' } })[0]).toMatch(/^opens: /)
  })
})

import { expect, test } from 'vitest'
import { type Collection, defineCollection, field } from '../../../src/config/index.ts'
import type { SelectChoice } from '../../../src/fields/select/select.ts'
import { ProjectHistory } from './project.ts'

interface Names {
  readonly collection?: string
  readonly group?: string
  readonly kind?: string
}

const SWAPPED: readonly SelectChoice[] = [
  { value: 'b', renamedFrom: 'a' },
  { value: 'a', renamedFrom: 'b' },
]

/** A collection in which, at each place, two names are swapped, or are as they were. */
function posts(isSwapped: boolean, { collection = 'posts', group = 'seo', kind = 'quote' }: Names = {}): Collection {
  const from = (name: string) => field.string(isSwapped ? { renamedFrom: name } : {})
  const pair = { x: from('y'), y: from('x'), choice: field.select({ options: isSwapped ? SWAPPED : ['a', 'b'] }) }
  const groupBefore = group === 'seo' ? {} : { renamedFrom: 'seo' }
  const kindsRenamedFrom = {
    ...(isSwapped && { one: 'two', two: 'one' }),
    ...(kind !== 'quote' && { [kind]: 'quote' }),
  }
  const inside = { one: { text: field.string() }, two: { text: field.string() }, [kind]: pair }
  const fields = {
    ...pair,
    [group]: field.group({ fields: pair, localized: true, ...groupBefore }),
    rows: field.list({ of: field.group({ fields: pair }) }),
    parts: field.blocks({ of: inside, kindsRenamedFrom }),
  }
  const before = collection === 'posts' ? {} : { renamedFrom: 'posts' }
  return { ...defineCollection({ name: collection, fields }), ...before } as Collection
}

const inLocales = (...others: string[]) => ({ locales: { default: 'en', others } })

/** Names that a change renames, without those of the swaps. */
function renamed(project: ProjectHistory, collection: Collection, ...others: string[]): string[] {
  const { findings, steps } = project.build([collection], inLocales(...others))
  expect(findings).toEqual([])
  project.seal()
  return steps.flatMap(({ operation }) => {
    if (operation?.kind === 'change-choices') return [`choices of ${operation.field}`]
    return operation?.kind === 'rename-field' || operation?.kind === 'rename-collection'
      ? [`${operation.from} > ${operation.to}`]
      : []
  })
}

test('names that are swapped, and stay declared so, are not swapped again under another path or in another locale', () => {
  const project = new ProjectHistory()
  renamed(project, posts(false), 'de')
  expect(renamed(project, posts(true), 'de')).toHaveLength(2 * 6 + 5)
  expect(renamed(project, posts(true), 'de', 'fr')).toEqual([])
  expect(renamed(project, posts(true), 'de', 'fr')).toEqual([])
  const next = { group: 'meta', kind: 'citation' }
  expect(renamed(project, posts(true, next), 'de', 'fr')).toEqual([
    'seo > meta',
    'seo@de > meta@de',
    'seo@fr > meta@fr',
    'parts.quote > parts.citation',
  ])
  expect(renamed(project, posts(true, { ...next, collection: 'articles' }), 'de', 'fr')).toEqual(['posts > articles'])
  expect(renamed(project, posts(true, { ...next, collection: 'articles' }), 'de', 'fr')).toEqual([])
})

test('what takes the name of something that went swaps its names anew', () => {
  const project = new ProjectHistory()
  const gone = { ...posts(true), fields: { title: field.string() }, dropped: { x: 'old', y: 'old', choice: 'old' } }
  renamed(project, posts(false))
  renamed(project, posts(true))
  const dropped = {
    ...gone.dropped,
    seo: 'old',
    rows: 'old',
    parts: 'old',
    publishedLocales: 'old',
    translatedAt: 'old',
  }
  expect(renamed(project, { ...gone, dropped } as Collection)).toEqual([])
  const title = { title: field.string() }
  renamed(project, { ...posts(false), fields: { ...title, ...posts(false).fields } } as Collection)
  const again = { ...posts(true), fields: { ...title, ...posts(true).fields } } as Collection
  expect(renamed(project, again)).toHaveLength(2 * 5 + 4)
})

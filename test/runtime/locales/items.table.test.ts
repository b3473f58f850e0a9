import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOfRuns } from '../../harness/share.ts'
import { CALLERS, WIDE } from '../collections/wide-service.ts'
import { sharedService } from '../fixture.ts'

/**
 * Items of lists, blocks and lists inside blocks, edited in one language, several in one write: what each has in other
 * languages stays with it.
 */
const service = sharedService({ root: WIDE })
const headers = CALLERS.editor
const LOCALES = ['en', 'de', 'pt-BR', 'fr'] as const

interface Item {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly type?: string
}
/** The same in all languages: the localized members are objects. */
type Whole = {
  readonly [Name in keyof Item]: Name extends 'title' | 'note' ? Readonly<Record<string, string | null>> : string
}

/** Places of items in a document. */
const PLACES = {
  'a list': { field: 'pairs', wrap: (items: unknown) => items, unwrap: (value: never) => value, types: [] },
  blocks: { field: 'blocks', wrap: (items: unknown) => items, unwrap: (value: never) => value, types: ['one', 'two'] },
  'a list in a block': {
    field: 'parts',
    wrap: (items: unknown) => [{ type: 'links', key: 'around', rows: items }],
    unwrap: ([block]: readonly [{ rows: unknown }]) => block.rows,
    types: [],
  },
} as const

/** Ways in which an item is edited: its title alone, that and its note, or all of it. */
const EDITS = {
  nothing: (item: Item) => item,
  title: (item: Item, fresh: string) => ({ ...item, title: fresh }),
  texts: (item: Item, fresh: string) => ({ ...item, title: fresh, note: `${fresh} note` }),
  all: (item: Item, fresh: string) => ({ ...item, key: `${fresh} key`, title: fresh, note: `${fresh} note` }),
} as const

const run = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  /** Notes that several items share. */
  notes: fc.array(fc.nat({ max: 2 }), { minLength: 6, maxLength: 6 }),
  types: fc.array(fc.nat({ max: 1 }), { minLength: 6, maxLength: 6 }),
  edits: fc.array(fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])), { minLength: 6, maxLength: 6 }),
  order: fc.array(fc.nat({ max: 99 }), { minLength: 6, maxLength: 6 }),
  removed: fc.array(fc.nat({ max: 3 }), { minLength: 6, maxLength: 6 }),
  added: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 2 }),
  locale: fc.constantFrom(...LOCALES),
  method: fc.constantFrom('PATCH', 'PUT'),
  draft: fc.boolean(),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

const ask = async (method: string, path: string, body?: object) => {
  const answer = await service.json(`/api/nests${path}`, { method, headers, ...(body && { body }) })
  expect([answer.status, answer.body.errors], JSON.stringify(body)).toEqual([method === 'POST' ? 201 : 200, undefined])
  return answer.body.data
}

const inAll = (text: string) => Object.fromEntries(LOCALES.map((locale) => [locale, `${text} ${locale}`]))

/** Writes items in all languages, has them edited in one as it shows them, and reads them in all again. */
async function edited(
  place: keyof typeof PLACES,
  { locale, method, draft, ...given }: Run,
  edit: (items: readonly Item[]) => Item[],
) {
  const { field, wrap, unwrap, types } = PLACES[place]
  const before = Array.from({ length: given.count }, (_, index) => ({
    ...(types.length > 0 && { type: types[given.types[index] ?? 0] }),
    key: `key ${index}`,
    title: inAll(`title ${index}`),
    note: inAll(`note ${given.notes[index]}`),
  })) as unknown as Whole[]
  const name = inAll('name')
  const { id } = await ask('POST', '?locale=*', { name, status: draft ? 'published' : 'draft', [field]: wrap(before) })
  const form = draft ? '&draft=true' : ''
  const shown = unwrap((await ask('GET', `/${id}?locale=${locale}${form}`))[field] as never) as unknown as Item[]
  const wanted = edit(shown)
  const body = { [field]: wrap(wanted), ...(method === 'PUT' && { name: `name ${locale}` }) }
  await ask(method, `/${id}?locale=${locale}${form}`, body)
  const read = async (query: string) => unwrap((await ask('GET', `/${id}?${query}${form}`))[field] as never) as unknown
  const after = (await read('locale=*')) as Whole[]
  expect(withoutType(await read(`locale=${locale}`))).toEqual(withoutType(wanted))
  return { before, after, wanted, others: LOCALES.filter((one) => one !== locale) }
}

const withoutType = (items: unknown) =>
  (items as Item[]).map(({ key, title, note, type }) => ({ key, title, note, ...(type && { type }) }))
const inOthers = (item: Whole | undefined, others: readonly string[]) =>
  others.map((locale) => [item?.title[locale] ?? null, item?.note[locale] ?? null])

const settings = { numRuns: shareOfRuns(60), seed: 20261127 }

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('items of %s', (place) => {
  it('that are known by something stay themselves, moved, edited, and with others gone and added', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (given) => {
        const { before, after, others } = await edited(place, given, (items) => {
          const kept = items
            .map((item, index) => ({ item, index }))
            .filter(({ index }) => given.removed[index] !== 0)
            .map(({ item, index }) => {
              const way = given.edits[index] === 'all' ? 'texts' : (given.edits[index] ?? 'nothing')
              return { index, item: EDITS[way](item, `fresh ${index}`) }
            })
            .sort((a, b) => (given.order[a.index] ?? 0) - (given.order[b.index] ?? 0))
            .map(({ item }) => item)
          return kept
        })
        for (const item of after) {
          const was = before.find(({ key }) => key === item.key)
          expect(inOthers(item, others), JSON.stringify(given)).toEqual(inOthers(was, others))
        }
      }),
      settings,
    )
  })

  it('that are written anew where they stand stay themselves, however many', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (given) => {
        const { before, after, others } = await edited(place, given, (items) =>
          items.map((item, index) => EDITS[given.edits[index] ?? 'nothing'](item, `fresh ${index}`)),
        )
        for (const [index, item] of after.entries()) {
          expect(inOthers(item, others), JSON.stringify(given)).toEqual(inOthers(before[index], others))
        }
      }),
      settings,
    )
  })

  it('that are written anew stay themselves where others between known ones are gone', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (given) => {
        const isKnown = (index: number) => given.edits[index] === 'nothing' || given.edits[index] === 'title'
        const { before, after, others } = await edited(place, given, (items) => {
          // Between two known items all are written anew, or all are gone.
          let isGone = false
          return items.flatMap((item, index) => {
            if (isKnown(index)) return [EDITS[given.edits[index] ?? 'nothing'](item, `fresh ${index}`)]
            if (index === 0 || isKnown(index - 1)) isGone = (given.removed[index] ?? 0) < 2
            return isGone ? [] : [{ ...EDITS.all(item, `fresh ${index}`), key: `anew ${index}` }]
          })
        })
        for (const item of after) {
          const place = Number(/\d+$/.exec(item.key)?.[0])
          expect(inOthers(item, others), JSON.stringify(given)).toEqual(inOthers(before[place], others))
        }
      }),
      settings,
    )
  })

  it('that are new have nothing in other languages, and take nothing from those around them', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (given) => {
        const { before, after, others } = await edited(place, given, (items) => {
          const gaps = new Set(given.added.map((at) => Math.min(at, items.length)))
          const isGone = (index: number) => given.removed[index] === 0 && !gaps.has(index) && !gaps.has(index + 1)
          const all: (Item | null)[] = items.map((item, index) => (isGone(index) ? null : item))
          for (const [count, at] of [...given.added.toSorted((a, b) => b - a)].entries()) {
            const text = `new ${count}`
            const [{ type } = { type: undefined }] = items
            all.splice(Math.min(at, items.length), 0, {
              key: text,
              title: text,
              note: `${text} note`,
              ...(type && { type }),
            })
          }
          return all.filter((item) => item !== null)
        })
        for (const item of after) {
          const was = before.find(({ key }) => key === item.key)
          expect(inOthers(item, others), JSON.stringify(given)).toEqual(inOthers(was, others))
        }
      }),
      settings,
    )
  })
})

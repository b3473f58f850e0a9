import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../../src/fields/field-type.ts'
import { TRANSLATION_STATES } from '../../../src/manifest/translation-state.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { sharedService } from '../fixture.ts'
import {
  type Asker,
  isSignedIn,
  type ModelCondition,
  type ModelQuery,
  modelOf,
  type Seen,
  SYSTEM,
} from './list-model.ts'
import { CALLERS, type Caller, fillWide, WIDE, WORDS, type World } from './wide-service.ts'

/**
 * Lists of documents of every kind of field, standing and language, as random callers ask for them, against a model in
 * plain JavaScript: conditions, or-groups, hops over references, sorts, searches, projections, populations, and pages forth
 * and back.
 */
const service = sharedService({ root: WIDE })
let world: World

beforeAll(async () => {
  world = await fillWide(service)
})

/** A number that chooses among what is known only once the documents are there. */
type Choice = number
const choice = fc.nat({ max: 1_000_000 })
const choose = <Item>(items: readonly Item[], by: Choice): Item => items[by % items.length] as Item // never empty

const conditionChoice = fc.record({
  property: choice,
  inner: fc.option(choice, { freq: 2 }),
  operator: choice,
  values: fc.array(choice, { minLength: 1, maxLength: 4 }),
  flag: fc.boolean(),
})

const conditions = (maxLength: number, minLength = 0) => fc.array(conditionChoice, { minLength, maxLength })
const groupsOf = (maxLength: number, minLength = 0) => fc.array(conditions(3, 1), { minLength, maxLength })

const asked = fc.record({
  name: fc.oneof({ weight: 5, arbitrary: fc.constant('items') }, fc.constantFrom('papers', 'topics', 'people')),
  caller: fc.constantFrom(...(Object.keys(CALLERS) as Caller[])),
  locale: fc.option(choice, { freq: 4 }),
  fallback: fc.boolean(),
  all: fc.oneof({ weight: 2, arbitrary: conditions(0) }, { weight: 3, arbitrary: conditions(3) }),
  groups: fc.oneof({ weight: 3, arbitrary: groupsOf(0) }, { weight: 1, arbitrary: groupsOf(4, 1) }),
  sort: fc.array(fc.record({ property: choice, descending: fc.boolean() }), { maxLength: 3 }),
  q: fc.option(
    fc.constantFrom('a', 'A', 'lo', 'no pattern', 'goes on it', 'é', 'z', '日', '50', 'zz top', '😀', 'new'),
    { freq: 2 },
  ),
  translation: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(choice, fc.constantFrom(...TRANSLATION_STATES)) },
  ),
  fields: fc.option(fc.array(choice, { minLength: 1, maxLength: 6 })),
  populate: fc.array(fc.tuple(choice, fc.option(choice)), { maxLength: 3 }),
  limit: fc.constantFrom(7, 40, 100),
  pages: fc.constantFrom('cursor', 'number'),
})

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

const collectionOf = (name: string) => {
  const found = world.collections.get(name)
  if (!found) throw new Error(`there is no collection ${name}`)
  return found
}

/** Operators of system properties: those of the field types that hold such values. */
const SYSTEM_OPERATORS: Readonly<Record<string, readonly Operator[]>> = {
  createdBy: ['eq', 'ne', 'in', 'nin', 'null'],
  createdAt: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'],
  publishedAt: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'],
  scheduledAt: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'],
  version: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'],
  status: ['eq', 'ne', 'in', 'nin'],
  id: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'],
}
const OF_USERS: readonly Operator[] = [
  'eq',
  'ne',
  'gt',
  'lt',
  'in',
  'nin',
  'null',
  'contains',
  'startsWith',
  'endsWith',
]

/** Properties of a collection that can be compared, with their operators. */
function comparablesOf(name: string): readonly (readonly [string, readonly Operator[]])[] {
  if (name === 'users') return ['id', 'username', 'firstName', 'lastName'].map((property) => [property, OF_USERS])
  const fields = collectionOf(name).fields.filter(({ operators }) => operators.length > 0)
  return [...fields.map((field) => [field.name, field.operators] as const), ...Object.entries(SYSTEM_OPERATORS)]
}

/** Texts that a parameter can have: values that documents have, in any language, and others. */
function valuesOf(name: string, property: string): readonly string[] {
  const kind = world.collections.get(name)?.fields.find((field) => field.name === property)?.kind
  const documents = name === 'users' ? [...world.users.values()] : (world.documents.get(name) ?? [])
  const held = documents.flatMap((document) => {
    const value = (document as Record<string, unknown>)[property] ?? null
    return typeof value === 'object' && value !== null ? Object.values(value).flat() : [value]
  })
  const texts = [...new Set(held.filter((value) => value !== null).map(String))]
  const more = kind === 'string' || kind === 'text' || kind === 'slug' ? ['', ...WORDS, 'goes A', 'NO PATTERN'] : []
  const known = [...texts, ...more]
  return known.length > 0 ? known : [NOTHING[kind ?? ''] ?? '1970-01-01T00:00:00.000Z']
}

/** Values that are right where no document has one. */
const NOTHING: Readonly<Record<string, string>> = { reference: 'nothing', media: 'nothing', number: '1', string: 'x' }

function conditionOf(name: string, { property, inner, operator, values, flag }: Asked['all'][number]): ModelCondition {
  const own = comparablesOf(name)
  const hops =
    name === 'users' ? [] : collectionOf(name).fields.filter(({ target }) => target !== null && target !== 'media')
  const isHop = inner !== null && hops.length > 0
  const hop = isHop ? choose(hops, property) : null
  const target = hop?.target ?? name
  const [last, operators] = choose(hop ? comparablesOf(target) : own, inner ?? property)
  const known = valuesOf(target, last)
  const chosen = choose(operators, operator)
  const texts = values.map((value) => choose(known, value))
  return {
    path: hop ? `${hop.name}.${last}` : last,
    operator: chosen,
    value:
      chosen === 'null'
        ? String(flag)
        : chosen === 'in' || chosen === 'nin'
          ? JSON.stringify(flag && texts.length === 1 ? [] : texts)
          : (texts[0] ?? ''),
  }
}

const unique = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
const key = ({ path, operator }: ModelCondition) => `${path}[${operator}]`

/** Query that the choices mean. */
function questionOf(choices: Asked) {
  const { name } = choices
  const collection = collectionOf(name)
  const { locales } = collection
  const sortable = [
    ...collection.fields.filter(({ operators, storage }) => operators.length > 0 && storage !== 'join'),
    ...SYSTEM.filter((property) => property !== 'status').map((property) => ({ name: property })),
  ].map((field) => field.name)
  const names = [...locale(choices), '*']
  const asker: Asker = {
    caller: choices.caller,
    locale:
      locales === undefined || choices.locale === null
        ? (world.manifest.locales?.default ?? '')
        : choose(names, choices.locale),
    fallback: choices.fallback,
  }
  const others = names.slice(1, -1)
  const query: ModelQuery = {
    all: unique(
      choices.all.map((one) => conditionOf(name, one)),
      key,
    ),
    groups: choices.groups.map((group) =>
      unique(
        group.map((one) => conditionOf(name, one)),
        key,
      ),
    ),
    sort: unique(
      choices.sort.map(({ property, descending }) => ({ property: choose(sortable, property), descending })),
      ({ property }) => property,
    ),
    q: collection.search.length > 0 ? choices.q : null,
    translation:
      locales !== undefined && choices.translation !== null && isSignedIn(asker)
        ? `${choose(others, choices.translation[0])}:${choices.translation[1]}`
        : null,
  }
  const references = collection.fields.filter(({ target }) => target !== null)
  const populate =
    references.length === 0 ? [] : choices.populate.map(([first, second]) => pathOf(references, first, second))
  const shown = [...collection.fields.map((field) => field.name), ...SYSTEM]
  const fields = choices.fields && [...new Set(choices.fields.map((one) => choose(shown, one)))]
  return { name, collection, asker, query, populate: [...new Set(populate)], fields }
}

const locale = (_: Asked) => Object.keys(world.manifest.locales?.chains ?? {})

/** A reference, and perhaps one behind it. */
function pathOf(references: readonly { name: string; target: string | null }[], first: Choice, second: Choice | null) {
  const { name, target } = choose(references, first)
  const behind = (world.collections.get(target ?? '')?.fields ?? []).filter((field) => field.target !== null)
  return second === null || behind.length === 0 ? name : `${name}.${choose(behind, second).name}`
}

type Question = ReturnType<typeof questionOf>

function parametersOf({ collection, asker, query, populate, fields }: Question): URLSearchParams {
  const { all, groups, sort, q, translation } = query
  const parameters = new URLSearchParams(q === null ? {} : { q })
  for (const { path, operator, value } of all) append(parameters, `${path}[${operator}]`, value)
  for (const [index, group] of groups.entries()) {
    for (const { path, operator, value } of group) append(parameters, `or[${index}][${path}][${operator}]`, value)
  }
  if (sort.length > 0) {
    parameters.set('sort', sort.map(({ property, descending }) => (descending ? '-' : '') + property).join(','))
  }
  if (translation !== null) parameters.set('translation', translation)
  if (populate.length > 0) parameters.set('populate', populate.join(','))
  if (fields !== null) parameters.set('fields', fields.join(','))
  if (collection.locales !== undefined) {
    parameters.set('locale', asker.locale)
    if (!asker.fallback && asker.locale !== '*') parameters.set('fallback', 'none')
  }
  return parameters
}

/** A list of values is JSON, and sent value by value. */
function append(parameters: URLSearchParams, name: string, value: string) {
  if (!/\[n?in\]$/.test(name)) return parameters.append(name, value)
  const values: readonly string[] = JSON.parse(value)
  if (values.length === 0) return parameters.append(`${name}[]`, '')
  if (values.length === 1) return parameters.append(name, String(values[0]).replaceAll(',', '\\,'))
  for (const one of values) parameters.append(name, one)
}

const ask = (name: string, caller: Caller, parameters: URLSearchParams) =>
  service.json(`/api/${name}?${parameters}`, { headers: CALLERS[caller] })

/** All documents of a list, page after page, and what the first page said their number is. */
async function walk({ name, asker }: Question, parameters: URLSearchParams, limit: number, by: Asked['pages']) {
  const found: Seen[] = []
  const pages: string[][] = []
  let total: number | undefined
  let position: string | null = ''
  let back: string | null = null
  for (let number = 1; position !== null; number += 1) {
    const page = new URLSearchParams(parameters)
    page.set('limit', String(limit))
    if (position !== '') page.set(by === 'cursor' ? 'cursor' : 'page', position)
    const { status, body } = await ask(name, asker.caller, page)
    expect(status, `${page} ${JSON.stringify(body)}`).toBe(200)
    found.push(...body.data)
    pages.push(body.data.map(({ id }: Seen) => id))
    const { pagination } = body
    total ??= pagination.total
    expect(pagination).toMatchObject({ limit, hasNext: pagination.nextCursor !== null, hasPrev: number > 1 })
    if (by === 'number')
      expect(pagination).toMatchObject({ page: number, total, totalPages: Math.ceil((total ?? 0) / limit) })
    position = pagination.nextCursor === null ? null : by === 'cursor' ? pagination.nextCursor : String(number + 1)
    back = pagination.prevCursor ?? null
  }
  if (back !== null) {
    const before = new URLSearchParams(parameters)
    before.set('limit', String(limit))
    before.set('cursor', back)
    const { body } = await ask(name, asker.caller, before)
    expect(body.data.map(({ id }: Seen) => id)).toEqual(pages.at(-2))
  }
  return { found, total }
}

const RUNS = shareOfRuns(1000)

test('random questions of everybody in every language give what a plain model gives, in its order', async () => {
  const seen = { hits: 0, refused: 0, searches: 0, populated: 0 }
  await fc.assert(
    fc.asyncProperty(asked, async (choices) => {
      const question = questionOf(choices)
      const { name, asker, query, populate, fields } = question
      const model = modelOf(world, asker)
      const parameters = parametersOf(question)
      const said = `${asker.caller} ${name} ${decodeURIComponent(String(parameters))}`
      const named = [
        ...[...query.all, ...query.groups.flat()].map(({ path }) => path),
        ...query.sort.map(({ property }) => property),
        ...(fields ?? []),
      ]
      const may =
        model.readable(name) !== null &&
        named.every((path) => model.isKnown(name, path)) &&
        populate.every((path) => model.isPopulable(name, path))
      if (!may) {
        const { status } = await ask(name, asker.caller, parameters)
        expect([400, 401, 403], said).toContain(status)
        seen.refused += 1
        return
      }
      const expected = model.expectedIds(name, query)
      const { found, total } = await walk(question, parameters, choices.limit, choices.pages)
      const isRanked = query.q !== null && query.sort.length === 0
      const ids = found.map(({ id }) => id)
      expect({ ids: isRanked ? ids.sort() : ids, total }, said).toEqual({
        ids: isRanked ? expected.sort() : expected,
        total: expected.length,
      })
      for (const document of found) {
        const raw = world.documents.get(name)?.find(({ id }) => id === document.id)
        if (!raw) throw new Error(`the model has no ${document.id}`)
        const whole = model.shown(name, raw)
        const wanted = fields && new Set(['id', ...fields, ...populate.map((path) => path.split('.')[0] ?? '')])
        const shown = Object.entries(whole).filter(([property]) => wanted?.has(property) ?? true)
        const { hasDraft: _, ...rest } = document
        expect(rest, said).toEqual(populated(model, name, Object.fromEntries(shown), populate))
      }
      seen.hits += Number(expected.length > 0)
      seen.searches += Number(query.q !== null && expected.length > 0)
      seen.populated += Number(populate.length > 0 && expected.length > 0)
    }),
    { numRuns: RUNS, seed: 20261120 },
  )
  for (const [what, count] of Object.entries(seen)) expect([what, count > RUNS * 0.04]).toEqual([what, true])
})

type Model = ReturnType<typeof modelOf>

/** A document with what its references lead to in place of their ids, as far as the caller may read that. */
function populated(model: Model, name: string, document: object, paths: readonly string[]): object {
  const behind = Map.groupBy(paths, (path) => path.split('.')[0] ?? '')
  const entries = Object.entries(document).map(([property, value]) => {
    const of = behind.get(property)
    const target = of && model.target(name, property)
    if (!of || !target) return [property, value]
    const inner = of.flatMap((path) => path.split('.').slice(1))
    return [property, mapIds(value, (id) => targetObject(model, target, id, inner))]
  })
  return Object.fromEntries(entries)
}

function mapIds(value: unknown, change: (id: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapIds(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapIds(one, change)]))
}

function targetObject(model: Model, target: string, id: string, inner: readonly string[]): unknown {
  if (target === 'users') return world.users.get(id) ?? id
  if (target === 'media') return world.media.get(id) ?? id
  const raw = model.readable(target)?.find((one) => one.id === id)
  return raw ? populated(model, target, model.shown(target, raw), inner) : id
}

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { sharedService } from '../fixture.ts'
import { compareValues, type Document, expectedIds, type ModelCondition, type ModelQuery } from './list-model.ts'

const service = sharedService()
const editor = as('editor', 'eve')

const WORDS = [
  '',
  'a',
  'A',
  'Ä',
  'ä',
  'é',
  'e\u0301',
  'ß',
  '😀',
  '😀a',
  '日本',
  "it's",
  '50%',
  'a_b',
  '\\',
  '"q"',
  'ZZ top',
  'z',
]
const LONG = 'Long text that no pattern of fifty bytes would ever hold, 😀 and on it goes'
const INTEGERS = ['-3', '0', '1', '2', '1000', '9007199254740991']
const NUMBERS = [...INTEGERS, '2.5', '1e3']
const TIMES = ['2024-02-29T00:00:00.000Z', '2026-01-01T12:00:00.123Z', '1969-12-31T23:59:59.999Z']
const DAYS = ['2024-02-29', '2026-01-01']

const documents: Document[] = []
const targets = new Map<string, Document>()
const owners: string[] = []
const tags: string[] = []

const create = async (path: string, body: object): Promise<Document> => {
  const answer = await service.json(`/api/${path}`, { body, headers: editor })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}

beforeAll(async () => {
  for (const name of ['Ada', 'ada', 'Zoë', 'Łukasz']) owners.push(remember(await create('people', { name })).id)
  for (const [index, name] of ['one', 'Two', 'three'].entries()) {
    tags.push(remember(await create('topics', { name, weight: index })).id)
  }
  let seed = 7
  const pick = <Item>(items: readonly Item[]): Item | null => {
    seed = (seed * 48271) % 2147483647
    return seed % 5 === 0 ? null : (items[seed % items.length] ?? null)
  }
  for (let index = 0; index < 250; index += 1) {
    await create('records', {
      name: pick([...WORDS.slice(1), LONG]),
      body: pick([...WORDS.slice(1), `${pick(WORDS)} ${LONG} ${pick(WORDS)}`.trim()]),
      amount: pick([-3, 0, 1, 2, 1000, Number.MAX_SAFE_INTEGER]),
      score: pick([-3, 0, 1, 2.5, 1e3, 0.1]),
      flag: pick([true, false]),
      at: pick(TIMES),
      day: pick(DAYS),
      kind: pick(['a', 'b', 'c']),
      owner: pick(owners),
      tags: [...new Set([pick(tags), pick(tags)])].filter((id) => id !== null),
      status: pick(['draft', 'published']) ?? 'published',
    })
  }
  // Many made in the same moment: ties that only the id breaks.
  await service.sql('UPDATE records SET created_at = created_at / 400 * 400')
  for (let page = 1; page <= 3; page += 1) {
    const { body } = await service.json(`/api/records?limit=100&page=${page}`, { headers: editor })
    documents.push(...body.data)
  }
  expect(documents).toHaveLength(250)
})

function remember(document: Document): Document {
  targets.set(document.id, document)
  return document
}

const ORDERED = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null']
const TEXTUAL = [...ORDERED, 'contains', 'startsWith', 'endsWith']
const EQUATED = ['eq', 'ne', 'in', 'nin', 'null']
const FIELDS: Readonly<Record<string, readonly [operators: readonly string[], values: () => readonly string[]]>> = {
  name: [TEXTUAL, () => [...WORDS, LONG]],
  body: [TEXTUAL, () => [...WORDS, LONG, LONG.toUpperCase(), 'goes A', 'no pattern']],
  amount: [ORDERED, () => INTEGERS],
  score: [ORDERED, () => NUMBERS],
  flag: [EQUATED, () => ['true', 'false']],
  at: [ORDERED, () => TIMES],
  day: [ORDERED, () => DAYS],
  kind: [EQUATED, () => ['a', 'b', 'c', 'd']],
  owner: [EQUATED, () => [...owners, 'nobody']],
  tags: [EQUATED, () => [...tags, 'nothing']],
  'owner.name': [TEXTUAL, () => ['Ada', 'ADA', 'ë', 'łukasz', 'Łu', '']],
  'tags.weight': [ORDERED, () => ['0', '1', '2']],
  'tags.name': [TEXTUAL, () => ['o', 'TWO', 'e']],
  publishedAt: [['null'], () => []],
}
const SORTABLE = [
  'name',
  'body',
  'amount',
  'score',
  'flag',
  'at',
  'day',
  'kind',
  'owner',
  'createdAt',
  'publishedAt',
  'id',
]

const condition: fc.Arbitrary<ModelCondition> = fc
  .constantFrom(...Object.entries(FIELDS))
  .chain(([path, [operators, values]]) =>
    fc.record({
      path: fc.constant(path),
      operator: fc.constantFrom(...operators),
      values: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }).map((picks) => () => {
        const known = values()
        return picks.map((pick) => known[pick % known.length] ?? '')
      }),
      isNull: fc.boolean(),
    }),
  )
  .map(({ path, operator, values, isNull }) => ({
    path,
    operator,
    // Ids are known only once the documents are there.
    get value() {
      if (operator === 'null') return String(isNull)
      const [first = '', ...rest] = values()
      if (operator !== 'in' && operator !== 'nin') return first
      return JSON.stringify(isNull && rest.length === 0 ? [] : [first, ...rest])
    },
  }))

const key = ({ path, operator }: ModelCondition) => `${path}[${operator}]`
const conditions = (maxLength: number, minLength = 0) =>
  fc.uniqueArray(condition, { minLength, maxLength, selector: key })

const query: fc.Arbitrary<ModelQuery> = fc.record({
  all: conditions(3),
  groups: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(conditions(3, 1), { minLength: 1, maxLength: 4 }) },
  ),
  sort: fc.uniqueArray(fc.record({ property: fc.constantFrom(...SORTABLE), descending: fc.boolean() }), {
    maxLength: 3,
    selector: ({ property }) => property,
  }),
  q: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a', 'A', 'lo', 'no pattern', 'goes on it', 'é', 'z', '日', '50', 'zz top', '😀'),
    },
  ),
})

/** Properties to show; `null`: all. */
const projection = fc.option(
  fc.uniqueArray(fc.constantFrom('name', 'amount', 'tags', 'owner', 'status', 'createdAt'), { minLength: 1 }),
)

function parametersOf({ all, groups, sort, q }: ModelQuery): URLSearchParams {
  const parameters = new URLSearchParams(q === null ? {} : { q })
  for (const { path, operator, value } of all) append(parameters, `${path}[${operator}]`, value)
  for (const [index, group] of groups.entries()) {
    for (const { path, operator, value } of group) append(parameters, `or[${index}][${path}][${operator}]`, value)
  }
  if (sort.length > 0) {
    parameters.set('sort', sort.map(({ property, descending }) => (descending ? '-' : '') + property).join(','))
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

/** All documents of a list, by cursor, and what the first page said their number is. */
async function walk(parameters: URLSearchParams, limit: number) {
  const found: Document[] = []
  let total: number | undefined
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = new URLSearchParams(parameters)
    page.set('limit', String(limit))
    if (cursor !== '') page.set('cursor', cursor)
    const { status, body } = await service.json(`/api/records?${page}`, { headers: editor })
    expect(status, `${page} ${JSON.stringify(body)}`).toBe(200)
    found.push(...body.data)
    total ??= body.pagination.total
    cursor = body.pagination.nextCursor
    expect(body.pagination.hasNext).toBe(cursor !== null)
  }
  return { found, total }
}

const RUNS = shareOfRuns(1000)

test('random queries give what a plain model gives, in its order', async () => {
  expect(compareValues('Ä', 'z')).toBeGreaterThan(0)
  let hits = 0
  let searches = 0
  await fc.assert(
    fc.asyncProperty(query, projection, fc.constantFrom(60, 100), async (asked, fields, limit) => {
      const expected = expectedIds(documents, asked, targets)
      const parameters = parametersOf(asked)
      if (fields !== null) parameters.set('fields', fields.join(','))
      const { found, total } = await walk(parameters, limit)
      const isRanked = asked.q !== null && asked.sort.length === 0
      const ids = found.map(({ id }) => id)
      const question = decodeURIComponent(String(parameters))
      expect({ ids: isRanked ? ids.sort() : ids, total }, question).toEqual({
        ids: isRanked ? expected.sort() : expected,
        total: expected.length,
      })
      for (const document of found) expect(document, question).toEqual(shown(document.id, fields))
      hits += Number(expected.length > 0)
      searches += Number(asked.q !== null && expected.length > 0)
    }),
    { numRuns: RUNS, seed: 20261120, interruptAfterTimeLimit: 290_000, markInterruptAsFailure: true },
  )
  expect(hits).toBeGreaterThan(RUNS * 0.4)
  expect(searches).toBeGreaterThan(RUNS * 0.05)
})

/** A document with the properties that are asked for, and its id. */
function shown(id: string, fields: readonly string[] | null): object {
  const document = documents.find((candidate) => candidate.id === id) ?? {}
  if (fields === null) return document
  return Object.fromEntries(Object.entries(document).filter(([name]) => name === 'id' || fields.includes(name)))
}

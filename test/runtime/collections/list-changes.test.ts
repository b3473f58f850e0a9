import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

let topic = ''

beforeAll(async () => {
  topic = (await service.json('/api/topics', { body: { name: 'one', weight: 1 }, headers: editor })).body.data.id
})

/** Events between two pages. */
interface Change {
  readonly kind: 'create' | 'deleteSeen' | 'deleteAhead'
  readonly amount: number | null
  readonly pick: number
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('create', 'create', 'deleteSeen', 'deleteAhead'),
  amount: fc.option(fc.integer({ min: 0, max: 4 })),
  pick: fc.nat(1000),
})

const RANKED = 'q=river'

const walk = fc.record({
  query: fc.constantFrom(
    '',
    'sort=createdAt',
    'sort=id',
    'sort=amount',
    'sort=-amount',
    'sort=kind,-amount',
    'sort=-kind,amount,-name',
    'kind=a&sort=-amount',
    'tags=TOPIC',
    'tags=TOPIC&sort=createdAt',
    'tags=TOPIC&sort=-amount',
    RANKED,
    'q=river&sort=amount',
    'or[0][kind]=a&or[1][amount][gt]=2',
  ),
  limit: fc.integer({ min: 1, max: 9 }),
  changes: fc.array(fc.array(change, { maxLength: 3 }), { minLength: 3, maxLength: 12 }),
  isPublic: fc.boolean(),
})

async function create(amount: number | null, kind: string): Promise<string> {
  const body = {
    amount,
    kind,
    status: 'published',
    // As many words in each, so that a search ranks by what it finds alone.
    name: `river ${kind === 'a' ? 'river' : 'bank'} number ${next()}`,
    tags: kind === 'c' ? [] : [topic],
  }
  const answer = await service.json('/api/records', { body, headers: editor })
  expect(answer.status).toBe(201)
  return answer.body.data.id
}

async function remove(id: string | undefined): Promise<void> {
  if (id === undefined) return
  expect((await service.fetch(`/api/records/${id}`, { method: 'DELETE', headers: editor })).status).toBe(204)
}

test('a walk by cursor loses and repeats nothing, whatever comes and goes meanwhile', {
  timeout: 120_000,
}, async () => {
  const present: string[] = []
  for (let index = 0; index < 30; index += 1)
    present.push(await create(index % 4 === 0 ? null : index % 5, 'abc'[index % 3] ?? 'a'))
  await fc.assert(
    fc.asyncProperty(walk, async ({ query, limit, changes, isPublic }) => {
      const headers = isPublic ? {} : editor
      const question = query.replace('TOPIC', topic)
      const list = async (rest: string) => {
        const { status, body } = await service.json(`/api/records?${question}&${rest}`, { headers })
        expect(status, `${question} ${JSON.stringify(body)}`).toBe(200)
        return body
      }
      const expected: string[] = (await list('limit=100')).data.map(({ id }: { id: string }) => id)
      const gone = new Set<string>()
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { data, pagination } = await list(`limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`)
        seen.push(...data.map(({ id }: { id: string }) => id))
        cursor = pagination.nextCursor
        for (const { kind, amount, pick } of changes.shift() ?? []) {
          if (kind === 'create') {
            present.push(await create(amount, 'abc'[pick % 3] ?? 'a'))
            continue
          }
          const candidates = expected.filter((id) => seen.includes(id) === (kind === 'deleteSeen') && !gone.has(id))
          // The last one seen is the one that the cursor stands on; a rank is known only of what is still there.
          const last = query === RANKED ? 1 : pick % 2
          const id = kind === 'deleteSeen' ? candidates.at(-1 - last) : candidates[pick % candidates.length]
          if (id === undefined || expected.length - gone.size < 5) continue
          await remove(id)
          gone.add(id)
        }
      } while (cursor !== null)
      expect(new Set(seen).size, `${question} repeats`).toBe(seen.length)
      const inOrder = seen.filter((id) => expected.includes(id))
      expect(inOrder, question).toEqual(expected.filter((id) => seen.includes(id)))
      const lost = expected.filter((id) => !seen.includes(id) && !gone.has(id))
      expect(lost, `${question} loses`).toEqual([])
    }),
    { numRuns: 40, seed: 20261121 },
  )
})

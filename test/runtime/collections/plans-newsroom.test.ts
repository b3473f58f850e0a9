import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { type Service, startService } from '../../harness/service.ts'

/** The newsroom itself: whatever its collections let a list ask for is read from an index, in its order. */
let service: Service
let administrator: Record<string, string>

const ADMIN = { email: 'admin@newsroom.example', password: 'a password of the tests' }

beforeAll(async () => {
  service = await startService({
    observe: true,
    vars: {
      JWT_SECRET: 'a secret of the tests that is long enough',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })
  const { status, body } = await service.json('/api/auth/login', { body: ADMIN })
  expect(status).toBe(200)
  administrator = { Authorization: `Bearer ${body.token}` }
})
afterAll(() => service.dispose())

const { manifest } = await compile({ root: process.cwd() })
const collections = manifest?.collections.filter(({ singleton }) => !singleton) ?? []

const SYSTEM = ['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy']
const SAMPLES: Readonly<Record<string, string>> = {
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
  publishedAt: '2026-01-01',
}
const BY_KIND: Readonly<Record<string, string>> = {
  boolean: 'true',
  number: '1',
  date: '2026-01-01',
  datetime: '2026-01-01',
}

function questionsOf(collection: (typeof collections)[number]): string[] {
  const fields = collection.fields.filter(({ operators, hidden }) => operators.length > 0 && !hidden)
  const sortable = [...SYSTEM, ...fields.filter(({ join }) => join === null).map(({ name }) => name)]
  const filterable = [
    ...SYSTEM.map((name) => `${name}=${SAMPLES[name] ?? 'x'}`),
    ...fields.map(({ name, kind }) => `${name}=${BY_KIND[kind] ?? 'x'}`),
  ]
  const ranges = fields
    .filter(({ operators }) => operators.includes('gte'))
    .flatMap(({ name, kind }) => [
      `${name}[gte]=${BY_KIND[kind] ?? 'x'}&sort=${name}`,
      `${name}[lt]=${BY_KIND[kind] ?? 'x'}&sort=-${name}`,
    ])
  return [
    '',
    ...(collection.drafts ? ['status=published', 'status=draft'] : []),
    ...sortable.flatMap((name) => [`sort=${name}`, `sort=-${name}`]),
    ...filterable,
    ...ranges,
  ]
}

test('there is something to prove', () => {
  expect(collections.map(({ name }) => name)).toEqual(['authors', 'categories', 'pages', 'posts', 'tags'])
})

test.each(collections.map((collection) => [collection.name, collection] as const))(
  'every list of %s reads an index in its order, for the public and for its editors',
  async (name, collection) => {
    const questions = questionsOf(collection)
    expect(questions.length).toBeGreaterThan(20)
    for (const question of questions) {
      for (const headers of [{}, administrator]) {
        const plan = await planOf(`/api/${name}?${question}`, headers)
        expect(plan, `${question}: ${plan}`).not.toContain('TEMP B-TREE')
        expect(plan, `${question}: ${plan}`).toMatch(/USING (?:COVERING )?INDEX|VIRTUAL TABLE/)
        expect(plan, `${question}: ${plan}`).not.toMatch(new RegExp(`SCAN ${collection.table}(?! USING)`))
      }
    }
  },
)

test('what the public may see is told from the index of it, so that pages far down touch no row that they pass over', async () => {
  const [index] = await service.sql<{ name: string }>(
    `SELECT group_concat("name") AS "name" FROM pragma_index_info('posts__visible__idx')`,
  )
  expect(index?.name).toBe('created_at,id,status')
  expect(await planOf('/api/posts?page=7', {})).toContain('SCAN posts USING INDEX posts__visible__idx')
})

async function planOf(path: string, headers: Record<string, string>): Promise<string> {
  await service.observed()
  const { status, body } = await service.json(path, { headers })
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  const { calls } = await service.observed()
  const rows = calls.flat().find(({ sql }) => /ORDER BY .* LIMIT \?\d+ OFFSET/.test(sql))
  expect(rows, path).toBeDefined()
  const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${rows?.sql}`, ...(rows?.values ?? []))
  return plan.map(({ detail }) => detail).join('; ')
}

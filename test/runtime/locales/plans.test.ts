import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProject, type TestProject } from '../../compile/project.ts'
import { as } from '../../harness/as.ts'
import { type Service, startService } from '../../harness/service.ts'

/** The same project in one language and in three: whatever a list is asked for, both read the same. */
const started: { readonly project: TestProject; readonly service: Service }[] = []
const DOCUMENTS = 300

for (const isLocalized of [false, true])
  beforeAll(async () => {
    started.push(await start(isLocalized))
  })
afterAll(async () => {
  for (const { project, service } of started) {
    await service.dispose()
    project.dispose()
  }
})

async function start(isLocalized: boolean) {
  const localized = isLocalized ? 'localized: true' : ''
  const project = makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import identity from './plugins/header-identity.ts'

export default defineConfig({
  name: 'site',
  ${isLocalized ? `locales: { default: 'en', others: ['de', 'pt-BR'], fallback: { 'pt-BR': 'de' } },` : ''}
  collections: [posts],
  plugins: [identity()],
  environments: { development: {} },
})
`,
    'plugins/header-identity.ts': readFileSync('test/fixtures/runtime/plugins/header-identity.ts', 'utf8'),
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  search: ['title'],
  access: { read: 'public' },
  indexes: [['kind', '-title']],
  fields: {
    title: field.string({ required: true, ${localized} }),
    slug: field.slug({ from: 'title', unique: true, ${localized} }),
    rating: field.number({ ${localized} }),
    day: field.date({ ${localized} }),
    live: field.boolean({ ${localized} }),
    kind: field.select({ options: ['a', 'b'] }),
    parent: field.reference('posts', { ${localized} }),
    related: field.references('posts', { ${localized} }),
  },
})
`,
  })
  const service = await startService({ root: project.root, observe: true })
  await service.fetch('/api/posts?limit=1') // makes the tables
  const others = isLocalized ? ['de', 'pt_br'] : []
  const texts = others.flatMap((locale) => [
    [`title__${locale}`, `CASE WHEN n % 5 THEN 'word' || n || '-${locale}' END`],
    [`slug__${locale}`, `CASE WHEN n % 5 THEN 'slug-' || n || '-${locale}' END`],
  ])
  const columns = {
    title: `'word' || n`,
    slug: `'slug-' || n`,
    rating: 'n % 6',
    kind: `'a'`,
    ...Object.fromEntries(texts),
  }
  await service.sql(
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${DOCUMENTS})
    INSERT INTO posts (id, status, created_at, updated_at, published_at, version, ${Object.keys(columns).join(', ')})
    SELECT printf('%08x-0000-7000-8000-%012x', n, n), 'published', n, n, n, 1, ${Object.values(columns).join(', ')} FROM counted`,
  )
  return { project, service }
}

/** The plans of all statements of a request, with keys and indexes of a locale called as those of one language. */
async function readPlans(service: Service | undefined, path: string, headers: Record<string, string>) {
  if (!service) throw new Error('the service has not started')
  await service.observed()
  const { status, body } = await service.json(path, { headers })
  expect([path, status, body.detail]).toEqual([path, 200, undefined])
  const { calls } = await service.observed()
  const plans: string[] = []
  for (const { sql, values } of calls.flat().filter((statement) => / FROM "?posts/.test(statement.sql))) {
    const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    plans.push(asInOne(plan.map(({ detail }) => detail).join('; ')))
  }
  return { plans, cursor: body.pagination?.nextCursor as string | undefined }
}

const inOne = new Map<string, ReturnType<typeof readPlans>>()

/** Asked once: a response may be kept. */
function plansInOne(path: string, headers: Record<string, string>): ReturnType<typeof readPlans> {
  const key = JSON.stringify([path, headers])
  const known = inOne.get(key) ?? readPlans(started[0]?.service, path, headers)
  inOne.set(key, known)
  return known
}

/**
 * Without the lists of references that a document is shown with, which are read from their own locale and its fallbacks,
 * and without those that are not shown in every locale, which a total leaves out.
 */
function asInOne(plan: string): string {
  return plan
    .replaceAll(/__(?:de|pt_br)(?=_|\b)/g, '')
    .replaceAll(/(?:<expr>|\b\w+)(?=[=<>]\?)/g, 'key')
    .replaceAll(/SUBQUERY \d+|subquery-\d+/g, 'SUBQUERY')
    .replaceAll(/INDEX (\d+):M\d/g, 'INDEX $1')
    .replaceAll('posts__slug__unique', 'posts__slug__idx')
    .replaceAll('; SCALAR SUBQUERY; SEARCH posts USING INDEX posts__restricted__idx (key>?)', '')
    .replaceAll(
      '; CORRELATED SCALAR SUBQUERY; CO-ROUTINE (SUBQUERY); SEARCH posts__related USING PRIMARY KEY (key=?); SCAN (SUBQUERY)',
      '',
    )
}

const QUERIES = [
  '',
  'count=none',
  'page=3',
  'sort=title',
  'sort=-title',
  'title=word7',
  'slug=slug-7',
  'slug[in]=slug-7,slug-8',
  'rating[gte]=3&sort=rating',
  'rating[gte]=3&sort=title',
  'day[lt]=2026-01-01&sort=-day',
  'live=true',
  'title[startsWith]=word',
  'kind=a&sort=-title&count=none',
  'rating[null]=false&sort=-rating',
  'parent=x',
  'parent.title=word7',
  'or[0][title]=word7&or[1][rating][lt]=3',
  'q=word7',
  'q=word7&sort=title',
  'populate=parent&limit=5',
]

describe.each(['', 'locale=de', 'locale=pt-BR'])('a list in three languages, %s', (locale) => {
  it.each(QUERIES)('reads what it reads in one: %s', async (query) => {
    for (const headers of [{}, as('editor')]) {
      const path = `/api/posts?${query}`
      const plain = await plansInOne(path, headers)
      const localized = await readPlans(started[1]?.service, `${path}&${locale}`, headers)
      expect(localized.plans).toEqual(plain.plans)
      expect(plain.plans.length).toBeGreaterThan(0)
      if (!plain.cursor || !localized.cursor || query.includes('page=')) continue
      const after = await plansInOne(`${path}&cursor=${plain.cursor}`, headers)
      const next = await readPlans(started[1]?.service, `${path}&${locale}&cursor=${localized.cursor}`, headers)
      expect(next.plans).toEqual(after.plans)
    }
  })
})

it.each(['related=x', 'related=x&sort=title', 'related.title=x'])(
  'finds items of lists that stand in: %s',
  async (query) => {
    for (const locale of ['de', 'pt-BR']) {
      const { plans } = await readPlans(started[1]?.service, `/api/posts?${query}&locale=${locale}`, {})
      expect(plans.join()).not.toMatch(/SCAN posts__related/)
    }
  },
)

import { fileURLToPath } from 'node:url'
import { as } from '../../harness/as.ts'
import type { Answer, Service, ServiceOptions } from '../../harness/service.ts'
import { sharedService } from '../../runtime/fixture.ts'

export const ROOT = fileURLToPath(new URL('../../fixtures/database', import.meta.url))

/** The project in test/fixtures/database. */
export function databaseTestService(options: ServiceOptions = {}): Service {
  return sharedService({ root: ROOT, ...options })
}

/** Sends a statement to the console, as an administrator. */
export function queryOf(service: Service) {
  return (query: string, params?: readonly unknown[]): Promise<Answer> =>
    service.json('/admin/database/query', { body: { query, ...(params && { params }) }, headers: as('admin') })
}

/** Puts something into every kind of table. */
export async function fill(service: Service, articles = 12): Promise<void> {
  await service.json('/api/articles')
  const editor = as('editor', 'eve')
  const create = async (collection: string, body: object) => {
    const answer = await service.json(`/api/${collection}`, { body, headers: editor })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body.data.id as string
  }
  const author = await create('people', { name: "Ann O'Hara" })
  let before: string | null = null
  for (let n = 0; n < articles; n += 1) {
    const body = `Line ${n}\n);\nCOMMIT;\n-- not a comment 🙂 ${'ж'.repeat(n * 50)}`
    const related: string[] = before === null ? [] : [before]
    before = await create('articles', {
      title: `Title ${n}`,
      body,
      rating: n / 7,
      author,
      before,
      related,
      apiKey: 'k',
    })
  }
  await service.json(`/api/people/${author}`, { method: 'PATCH', body: { best: before }, headers: editor })
  for (const n of [1, 2, 3]) {
    await service.sql(
      `INSERT INTO vault (label, inscription, token_hash, hint) VALUES (?1, ?2, ?3, ?4)`,
      `Box ${n}`,
      `mellon-${n}`,
      `sha-of-${n}`,
      `tip-${n}`,
    )
  }
  await service.sql('DELETE FROM vault WHERE id = 3')
}

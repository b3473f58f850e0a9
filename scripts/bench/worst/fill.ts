import type { Service } from '../../../test/harness/service.ts'
import { addUser, bearer, login } from '../../../test/plugins/core-auth/people.ts'

/** Service with documents, and the credentials of an administrator. */
export interface Filled {
  readonly service: Service
  readonly token: string
  readonly apiToken: string
  readonly email: string
  readonly posts: readonly string[]
  readonly topics: readonly string[]
  readonly articles: readonly string[]
}

const POSTS = 1000

/**
 * Fills a service: with as many references as fields allow, as many documents as a page contains, and chains of
 * references as deep as `populate` follows.
 */
export async function fill(service: Service): Promise<Filled> {
  const { email } = await addUser(service, { role: 'admin' })
  const { token } = (await login(service, email)).body
  const headers = bearer(token)
  const create = async (collection: string, documents: readonly object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let from = 0; from < documents.length; from += 500) {
      const operations = documents.slice(from, from + 500).map((data) => ({ action: 'create', data }))
      const { status, body } = await service.json(`/api/${collection}/bulk`, { headers, body: { operations } })
      if (status !== 200) throw new Error(`${collection}: ${JSON.stringify(body).slice(0, 500)}`)
      ids.push(...body.data.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const many = (count: number, make: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => make(index))
  const tags = await create(
    'tags',
    many(500, (index) => ({ name: `Tag ${index}` })),
  )
  const authors = await create(
    'authors',
    many(100, (index) => ({
      name: `Author ${index}`,
      links: many(20, () => ({})).map(() => `https://example.com/${'x'.repeat(1900)}`),
    })),
  )
  const categories = await create(
    'categories',
    many(50, (index) => ({ name: `Desk ${index}` })),
  )
  const posts = await create(
    'posts',
    many(POSTS, (index) => ({
      title: `Post ${index}`,
      summary: `About ${index} ${'word '.repeat(180)}`,
      body: `${'A paragraph of an article with some words. '.repeat(50)}`,
      author: authors[index % authors.length],
      category: categories[index % categories.length],
      tags: tags.slice(index % 400, (index % 400) + 100),
      status: 'published',
    })),
  )
  const topics = await create(
    'topics',
    many(300, (index) => ({ name: `Topic ${index}` })),
  )
  await create(
    'records',
    many(2000, (index) => ({ name: `Record ${index}`, body: `${index} ${'word '.repeat(390)}`, status: 'published' })),
  )
  const articles = await create(
    'articles',
    many(100, (index) => ({ title: `Article ${index}`, status: 'published' })),
  )
  await service.json('/api/site', { headers, body: { title: 'Site', frontPage: posts.slice(0, 12) } })
  const made = await service.json('/admin/auth/tokens', { headers, body: { name: 'bench', scopes: ['*'] } })
  return { service, token, apiToken: made.body.data.token, email, posts, topics, articles }
}

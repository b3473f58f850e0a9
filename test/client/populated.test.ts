import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: resolve('test/fixtures/client') })

it('gives anonymous callers a document where the types promise one, and ids where they do not', async () => {
  const desk = createClient({
    baseUrl: service.url.origin,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...as('editor') } }),
  })
  const create = async (collection: string, input: object) =>
    (await desk.collection(collection).create(input)).data.id as string
  const mentor = await create('people', { name: 'Mary' })
  const author = await create('people', { name: 'Ada', mentor })
  const tag = await create('tags', { name: 'for editors' })
  const draft = await create('posts', { title: 'Not yet', author })
  const sections = [{ type: 'portrait', person: author }]
  const seo = { related: draft }
  const input = { title: 'Out', status: 'published', author, readers: [author], tags: [tag], seo, sections }
  const post = await create('posts', input)

  const anonymous = createClient({ baseUrl: service.url.origin }).collection('posts')
  const populate = ['author.mentor', 'readers', 'tags', 'seo.related', 'sections.person']
  expect((await anonymous.get(post, { populate })).data).toMatchObject({
    author: { name: 'Ada', mentor: { name: 'Mary' } }, // Reference<'people', true>
    readers: [{ name: 'Ada' }], // Reference<'people', true>[]
    tags: [tag], // Reference<'tags'>[]
    seo: { related: draft }, // Reference<'posts'>
    sections: [{ type: 'portrait', person: { name: 'Ada' } }], // Reference<'people'>
  })
  expect((await desk.collection('posts').get(post, { populate })).data).toMatchObject({
    tags: [{ name: 'for editors' }],
    seo: { related: { title: 'Not yet' } },
  })
})

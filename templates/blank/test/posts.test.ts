import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService } from 'lintel/test'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.stop())

test('drafts are for editors, published posts for everybody', async () => {
  const headers = { ...(await service.signIn()), 'content-type': 'application/json' }
  const create = (post: object) => service.fetch('/api/posts', { method: 'POST', headers, body: JSON.stringify(post) })
  assert.equal((await create({ title: 'A draft' })).status, 201)
  assert.equal((await create({ title: 'Published', status: 'published' })).status, 201)
  const { data } = (await (await service.fetch('/api/posts')).json()) as { data: { title: string }[] }
  assert.deepEqual(
    data.map(({ title }) => title),
    ['Published'],
  )
})

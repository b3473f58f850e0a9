import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from 'lintel/client'
import { startService, type TestService } from 'lintel/test'
import type { Collections } from '../.cms/types.d.ts'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.stop())

const reader = () => createClient<Collections>({ baseUrl: service.url })

async function admin() {
  const { authorization } = await service.signIn()
  return createClient<Collections>({ baseUrl: service.url, token: authorization.replace('Bearer ', '') })
}

/** Creates an account with a role, and returns a client that is signed in to it. */
async function someone(role: string) {
  const account = { email: `${role}@example.com`, role, password: 'correct horse battery' }
  const headers = { ...(await service.signIn()), 'content-type': 'application/json', accept: 'application/json' }
  const made = await service.fetch('/admin/users', { method: 'POST', headers, body: JSON.stringify(account) })
  assert.ok(made.ok, await made.text())
  const client = reader()
  await client.auth.login(account.email, account.password)
  return client
}

test('readers see what is published, with its author', async () => {
  const client = await admin()
  const { data: author } = await client.collection('authors').create({ name: 'Ada Byron' })
  await client.collection('posts').create({ title: 'Not yet', author: author.id })
  await client.collection('posts').create({ title: 'Weaving numbers', author: author.id, status: 'published' })
  const { data } = await reader()
    .collection('posts')
    .list({ where: { author: author.id }, populate: ['author'] })
  assert.deepEqual(
    data.map((post) => [post.slug, post.author.name]),
    [['weaving-numbers', 'Ada Byron']],
  )
})

test('a post appears at its time', async () => {
  const client = await admin()
  const { data: author } = await client.collection('authors').create({ name: 'Charles Babbage' })
  const { data: post } = await client
    .collection('posts')
    .create({ title: 'Tomorrow', author: author.id, status: 'scheduled', scheduledAt: '2099-01-01T08:00:00Z' })
  assert.equal(post.status, 'scheduled')
  await assert.rejects(reader().collection('posts').get(post.id), { code: 'not_found' })
})

test('posts are found by their words', async () => {
  const client = await admin()
  const { data: author } = await client.collection('authors').create({ name: 'Mary Somerville' })
  const summary = 'On the connexion of the physical sciences.'
  await client.collection('posts').create({ title: 'Tides', summary, author: author.id, status: 'published' })
  const { data } = await reader().collection('posts').list({ q: 'connexion scien' })
  assert.deepEqual(
    data.map(({ title }) => title),
    ['Tides'],
  )
})

test('strangers write nothing', async () => {
  await assert.rejects(reader().collection('tags').create({ name: 'Spam' }), { code: 'unauthenticated' })
})

test('authors write drafts, editors publish them', async () => {
  const [author, editor] = [await someone('author'), await someone('editor')]
  const { data: name } = await editor.collection('authors').create({ name: 'Grace Hopper' })
  const { data: draft } = await author.collection('posts').create({ title: 'By an author', author: name.id })
  const published = { status: 'published' } as const
  await assert.rejects(author.collection('posts').update(draft.id, published), { code: 'forbidden' })
  await editor.collection('posts').update(draft.id, published)
  await assert.rejects(author.collection('posts').update(draft.id, { summary: 'Too late.' }), { code: 'forbidden' })
})

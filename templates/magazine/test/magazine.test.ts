import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient, type RichText } from 'lintel/client'
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

function paragraph(text: string): RichText {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

async function desk(name: string) {
  const client = await admin()
  const { data: section } = await client.collection('sections').create({ name })
  const { data: author } = await client.collection('authors').create({ name: `Ada ${name}` })
  return { client, section: section.id, authors: [author.id] }
}

test('an article comes with its section, its authors and its parts', async () => {
  const { client, ...parts } = await desk('Engines')
  const body = [
    { type: 'prose' as const, text: paragraph('The engine weaves.') },
    { type: 'quote' as const, text: 'As a loom weaves flowers.', source: 'Ada' },
  ]
  const { data } = await client.collection('articles').create({ title: 'Looms', ...parts, body, status: 'published' })
  const { data: article } = await reader()
    .collection('articles')
    .get(data.id, { populate: ['section.parent', 'authors'] })
  assert.equal(typeof article.section === 'object' && article.section.name, 'Engines')
  assert.deepEqual(
    article.authors.map((author) => typeof author === 'object' && author.name),
    ['Ada Engines'],
  )
  assert.deepEqual(
    article.body?.map(({ type }) => type),
    ['prose', 'quote'],
  )
})

test('drafts are not for readers', async () => {
  const { client, ...parts } = await desk('Letters')
  const { data } = await client.collection('articles').create({ title: 'Not yet', ...parts })
  await assert.rejects(reader().collection('articles').get(data.id), { code: 'not_found' })
})

test('a renamed article leaves a redirect, a renamed draft none', async () => {
  const { client, ...parts } = await desk('Travel')
  const articles = client.collection('articles')
  const { data: draft } = await articles.create({ title: 'A quiet harbor', ...parts })
  await articles.update(draft.id, { slug: 'quiet-harbor' })
  await articles.update(draft.id, { status: 'published' })
  await articles.update(draft.id, { slug: 'the-quiet-harbor' })
  const { data } = await reader()
    .collection('redirects')
    .list({ where: { path: { contains: 'harbor' } }, sort: 'path' })
  assert.deepEqual(
    data.map(({ path, target }) => [path, target]),
    [
      ['/articles/quiet-harbor', '/articles/the-quiet-harbor'],
      ['/de/articles/quiet-harbor', '/de/articles/the-quiet-harbor'],
    ],
  )
})

test('an article is read in each language, and not where it is not shown', async () => {
  const { client, ...parts } = await desk('Words')
  const articles = client.collection('articles')
  const title = { en: 'A mill', de: 'Eine Mühle' }
  const { data } = await articles.create({ title, ...parts, status: 'published' }, { locale: '*' })
  const inGerman = () => reader().collection('articles').get(data.id, { locale: 'de' })
  const { data: german } = await inGerman()
  assert.deepEqual([german.title, german.slug], ['Eine Mühle', 'eine-muhle'])
  await articles.update(data.id, { slug: 'die-muhle' }, { locale: 'de' })
  const { data: moved } = await reader()
    .collection('redirects')
    .list({ where: { path: { contains: 'muhle' } } })
  assert.deepEqual(
    moved.map(({ path, target }) => [path, target]),
    [['/de/articles/eine-muhle', '/de/articles/die-muhle']],
  )
  await articles.update(data.id, { publishedLocales: ['en'] })
  await assert.rejects(inGerman(), { code: 'not_found' })
})

test('strangers write nothing', async () => {
  await assert.rejects(reader().collection('sections').create({ name: 'Spam' }), { code: 'unauthenticated' })
})

test('writers write drafts, editors publish them', async () => {
  const { client: _, ...parts } = await desk('Science')
  const [writer, editor] = [await someone('writer'), await someone('editor')]
  const { data: draft } = await writer.collection('articles').create({ title: 'By a writer', ...parts })
  await writer.collection('articles').update(draft.id, { summary: 'Changed by its writer.' })
  const published = { status: 'published' } as const
  await assert.rejects(writer.collection('articles').update(draft.id, published), { code: 'forbidden' })
  await editor.collection('articles').update(draft.id, published)
  await assert.rejects(writer.collection('articles').update(draft.id, { summary: 'Too late.' }), { code: 'forbidden' })
  await assert.rejects(editor.collection('sections').create({ name: 'For the chief' }), { code: 'forbidden' })
})

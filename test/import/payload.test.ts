import { beforeAll, expect, it } from 'vitest'
import { fileOf, folderOf, readSource, type SourceRead } from './read-source.ts'

let magazine: SourceRead
beforeAll(async () => {
  magazine = await readSource('test/fixtures/import/payload')
})

it('collections of a real export, with what their values show', () => {
  expect(magazine.format).toBe('payload')
  expect(Object.keys(magazine.kinds)).toEqual(['authors', 'categories', 'events', 'pages', 'posts', 'tags'])
  expect(magazine.kinds.categories?.parent).toBe('reference categories')
  expect(magazine.kinds.posts).toEqual({
    title: 'text',
    slug: 'slug',
    excerpt: 'text',
    cover: 'file',
    content: 'html',
    gallery: 'file many',
    'meta.title': 'text',
    'meta.description': 'text',
    'meta.image': 'file',
    author: 'reference authors',
    categories: 'reference categories many',
    tags: 'reference tags many',
    'related.authors': 'reference authors many',
    'related.pages': 'reference pages many',
    'related.posts': 'reference posts many',
    'next.pages': 'reference pages',
    'next.posts': 'reference posts',
    kind: 'text',
    moods: 'json',
    visibility: 'text',
    featured: 'boolean',
    readingTime: 'number',
    scores: 'json',
    keywords: 'json',
    publishedAt: 'time',
    'location.name': 'text',
    'location.coordinates.lat': 'number',
    'location.coordinates.lon': 'number',
    links: 'json',
    extra: 'json',
    snippet: 'text',
    updatedAt: 'time',
    createdAt: 'time',
    _status: 'status',
  })
  expect(magazine.system.posts).toEqual({
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    publishedAt: 'publishedAt',
    status: '_status',
  })
})

it('references, files, groups and rich text of a document', () => {
  const { content, ...rest } = magazine.find('posts', '2')
  expect(rest).toMatchObject({
    cover: 'media/1',
    gallery: ['media/2', 'media/3'],
    'meta.image': 'media/1',
    author: '1',
    categories: ['2', '4'],
    'related.pages': ['1'],
    'next.posts': '1',
    'next.pages': null,
    readingTime: 7,
    'location.coordinates.lat': 53.5436,
    extra: { columns: 2, nested: { ok: true, list: [1, 'two', null] } },
    _status: 'published',
  })
  expect(content).toBe(
    [
      '<p>At five the water is <strong>flat</strong> and <em>grey</em>, <s>loud</s> and <code>still</code>. Käse, Öl, Straße. 🌊⚓</p>',
      '<h2>What you need</h2>',
      '<ul><li>A coat<ul><li>with a hood</li></ul></li><li>Coffee &amp; <a href="https://ferries.example/">a timetable</a></li></ul>',
      '<ol start="3"><li>Third</li><li>Fourth</li></ol>',
      '<ul><li><input type="checkbox" checked="">Boots</li><li><input type="checkbox">Gloves</li></ul>',
      '<blockquote><p>The tide does not wait, but it comes back.</p></blockquote>',
      '<h3>Reading the tide table</h3>',
      '<table><tr><th><p> Time </p></th><th><p> Height </p></th></tr><tr><td><p> 05:12 </p></td><td><p> 2.1 m </p></td></tr>',
      '<tr><td><p> 11:40 </p></td><td><p> 4.8 m </p></td></tr></table>',
      '<hr><p>The end.</p>',
      '<p>Read Noor’s bread or <a href="https://ferries.example/?a=1&amp;b=2" target="_blank">sail</a>. ',
      '<strong><em>Both</em></strong><u> underlined</u><br>H<sub>2</sub>O at </p>',
      '<img src="source-file:media%2F1" alt="">',
      '<pre><code class="language-ts">if (tide &lt; 2.4 &amp;&amp; wind &gt; 5) {\n  stay(\'home\')\n}</code></pre>',
      '<p style="text-align:center">Centered.</p>',
    ].join(''),
  )
  expect(magazine.find('pages', '1').layout).toMatchObject([
    { blockType: 'hero', heading: 'We are three' },
    { columns: [{ richText: '<p><strong>Left</strong> column.</p>' }, { richText: '<p>Right column.</p>' }] },
    { blockType: 'teasers' },
  ])
})

it('files lie beside the lists, or where the origin says', async () => {
  expect(magazine.assets.find(({ key }) => key === 'media/2')).toEqual({
    key: 'media/2',
    path: `${process.cwd()}/test/fixtures/import/payload/media/Möwen am Kai.jpg`,
    url: null,
    filename: 'Möwen am Kai.jpg',
    alt: 'Drei Möwen',
    title: null,
  })
  const { assets } = await readSource('test/fixtures/import/payload/media.json', 'payload', {
    origin: 'https://cms.example',
  })
  expect(assets.map(({ url }) => url)).toContain('https://cms.example/api/media/file/M%C3%B6wen%20am%20Kai.jpg')
  expect(magazine.leftOut).toEqual([
    '1 link to a document, kept as its text',
    '1 block tide within rich text',
    '1 block callout within rich text',
    '1 document of posts within rich text',
    '1 caption of a file of media',
  ])
})

const document = (values: object) => ({ createdAt: '2026-01-01T00:00:00.000Z', ...values })

it('ids that are one of a kind need no name; numbers do', async () => {
  const [a, b] = ['665f1c0e9b1e8a0001a0b0c1', '665f1c0e9b1e8a0001a0b0c2']
  const root = folderOf({
    'people.json': JSON.stringify({ docs: [document({ id: a }), document({ id: b })] }),
    'numbers.json': JSON.stringify({ docs: [{ id: 1 }, { id: 2 }] }),
    'posts.json': JSON.stringify({
      docs: [
        { id: 'x', writer: a, rating: 1, leadNumber: 2, whole: document({ id: b, name: 'B' }), deletedAt: null },
        { id: 'y', writer: null, rating: 2, leadNumber: 1, deletedAt: '2026-02-01T00:00:00.000Z' },
      ],
    }),
  })
  const { kinds, records, find, leftOut } = await readSource(root, 'payload')
  expect(kinds.posts).toEqual({
    writer: 'reference people',
    rating: 'number',
    leadNumber: 'reference numbers',
    whole: 'reference people',
  })
  expect(find('posts', 'x')).toEqual({ writer: a, rating: 1, leadNumber: '2', whole: b })
  expect(records.some(({ key }) => key === 'y')).toBe(false)
  expect(leftOut).toEqual(['1 document of posts in the trash'])
})

it('rich text that no editor wrote', async () => {
  const children = [null, 5, { type: 'text', text: 1 }, { type: 'list', children: [1, {}] }, { type: 'constructor' }]
  const odd = [...children, { type: 'heading', tag: 'script', children: [{ type: 'text', text: '<b>' }] }]
  const path = fileOf('a.json', JSON.stringify({ docs: [{ id: 1, body: { root: { children: odd } } }] }))
  expect((await readSource(path)).find('a', '1').body).toBe('<ul><li></li></ul><h2>&lt;b&gt;</h2>')
})

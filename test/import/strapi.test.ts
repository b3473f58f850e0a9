import { existsSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { openSource } from '../../src/import/sources/index.ts'
import { folderOf, readSource, refusalOf, type SourceRead } from './read-source.ts'

const ARCHIVE = 'test/fixtures/import/strapi/export.tar.gz'

let magazine: SourceRead
beforeAll(async () => {
  magazine = await readSource(ARCHIVE, null, { origin: 'https://cms.example' })
})

it('content types of a real export', () => {
  expect(magazine.format).toBe('strapi')
  expect(Object.keys(magazine.kinds)).toEqual([
    'api::article.article',
    'api::author.author',
    'api::category.category',
    'api::event.event',
    'api::homepage.homepage',
    'api::page.page',
    'api::tag.tag',
  ])
  expect(magazine.kinds['api::article.article']).toMatchObject({
    slug: 'slug',
    body: 'markdown',
    content: 'html',
    cover: 'file',
    gallery: 'file many',
    author: 'reference api::author.author',
    tags: 'reference api::tag.tag many',
    next: 'reference api::article.article',
    views: 'text',
    rating: 'number',
    publishOn: 'time',
    extra: 'json',
    'seo.shareImage': 'file',
    'place.links': 'json',
    links: 'json',
    sections: 'json',
    publishedAt: 'time',
    status: 'status',
  })
  expect(magazine.system['api::event.event']).toEqual({ createdAt: 'createdAt', updatedAt: 'updatedAt' })
})

const [HARBOR, BREAD] = ['gsv6d5mc3cujznwdwthknasz', 'gtt1f6q7fhpzy76x5hqi66cl']
const [BOAT, GULLS, TOWER] = ['ecpt1j449qalrwtb78h6rc0h', 'owrffsw3g074endxodfopl0g', 'fmxviq2jo7w1iy8zt6zfrpjt']

it('relations, media, components and dynamic zones of a document', () => {
  const { body, content, ...rest } = magazine.find('api::article.article', HARBOR)
  expect(rest).toMatchObject({
    cover: BOAT,
    gallery: [GULLS, TOWER],
    author: 'nz6m1i9asahepbbjlmq9we7a',
    tags: ['kwhco4g67c6t8g9oxdo9sbjh', 'l62h54ij5bipo7y4vggka9ff'],
    next: BREAD,
    views: '9007199254740992',
    'seo.metaTitle': 'The harbor at five',
    'seo.shareImage': BOAT,
    'place.lat': 53.5436,
    'place.links': [{ label: 'Map', url: 'https://maps.example/' }],
    sections: [
      { __component: 'sections.quote', text: 'It comes back.', by: 'Harbor master, 1974' },
      { __component: 'sections.pictures', caption: 'Birds and stones', pictures: [GULLS, TOWER] },
      {
        __component: 'sections.teaser',
        heading: 'More',
        articles: [BREAD],
        links: [{ label: 'All', url: '/articles' }],
      },
      { __component: 'sections.quote', text: 'The second quote.', by: null },
    ],
  })
  expect(body).toContain(`![A boat](source-file:${BOAT})`)
  expect(content).toBe(
    [
      '<p>At five the water is <strong>flat</strong> and <em>grey</em>, <strong><em>both</em></strong>, ',
      '<u>under</u><s>struck</s> and <code>code</code>. 🌊⚓ Käse, Öl, Straße.</p><h2>What you need</h2>',
      '<ul><li>A coat<ul><li>with a hood</li></ul></li>',
      '<li>Coffee &amp; <a href="https://ferries.example/?a=1&amp;b=2">a timetable</a></li></ul>',
      '<ol><li>First</li><li>Second</li></ol>',
      '<blockquote><p>The tide does not wait,<br>but it comes back.</p></blockquote><h3>Reading the tide table</h3>',
      '<pre><code class="language-javascript">if (tide &lt; 2.4 &amp;&amp; wind &gt; 5) {\n  stay(\'home\')\n}</code></pre>',
      `<figure><img src="source-file:${BOAT}" alt="A sailing boat &amp; a barge at sunrise">`,
      '<figcaption>The Anneke at her berth.</figcaption></figure><p></p>',
    ].join(''),
  )
  // A published row and a draft row each, and one document.
  expect(magazine.find('api::homepage.homepage', 's5ccjlkej5wama6rusdq7y7h').highlights).toEqual([HARBOR, BREAD])
})

it('a document is its published row, or else its draft; a translation is a record of its own', () => {
  const states = magazine.records.flatMap(({ kind, values }) =>
    kind === 'api::article.article' ? [`${values.title}: ${values.status}`] : [],
  )
  expect(states).toEqual([
    "Noor's bread isn't a secret: published",
    'The harbor at five in the morning: published',
    'Käse, Öl & ein großer Tisch: published',
    'Letters from the old office: published',
    'Winter ferries: draft',
    'Spring issue: draft',
    'Notes from the desk: published',
    'No slug, no author: draft',
  ])
  const pages = magazine.records.filter(({ kind }) => kind === 'api::page.page')
  expect(pages.map(({ key, values }) => [key, values.locale, values.title])).toEqual([
    ['uww0x19s6hqcnemwb912u4rs:en', 'en', 'About us'],
    ['uww0x19s6hqcnemwb912u4rs:de', 'de', 'Über uns'],
    ['mcrv33dbr0vplem790bmw5xd:en', 'en', 'Contact'],
  ])
  expect(magazine.leftOut).toEqual([
    '1 entry of plugin::upload.folder',
    '2 entries of plugin::i18n.locale',
    '1 draft that is newer than the published version',
  ])
})

it('files are unpacked while the source is open, and no longer', async () => {
  const source = await openSource(ARCHIVE, null, {})
  const paths: (string | null)[] = []
  for await (const { path } of source.assets()) paths.push(path)
  expect(paths).toHaveLength(5)
  expect(paths.every((path) => path !== null && existsSync(path))).toBe(true)
  await source.dispose()
  expect(paths.some((path) => path !== null && existsSync(path))).toBe(false)
  expect(magazine.assets[1]).toMatchObject({
    key: GULLS,
    filename: 'Möwen am Kai.jpg',
    url: 'https://cms.example/uploads/Moewen_am_Kai_a55b291ad2.jpg',
    alt: 'Drei Möwen',
  })
})

it('an export that is encrypted is refused with the way to make one that is not', async () => {
  expect(await refusalOf('test/fixtures/import/strapi/export-encrypted.tar.gz.enc')).toEqual({
    message: 'export-encrypted.tar.gz.enc is encrypted, so it cannot be read.',
    hint: 'In the Strapi project, run: npx strapi export --no-encrypt --file export',
  })
})

it('Strapi 4: a row is a document; a relation may lead to several types', async () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const type = (uid: string, attributes: object) => line({ uid, options: { draftAndPublish: true }, attributes })
  const root = folderOf({
    'schemas/schemas_00001.jsonl':
      type('api::post.post', { title: { type: 'string' }, about: { type: 'relation', relation: 'morphToMany' } }) +
      type('api::place.place', { title: { type: 'string' } }),
    'entities/entities_00001.jsonl':
      line({ type: 'api::post.post', id: 1, data: { title: 'One', publishedAt: '2026-01-01T00:00:00.000Z' } }) +
      line({ type: 'api::post.post', id: 2, data: { title: 'Two', publishedAt: null } }) +
      line({ type: 'api::place.place', id: 1, data: { title: 'Quay', publishedAt: null } }),
    'links/links_00001.jsonl': [
      ['api::post.post', 2],
      ['api::place.place', 1],
    ]
      .map(([type, ref], pos) =>
        line({
          kind: 'relation.morph',
          left: { type: 'api::post.post', ref: 1, field: 'about', pos },
          right: { type, ref },
        }),
      )
      .join(''),
  })
  const { find, kinds } = await readSource(root)
  expect(kinds['api::post.post']).toMatchObject({ 'about.api::place.place': 'reference api::place.place many' })
  expect(find('api::post.post', '1')).toMatchObject({
    title: 'One',
    'about.api::post.post': ['2'],
    'about.api::place.place': ['1'],
    status: 'published',
  })
  expect(find('api::post.post', '2')).toMatchObject({ title: 'Two', status: 'draft', 'about.api::post.post': [] })
})

import { beforeAll, expect, it } from 'vitest'
import { fileOf, readSource, type SourceRead } from './read-source.ts'

let magazine: SourceRead
beforeAll(async () => {
  magazine = await readSource('test/fixtures/import/wordpress/magazine.xml')
})

it('types, taxonomies and custom fields of a real export', () => {
  expect(magazine.format).toBe('wordpress')
  expect(Object.keys(magazine.kinds)).toEqual(['author', 'category', 'tag', 'venue', 'post', 'page', 'event'])
  expect(magazine.kinds.category).toEqual({
    name: 'text',
    slug: 'slug',
    description: 'text',
    parent: 'reference category',
  })
  expect(magazine.kinds.event).toEqual({
    title: 'text',
    slug: 'slug',
    content: 'html',
    excerpt: 'text',
    author: 'reference author',
    venue: 'reference venue many',
    cover: 'file',
    date: 'time',
    modified: 'time',
    status: 'status',
    sticky: 'boolean',
    parent: 'reference event',
    menuOrder: 'number',
    link: 'text',
    'meta.starts_at': 'text',
    'meta.price': 'text',
    'meta.sold_out': 'text',
  })
  expect(magazine.system.post).toEqual({
    createdAt: 'date',
    updatedAt: 'modified',
    publishedAt: 'date',
    status: 'status',
  })
})

it('a post with its terms, its cover, and what others wrote into it', () => {
  const { content, ...rest } = magazine.find('post', '4')
  expect(rest).toEqual({
    title: 'The harbor at five in the morning',
    slug: 'the-harbor-at-five-in-the-morning',
    excerpt: 'Before the ferries come, the quay belongs to the gulls.',
    author: 'ada',
    categories: ['craft', 'harbors'],
    tags: ['interview', 'sea'],
    cover: '5',
    date: '2026-05-04T03:12:00.000Z',
    modified: '2026-05-04T03:12:00.000Z',
    status: 'publish',
    sticky: true,
    parent: null,
    menuOrder: 0,
    link: 'https://magazine.example/2026/05/the-harbor-at-five-in-the-morning/',
    'meta.subtitle': 'A walk with the night shift',
    'meta.reading_time': '7',
    'meta._yoast_wpseo_metadesc': 'A morning at the quay.',
  })
  expect(content).not.toMatch(/<!--|\/wp-content\//)
  expect(content).toContain('<p class="has-drop-cap">At five the water is <strong>flat</strong>')
  expect(content).toContain(
    '<img src="source-file:5" alt="A sailing boat &amp; a barge at sunrise" class="wp-image-5">',
  )
  expect(content).toContain("if (tide &lt; 2.4 &amp;&amp; wind &gt; 5) {\n  stay('home')\n}</code></pre>")
  expect(content).toContain('<p><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com')
  expect(magazine.find('post', '8')).toMatchObject({
    title: "Noor's bread isn't a secret",
    'meta.subtitle': 'Flour, water, salt ]]> patience',
  })
})

it('the classic editor: lines are paragraphs, captions and galleries pictures', () => {
  expect(magazine.find('post', '11').content).toBe(
    `<p>The first letter came in <b>November</b>.<br>
It had two lines.</p>
<figure><a href="source-file:7"><img class="size-medium wp-image-7" src="source-file:7" alt="The lighthouse" width="200" height="300"></a>
<figcaption>The lighthouse, <em>before</em> the paint</figcaption>
</figure>
<h3>The second</h3>
<blockquote>
<p>Dear all,</p>
<p>we are closed.</p>
</blockquote>
<figure><img src="source-file:6" alt="Drei Möwen"></figure>
<figure><img src="source-file:7" alt=""></figure>
<p><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></p>
<ul>
<li>one</li>
<li>two</li>
</ul>

<p>The rest &ndash; after the fold.<br>
<span style="color: #ff0000;">In red.</span></p>`,
  )
})

it('status, dates, slugs and parents of what is not simply public', () => {
  const posts = magazine.records.filter(({ kind }) => kind === 'post')
  expect(posts.map(({ values: { slug, status, date } }) => [slug, status, date]).slice(4)).toEqual([
    ['', 'draft', '2026-07-01T10:00:00.000Z'], // no date in GMT
    ['spring-issue', 'future', '2031-03-01T05:00:00.000Z'],
    ['notes-from-the-desk', 'private', '2026-07-03T08:00:00.000Z'],
    ['', 'pending', '2026-07-04T10:00:00.000Z'],
    ['an-old-announcement', 'trash', '2026-02-01T11:00:00.000Z'],
    ['18-2', 'private', '2026-06-20T10:00:00.000Z'], // behind a password
  ])
  expect(magazine.find('page', '21')).toMatchObject({ slug: 'contact', parent: '20' })
  expect(magazine.find('category', 'harbors')).toEqual({
    name: 'Harbors & piers',
    slug: 'harbors',
    description: 'Boats, cranes, gulls.',
    parent: 'places',
  })
  expect(magazine.find('page', '20').content).toContain('<p>The Quay, North quay 1.</p>') // a synced pattern
})

it('attachments are assets; what is left out is told', () => {
  expect(magazine.assets).toContainEqual({
    key: '6',
    path: null,
    url: 'https://magazine.example/wp-content/uploads/2026/05/Mowen-am-Kai.jpg',
    filename: '2026/05/Mowen-am-Kai.jpg',
    alt: 'Drei Möwen',
    title: 'Möwen am Kai',
  })
  expect(magazine.assets).toHaveLength(4)
  expect(magazine.leftOut).toEqual([
    '1 value of gallery_settings, which is PHP data',
    '2 comments',
    '1 block latest-posts, which only WordPress can render',
    '1 pingback',
    '1 shortcode [contact-form-7], kept as text',
    '1 password of an entry, which becomes private',
    '2 internal WordPress entries (nav_menu_item)',
    '1 internal WordPress entry (wp_block)',
  ])
})

const ITEM = (content: string) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item>${content}<wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type></item></channel></rss>`

it('an export of posts alone names authors and terms that it does not declare', async () => {
  const item = ITEM(
    '<dc:creator>mia</dc:creator><category domain="category" nicename="news"><![CDATA[News &amp; more]]></category>',
  )
  const { records, kinds } = await readSource(fileOf('x.xml', item))
  expect(Object.keys(kinds)).toEqual(['author', 'category', 'post'])
  expect(records.map(({ kind, key, values }) => [kind, key, values.name ?? values.categories])).toEqual([
    ['author', 'mia', 'mia'],
    ['category', 'news', 'News & more'],
    ['post', '1', ['news']],
  ])
})

it.each([
  [
    'text in brackets',
    'as he wrote [sic], [constructor] and [1]',
    '<p>as he wrote [sic], [constructor] and [1]</p>',
    [],
  ],
  [
    'an unknown shortcode',
    '[box color="red"]in it[/box]',
    '<p>[box color="red"]in it[/box]</p>',
    ['1 shortcode [box], kept as text'],
  ],
  ['code', '<pre>\na\n\n\n\nb</pre>', '<pre>\na\n\n\n\nb</pre>', []],
  [
    'a player',
    '[video mp4="https://x.example/a.mp4"][/video]',
    '<p><a href="https://x.example/a.mp4">https://x.example/a.mp4</a></p>',
    [],
  ],
  [
    'a player of an address alone',
    '[youtube=https://youtu.be/x]',
    '<p><a href="https://youtu.be/x">https://youtu.be/x</a></p>',
    [],
  ],
  [
    'shortcodes that are named, and one that stands alone',
    'write [[gallery ids="1"]] or [[toc]], as in\n\n[toc]',
    '<p>write [gallery ids="1"] or [toc], as in</p>\n<p>[toc]</p>',
    ['1 shortcode [toc], kept as text'],
  ],
  [
    'a pattern that is not there',
    '<!-- wp:block {"ref":9} /-->',
    '',
    ['1 block block, which only WordPress can render'],
  ],
])('content: %s', async (_, content, html, leftOut) => {
  const read = await readSource(fileOf('x.xml', ITEM(`<content:encoded><![CDATA[${content}]]></content:encoded>`)))
  expect(read.find('post', '1').content).toBe(html)
  expect(read.leftOut).toEqual(leftOut)
})

it('uploads are known by their own host alone, that of WordPress.com included', async () => {
  const attachment = (id: string, url: string) =>
    `<item><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${url}</wp:attachment_url></item>`
  const pictures = [
    'https://me.files.wordpress.com/2008/06/a.jpg?w=300',
    'https://i0.wp.com/blog.example/wp-content/uploads/2020/01/b-300x200.jpg',
    'https://other.example/wp-content/uploads/2020/01/b.jpg',
  ].map((src, index) => `<img class="wp-image-${index === 2 ? 1 : 0}" src="${src}">`)
  const post = `<item><wp:post_id>9</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[${pictures.join('')}]]></content:encoded></item>`
  const items = [
    attachment('1', 'https://me.files.wordpress.com/2008/06/a.jpg'),
    attachment('2', 'https://www.blog.example/wp-content/uploads/2020/01/b.jpg'),
    post,
  ]
  const channel = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('')}</channel></rss>`
  const { assets, find } = await readSource(fileOf('x.xml', channel))
  expect(assets.map(({ filename }) => filename)).toEqual(['2008/06/a.jpg', '2020/01/b.jpg'])
  const sources = [...String(find('post', '9').content).matchAll(/src="([^"]*)"/g)].map(([, src]) => src)
  expect(sources).toEqual(['source-file:1', 'source-file:2', 'https://other.example/wp-content/uploads/2020/01/b.jpg'])
})

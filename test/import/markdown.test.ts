import { symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folderOf, readSource } from './read-source.ts'

const SITE = {
  'posts/2024-05-02-hello.md': `---
title: Hello
tags: [a, b]
cover: { image: ../static/img/a.png, alt: A }
draft: true
---
Text ![p](/img/a.png "t") [page](./other.md) ![gone](gone.jpg) [doc](<a b.pdf>) \`![c](/img/a.png)\` ![far](https://x.example/y.png)

\`\`\`
![code](/img/a.png)
\`\`\`

<img alt="q" src="/img/a.png">

[ref]: /img/a.png
`,
  'posts/a b.pdf': 'pdf',
  'posts/bundle/index.md':
    '+++\ntitle = "Bundle"\ndate = 2024-06-01T10:00:00Z\nslug = "own"\n[cover]\nimage = "c.png"\n+++\nBody',
  'posts/bundle/c.png': 'png',
  'static/img/a.png': 'png',
  'about/index.md': '# About\n\n---\n',
  'node_modules/x/readme.md': 'not content',
}

it('kinds are folders; front matter, body and files are values', async () => {
  const root = folderOf(SITE)
  const { kinds, system, find, assets, records } = await readSource(root)
  expect(records.map(({ kind, key }) => [kind, key])).toEqual([
    [root.slice(root.lastIndexOf('/') + 1), 'about/index'],
    ['posts', 'posts/2024-05-02-hello'],
    ['posts', 'posts/bundle/index'],
  ])
  expect(kinds.posts).toEqual({
    slug: 'slug',
    date: 'text',
    title: 'text',
    tags: 'json',
    'cover.image': 'file',
    'cover.alt': 'text',
    draft: 'boolean',
    status: 'status',
    body: 'markdown',
  })
  expect(system.posts).toEqual({ publishedAt: 'date', createdAt: 'date', status: 'status' })
  expect(find('posts', 'posts/2024-05-02-hello')).toEqual({
    slug: 'hello',
    date: '2024-05-02',
    title: 'Hello',
    tags: ['a', 'b'],
    'cover.image': 'static/img/a.png',
    'cover.alt': 'A',
    draft: true,
    status: 'draft',
    body: `Text ![p](source-file:static%2Fimg%2Fa.png "t") [page](./other.md) ![gone](source-file:posts%2Fgone.jpg) [doc](source-file:posts%2Fa%20b.pdf) \`![c](/img/a.png)\` ![far](https://x.example/y.png)

\`\`\`
![code](/img/a.png)
\`\`\`

<img alt="q" src="source-file:static%2Fimg%2Fa.png">

[ref]: source-file:static%2Fimg%2Fa.png`,
  })
  expect(find('posts', 'posts/bundle/index')).toEqual({
    slug: 'own',
    title: 'Bundle',
    date: '2024-06-01T10:00:00.000Z',
    'cover.image': 'posts/bundle/c.png',
    status: 'published',
    body: 'Body',
  })
  expect(records[0]?.values).toEqual({ slug: 'about', status: 'published', body: '# About\n\n---' })
  expect(assets.map(({ key, path }) => [key, path])).toEqual([
    ['static/img/a.png', `${root}/static/img/a.png`],
    ['posts/gone.jpg', null],
    ['posts/a b.pdf', `${root}/posts/a b.pdf`],
    ['posts/bundle/c.png', `${root}/posts/bundle/c.png`],
  ])
})

it('a value is a file only if it is one wherever it is given', async () => {
  const root = folderOf({
    'a.md': '---\npicture: https://x.example/a.png\nlink: https://x.example/a.png\n---\n',
    'b.md': '---\npicture: [b.jpg]\nlink: https://x.example/\n---\n',
  })
  const { find, kinds, assets } = await readSource(root)
  const [kind = ''] = Object.keys(kinds)
  expect(kinds[kind]).toMatchObject({ picture: 'file many', link: 'text' })
  expect(find(kind, 'a')).toMatchObject({ picture: ['https://x.example/a.png'], link: 'https://x.example/a.png' })
  expect(find(kind, 'b')).toMatchObject({ picture: ['b.jpg'] })
  expect(assets.map(({ key, url }) => [key, url])).toEqual([
    ['https://x.example/a.png', 'https://x.example/a.png'],
    ['b.jpg', null],
  ])
})

it('neither a path nor a link leads out of the folder', async () => {
  const root = folderOf({
    'site/a.md':
      '---\ncover: ../secret.png\n---\n![x](../secret.png) ![y](link.png) ![z](/../secret.png) ![w](%2e%2e/secret.png)',
    'secret.png': 'secret',
    'elsewhere/b.md': 'not of the site',
  })
  symlinkSync('../secret.png', `${root}/site/link.png`)
  symlinkSync('../elsewhere', `${root}/site/more`)
  symlinkSync('.', `${root}/site/loop`)
  const { records, assets, leftOut } = await readSource(`${root}/site`)
  expect(records).toHaveLength(1)
  expect(assets.filter(({ path }) => path !== null)).toEqual([])
  expect(leftOut).toEqual(['3 symbolic links'])
})

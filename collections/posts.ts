import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  description: 'Articles, newest first on the front page.',
  drafts: true,
  url: '/posts/{slug}',
  search: ['title', 'summary', 'body'],
  access: {
    update: ['editor', { roles: ['author'], where: { createdBy: '$user.id' } }],
  },
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    summary: field.text({ max: 1000, help: 'Shown in lists and in search results.' }),
    body: field.richText(),
    cover: field.media({ types: ['image/*'] }),
    author: field.reference('authors', { onDelete: 'restrict' }),
    category: field.reference('categories', { onDelete: 'nullify' }),
    tags: field.references('tags'),
    kind: field.select({ options: ['news', 'feature', 'opinion', 'review'], default: 'news' }),
    featured: field.boolean({ default: false }),
    views: field.number({ integer: true, min: 0, default: 0, readOnly: true }),
    homepage: field.string({ max: 2000, index: false }),
    correspondence: field.text({ help: 'Notes between desk and author.', access: { read: ['editor', 'author'] } }),
  },
  indexes: [
    ['author', '-createdAt'],
    ['featured', '-publishedAt'],
  ],
})

import { defineCollection, field } from 'lintel'
import { WEBSITE } from '../website.ts'

export default defineCollection({
  name: 'posts',
  description: 'Posts of the blog.',
  drafts: true,
  search: ['title', 'summary', 'body'],
  preview: `${WEBSITE}/posts/{slug}?id={id}&preview={token}`,
  access: {
    create: ['editor', 'author'],
    // Authors may change only their own drafts. Publishing requires the permission `content.publish`, which editors have.
    update: ['editor', { roles: ['author'], where: { createdBy: '$user.id', status: 'draft' } }],
    delete: ['editor', { roles: ['author'], where: { createdBy: '$user.id', status: 'draft' } }],
  },
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    summary: field.text({ max: 300, help: 'One or two sentences, for lists and search engines.' }),
    cover: field.media({ help: 'At least 1,200 pixels wide.' }),
    body: field.richText(),
    author: field.reference('authors', { required: true, onDelete: 'restrict' }),
    tags: field.references('tags', { max: 10 }),
  },
  indexes: [['author', '-publishedAt']],
})

import { defineCollection, field } from 'lintel'
import { PREVIEW } from '../website.ts'

export default defineCollection({
  name: 'articles',
  description: 'Articles of the magazine.',
  drafts: true,
  search: ['title', 'summary'],
  preview: PREVIEW,
  access: {
    create: ['editor', 'writer'],
    // Writers may change only their own drafts. Publishing requires the permission `content.publish`.
    update: ['editor', { roles: ['writer'], where: { createdBy: '$user.id', status: 'draft' } }],
    delete: ['admin'],
  },
  fields: {
    title: field.string({ required: true, localized: true, max: 160 }),
    slug: field.slug({ from: 'title', localized: true, unique: true }),
    summary: field.text({
      localized: true,
      max: 400,
      help: 'One or two sentences: below the title, in lists and in search engines.',
    }),
    cover: field.media({
      help: 'At least 1,920 pixels wide. Screen readers read its alternative text aloud.',
    }),
    section: field.reference('sections', { required: true, onDelete: 'restrict' }),
    authors: field.references('authors', { required: true, max: 6 }),
    issue: field.reference('issues', { onDelete: 'nullify' }),
    body: field.blocks({
      of: {
        prose: { text: field.richText({ required: true, localized: true }) },
        picture: { image: field.media({ required: true }), caption: field.string({ localized: true, max: 300 }) },
        quote: { text: field.text({ required: true, localized: true, max: 500 }), source: field.string({ max: 100 }) },
        gallery: {
          pictures: field.list({
            of: field.group({
              fields: { image: field.media({ required: true }), caption: field.string({ localized: true, max: 300 }) },
            }),
            max: 30,
          }),
        },
        embed: {
          url: field.string({
            required: true,
            max: 500,
            pattern: '^https://',
            help: 'Videos from YouTube and Vimeo are embedded; other addresses become links.',
          }),
          title: field.string({ required: true, localized: true, max: 200 }),
        },
      },
    }),
    note: field.text({
      max: 2000,
      help: 'Notes between desk and writer; never shown on the website.',
      access: { read: ['editor', 'writer'] },
    }),
  },
  indexes: [
    ['section', '-publishedAt'],
    ['issue', '-publishedAt'],
  ],
})

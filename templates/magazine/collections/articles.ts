import { defineCollection, field } from 'lintel'
import { PREVIEW } from '../website.ts'

export default defineCollection({
  name: 'articles',
  description: 'What the magazine is made of.',
  drafts: true,
  search: ['title', 'summary'],
  preview: PREVIEW,
  access: {
    create: ['editor', 'writer'],
    // Writers write drafts; publishing is for those who hold `content.publish`.
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
      help: 'At least 1,920 pixels wide. Its alternative text is read to those who cannot see it.',
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
            help: 'YouTube and Vimeo are shown, others linked.',
          }),
          title: field.string({ required: true, localized: true, max: 200 }),
        },
      },
    }),
    note: field.text({
      max: 2000,
      help: 'Between desk and writer; never on the site.',
      access: { read: ['editor', 'writer'] },
    }),
  },
  indexes: [
    ['section', '-publishedAt'],
    ['issue', '-publishedAt'],
  ],
})

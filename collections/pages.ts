import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'pages',
  description: 'Pages that stay: about, imprint, contact.',
  drafts: true,
  url: '/{slug}',
  search: ['title'],
  cache: { ttl: 60, staleWhileRevalidate: 600 },
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    sections: field.blocks({
      of: {
        prose: { text: field.richText({ required: true }) },
        quote: { text: field.text({ required: true, max: 2000 }), source: field.string({ max: 200 }) },
        numbers: {
          rows: field.list({
            of: field.group({
              fields: { label: field.string({ required: true }), value: field.number({ required: true }) },
            }),
          }),
        },
      },
    }),
    seo: field.group({
      label: 'SEO',
      admin: { tab: 'SEO' },
      fields: {
        title: field.string({ max: 70 }),
        description: field.text({ max: 300 }),
        index: field.boolean({ default: true, label: 'Shown in search engines' }),
      },
    }),
    order: field.number({ integer: true, default: 0 }),
  },
})

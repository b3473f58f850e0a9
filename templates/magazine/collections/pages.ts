import { defineCollection, field } from 'lintel'
import { PREVIEW } from '../website.ts'

export default defineCollection({
  name: 'pages',
  description: 'Static pages, such as about, contact and imprint.',
  drafts: true,
  preview: PREVIEW,
  access: { create: ['editor'], update: ['editor'], delete: ['admin'] },
  fields: {
    title: field.string({ required: true, localized: true, max: 120 }),
    slug: field.slug({ from: 'title', localized: true, unique: true }),
    body: field.richText({ localized: true }),
    position: field.number({ integer: true, default: 0, help: 'Order in the footer, smallest first.' }),
  },
})

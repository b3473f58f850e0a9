import { defineCollection, field } from 'lintel'
import { WEBSITE } from '../website.ts'

export default defineCollection({
  name: 'pages',
  description: 'Static pages, such as about, contact and imprint.',
  drafts: true,
  search: ['title', 'body'],
  preview: `${WEBSITE}/{slug}?id={id}&preview={token}`,
  access: { create: ['editor'], update: ['editor'], delete: ['editor'] },
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    body: field.richText(),
    position: field.number({ integer: true, default: 0, help: 'Order in the navigation, smallest first.' }),
  },
})

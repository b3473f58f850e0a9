import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'authors',
  description: 'Authors of articles.',
  search: ['name', 'bio'],
  access: { create: ['editor'], update: ['editor'], delete: ['admin'] },
  fields: {
    name: field.string({ required: true, max: 100 }),
    slug: field.slug({ from: 'name', unique: true }),
    portrait: field.media(),
    bio: field.text({ localized: true, max: 800 }),
    email: field.string({ max: 320, index: false, access: { read: ['editor'] } }),
  },
})

import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'authors',
  description: 'Authors of posts.',
  search: ['name', 'bio'],
  access: { create: ['editor'], update: ['editor'], delete: ['editor'] },
  fields: {
    name: field.string({ required: true, max: 100 }),
    slug: field.slug({ from: 'name', unique: true }),
    portrait: field.media(),
    bio: field.text({ max: 600 }),
    website: field.string({ max: 2000, index: false }),
    email: field.string({ max: 320, index: false, access: { read: ['editor'] } }),
  },
})

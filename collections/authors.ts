import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'authors',
  description: 'Authors of articles.',
  search: ['name'],
  fields: {
    name: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'name', unique: true }),
    email: field.string({ max: 320, index: false, access: { read: ['editor'] } }),
    website: field.string({ max: 2000, index: false }),
    portrait: field.media({ types: ['image/*'], minWidth: 400 }),
    born: field.date(),
    links: field.list({ of: field.string({ max: 2000 }), max: 20 }),
  },
})
